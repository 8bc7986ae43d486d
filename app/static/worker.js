// Keeps the shell of the app and what was opened lately. The server writes VERSION and SHELL above.
const SHELL_CACHE = `shell-${VERSION}`;
const PAGES = "pages";
const KEPT = 60;
const PATIENCE = 4000;
const kept = new Set();

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(SHELL_CACHE).then((cache) => cache.addAll(SHELL)).then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => {
  const stale = (name) => name.startsWith("shell-") && name !== SHELL_CACHE;
  event.waitUntil(
    caches.keys()
      .then((names) => Promise.all(names.filter(stale).map((name) => caches.delete(name))))
      .then(() => self.clients.claim()),
  );
});

self.addEventListener("message", (event) => {
  if (kept.has(event.data?.asked)) event.source.postMessage({ kept: event.data.asked });
});

self.addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== "GET" || url.origin !== location.origin) return;
  if (url.pathname.startsWith("/static/")) event.respondWith(asset(event.request));
  else if (event.request.mode === "navigate") event.respondWith(page(event.request, event));
});

async function asset(request) {
  return (await caches.match(request)) ?? fetch(request);
}

async function page(request, event) {
  const held = await (await caches.open(PAGES)).match(request, { ignoreVary: true });
  try {
    const answer = await inTime(fetch(request), held);
    kept.delete(request.url);
    if (answer.ok && !answer.redirected) event.waitUntil(keep(request, answer.clone()));
    return answer;
  } catch {
    kept.add(request.url);
    return held ?? offline(request);
  }
}

// With something at hand a judge doesn't wait for a network that is there in name only.
function inTime(answer, held) {
  if (!held) return answer;
  const late = new Promise((_, refuse) => setTimeout(refuse, PATIENCE));
  return Promise.race([answer, late]);
}

async function keep(request, answer) {
  const cache = await caches.open(PAGES);
  await cache.put(request, answer);
  const all = await cache.keys();
  await Promise.all(all.slice(0, Math.max(0, all.length - KEPT)).map((old) => cache.delete(old)));
}

async function offline(request) {
  const first = new URL(request.url).pathname.split("/")[1];
  const lang = ["en", "es", "zh"].includes(first) ? first : "en";
  return (await caches.match(`/${lang}/offline`)) ?? Response.error();
}
