// Keeps the shell of the app and what was opened lately. The server writes VERSION and SHELL above.
const SHELL_CACHE = `shell-${VERSION}`;
const PAGES = "pages";
const KEPT = 60;
const PATIENCE = 4000;
const PACK = "/offline/pack.json";
// What a gateway says when the server behind it is away.
const AWAY = [502, 503, 504];
const HOMES = ["/en", "/es", "/zh"];
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
  const answer = fetch(request);
  event.waitUntil(answer.then((one) => keep(request, one.clone())).catch(() => {}));
  // The front page is there at once, and as new as the last visit; results and rulings wait for what is newest.
  if (held && isHome(request)) return held;
  const other = held ?? ((await caches.match(PACK)) && (await offline(request)));
  try {
    const one = await inTime(answer, other);
    if (!other || !AWAY.includes(one.status)) return one;
  } catch {
    // No answer, or none in time.
  }
  kept.add(request.url);
  return other || offline(request);
}

function isHome(request) {
  const { pathname, search } = new URL(request.url);
  return HOMES.includes(pathname) && !search;
}

// With something at hand a judge doesn't wait for a network that is there in name only.
function inTime(answer, other) {
  if (!other) return answer;
  const late = new Promise((_, refuse) => setTimeout(refuse, PATIENCE));
  return Promise.race([answer, late]);
}

async function keep(request, answer) {
  if (!answer.ok || answer.redirected) return;
  kept.delete(request.url);
  const cache = await caches.open(PAGES);
  await cache.put(request, answer);
  const all = await cache.keys();
  await Promise.all(all.slice(0, Math.max(0, all.length - KEPT)).map((old) => cache.delete(old)));
}

async function offline(request) {
  const first = new URL(request.url).pathname.split("/")[1];
  const asked = HOMES.includes(`/${first}`) ? first : navigator.language.split("-")[0];
  const home = HOMES.find((one) => one === `/${asked}`) ?? HOMES[0];
  return (await caches.match(`${home}/offline`)) ?? Response.error();
}
