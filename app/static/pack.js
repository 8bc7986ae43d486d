// The offline pack on this device: fetched part by part, checked, kept until its reader removes it.
// Parts are named by what they hold, so that a later pack fetches only those that are new.
const CACHE = "pack";
const LIST = "/offline/pack.json";
const NEXT = "/offline/pack-next.json";
const TRIES = 5;
const PATIENCE = { list: 10_000, part: 60_000 };
// Trying again helps against none of these: the part is of another pack, or there is no room.
const FINAL = ["NotFoundError", "QuotaExceededError"];

const at = (part) => `/offline/${part.name}`;
const within = (time, signal) => {
  const late = AbortSignal.timeout?.(time);
  return signal && late && AbortSignal.any ? AbortSignal.any([signal, late]) : signal ?? late;
};
const pause = (seconds) => new Promise((done) => setTimeout(done, seconds * 1000));

export const possible = "caches" in self && Boolean(self.crypto?.subtle);

async function read(path) {
  const answer = await caches.match(path, { cacheName: CACHE });
  return answer ? answer.json() : null;
}

async function write(path, list) {
  const cache = await caches.open(CACHE);
  await cache.put(path, new Response(JSON.stringify(list), { headers: { "content-type": "application/json" } }));
}

async function names() {
  if (!(await caches.has(CACHE))) return new Set();
  const keys = await (await caches.open(CACHE)).keys();
  return new Set(keys.map((one) => new URL(one.url).pathname));
}

// The pack that can be searched: complete, or null.
export const kept = () => (possible ? read(LIST) : null);

// The pack that was begun and not finished, with how much of it is here, or null.
export async function begun() {
  const list = possible ? await read(NEXT) : null;
  return list && { list, bytes: await bytesHere(list) };
}

// How much of a pack is on this device already.
export async function bytesHere(list) {
  const here = await names();
  return list.parts.filter((part) => here.has(at(part))).reduce((sum, part) => sum + part.bytes, 0);
}

// The pack that the server offers now; null without a network, or where it has none.
export async function offered() {
  try {
    const answer = await fetch(LIST, { cache: "no-cache", signal: within(PATIENCE.list) });
    return answer.ok ? await answer.json() : null;
  } catch {
    return null;
  }
}

// Fetches what is missing of a pack, then makes it the one that is searched. Rejects where it can't go on;
// what came until then stays, and the next call goes on from there.
export async function fetchAll(list, { signal, progress }) {
  await navigator.storage?.persist?.();
  await write(NEXT, list);
  const here = await names();
  let bytes = await bytesHere(list);
  progress(bytes, list.bytes);
  for (const part of list.parts.filter((one) => !here.has(at(one)))) {
    await fetchPart(part, signal);
    if (!(await isWanted(list))) {
      await remove();
      throw new DOMException("removed meanwhile", "AbortError");
    }
    bytes += part.bytes;
    progress(bytes, list.bytes);
  }
  await write(LIST, list);
  await forget(list);
}

// False once a reader has removed the pack in another tab while this one fetches it.
async function isWanted(list) {
  const [next, whole] = await Promise.all([read(NEXT), read(LIST)]);
  return Boolean(next) || whole?.snapshot === list.snapshot;
}

async function fetchPart(part, signal) {
  for (let turn = 1; ; turn += 1) {
    try {
      const answer = await fetch(at(part), { signal: within(PATIENCE.part, signal) });
      if (answer.status === 404) throw new DOMException(part.name, "NotFoundError");
      if (!answer.ok) throw new Error(answer.statusText);
      const body = await answer.arrayBuffer();
      if ((await digest(body)) !== part.name.split("-")[1]) throw new Error("damaged on the way");
      const held = new Response(body, { headers: { "content-type": "application/json" } });
      await (await caches.open(CACHE)).put(at(part), held);
      return;
    } catch (error) {
      if (signal.aborted || FINAL.includes(error.name) || turn === TRIES) throw error;
      await pause(2 ** turn / 2);
    }
  }
}

async function digest(body) {
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", body));
  return [...hash.slice(0, 10)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

async function forget(list) {
  const cache = await caches.open(CACHE);
  const wanted = new Set([LIST, ...list.parts.map(at)]);
  const old = (await cache.keys()).filter((one) => !wanted.has(new URL(one.url).pathname));
  await Promise.all(old.map((one) => cache.delete(one)));
}

// Gives the device its room back.
export const remove = () => caches.delete(CACHE);

// The contents of the pack that can be searched, part by part, or null.
export async function contents() {
  const list = await kept();
  if (!list) return null;
  const parts = await Promise.all(list.parts.map(async (part) => [part.name.split("-")[0], await read(at(part))]));
  return parts.every(([, part]) => part) ? parts : null;
}
