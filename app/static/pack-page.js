// The page of the offline pack: fetching and removing it, and what it answers for the address at hand.
import * as pack from "./pack.js";
import { best, day, familyItem, number, say, size } from "./pack-show.js";

const root = document.getElementById("pack");
const form = document.querySelector("#pack-form form");
const field = form.querySelector("input[name=q]");
const hits = document.getElementById("pack-hits");
const more = document.getElementById("pack-more");
const total = document.getElementById("pack-total");
const state = document.getElementById("pack-state");
const bar = document.getElementById("pack-progress");
const COUNT = 20;
const PAUSE = 200;

// --- what the pack answers -------------------------------------------------

let worker = null;
let asked = 0;
let shown = { what: "", about: {}, from: 0 };
const waiting = new Map();

function ask(what, about = {}) {
  asked += 1;
  worker.postMessage({ number: asked, what, ...about });
  return new Promise((resolve, reject) => waiting.set(asked, { resolve, reject }));
}

function heard({ data: { number: which, answer, error } }) {
  const { resolve, reject } = waiting.get(which);
  waiting.delete(which);
  if (error) reject(new Error(error));
  else resolve(answer);
}

async function opened() {
  worker?.terminate();
  waiting.clear();
  worker = new Worker(root.dataset.worker, { type: "module" });
  worker.addEventListener("message", heard);
  return ask("open");
}

// What an address asks of the pack: a question, a ruling, a card, a mechanic, or nothing.
function wanted() {
  const path = location.pathname.replace(/^\/(?:en|es|zh)(?=\/|$)/u, "") || "/";
  const [, room, id] = path.split("/");
  const q = new URLSearchParams(location.search).get("q") ?? "";
  if (room === "rulings" && id) return { what: "ruling", about: { id } };
  if (room === "cards" && id) return { what: "card", about: { id } };
  if (room === "mechanics" && id) return { what: "mechanic", about: { id } };
  return q.trim() ? { what: "search", about: { q } } : null;
}

async function show({ what, about }, from = 0) {
  const turn = { what, about, from };
  shown = turn;
  const answer = await ask(what, { ...about, from, count: COUNT });
  if (shown !== turn) return;
  if (!from) hits.replaceChildren();
  hits.append(...answer.families.map((family, n) => familyItem(family, from + n)));
  more.hidden = from + COUNT >= answer.total;
  const name = answer.names && best(answer.names).text;
  const words = answer.understood?.map((names) => best(names).text).join(say("list.names"));
  total.textContent = [
    name,
    answer.total ? say("offline.total", { n: number(answer.total) }) : say("offline.nothing"),
    words && say("offline.understood", { what: words }),
  ].filter(Boolean).join(" · ");
  document.getElementById("pack-found").hidden = false;
  document.title = [name ?? about.q, document.getElementById("pack-title").textContent].filter(Boolean).join(" · ");
}

function asks() {
  const found = wanted();
  if (found?.what === "search") field.value = found.about.q;
  if (found) return show(found).catch(() => { total.textContent = say("offline.broken"); });
  document.getElementById("pack-found").hidden = true;
  return null;
}

let timer = 0;
let pushed = false;

function typed() {
  clearTimeout(timer);
  timer = setTimeout(() => go(pushed ? "replaceState" : "pushState"), PAUSE);
}

function go(how) {
  clearTimeout(timer);
  const q = field.value.trim();
  const here = new URL(location.href);
  const room = here.pathname.endsWith("/search") || here.pathname.endsWith("/offline");
  const url = `${room ? here.pathname : `${root.dataset.prefix}/search`}${q ? `?${new URLSearchParams({ q })}` : ""}`;
  history[how]({}, "", url);
  pushed = true;
  asks();
}

function listen() {
  field.addEventListener("input", (event) => event.isComposing || typed());
  field.addEventListener("compositionend", typed);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    go("pushState");
    pushed = false;
  });
  more.addEventListener("click", () => show(shown, shown.from + COUNT));
  addEventListener("popstate", () => asks());
}

async function serve(list) {
  const mark = document.getElementById("offline");
  mark.textContent = mark.dataset.words.replace("{date}", day(list.created));
  total.textContent = say("offline.opening");
  document.getElementById("pack-form").hidden = false;
  if (await opened()) asks();
}

// --- fetching and removing ---------------------------------------------------

let fetching = null;

function acts(...names) {
  for (const button of root.querySelectorAll("[data-act]")) button.hidden = !names.includes(button.dataset.act);
}

function progress(bytes, all) {
  bar.hidden = false;
  bar.value = all ? bytes / all : 0;
}

// Says how things stand: what is kept, what was begun, what the server offers.
async function stand() {
  const [held, begun, offer] = await Promise.all([pack.kept(), pack.begun(), pack.offered()]);
  bar.hidden = true;
  if (begun && begun.list.snapshot !== held?.snapshot) {
    progress(begun.bytes, begun.list.bytes);
    tell("begun", { size: size(begun.bytes), all: size(begun.list.bytes) });
    acts("go-on", "remove");
  } else if (held) {
    const newer = offer && offer.snapshot !== held.snapshot;
    const missing = newer ? offer.bytes - (await pack.bytesHere(offer)) : 0;
    tell(newer ? "newer" : "ready", { date: day(held.created), new: newer ? day(offer.created) : "", size: size(missing) });
    acts("remove", newer && "renew");
  } else {
    tell("none");
    acts("fetch");
  }
  return held;
}

function tell(which, values) {
  state.textContent = say(`offline.state.${which}`, values);
}

async function take() {
  const begun = await pack.begun();
  const list = (await pack.offered()) ?? begun?.list;
  if (!list) return tell("failed");
  fetching = new AbortController();
  tell("fetching", { all: size(list.bytes) });
  acts("pause");
  try {
    await fetched(list);
    return await serve(await stand());
  } catch (error) {
    await stand();
    if (error.name !== "AbortError") tell(error.name === "QuotaExceededError" ? "full" : "failed");
    return null;
  } finally {
    fetching = null;
  }
}

// A pack that the server replaced while it was fetched has parts that are gone: the newer one goes on from what it shares.
async function fetched(list) {
  const how = { signal: fetching.signal, progress };
  try {
    await pack.fetchAll(list, how);
  } catch (error) {
    const newer = error.name === "NotFoundError" && (await pack.offered());
    if (!newer || newer.snapshot === list.snapshot) throw error;
    await pack.fetchAll(newer, how);
  }
}

async function drop() {
  await pack.remove();
  worker?.terminate();
  document.getElementById("pack-form").hidden = true;
  document.getElementById("pack-found").hidden = true;
  await stand();
  tell("removed");
}

const doing = { fetch: take, "go-on": take, renew: take, pause: () => fetching?.abort(), remove: drop };

root.addEventListener("click", (event) => {
  const act = event.target.closest("[data-act]")?.dataset.act;
  if (act) doing[act]();
});
addEventListener("online", () => pack.begun().then((begun) => begun && !fetching && stand()));

// --- the start -----------------------------------------------------------------

function awayFromHome() {
  for (const id of ["pack-title", "pack-lead"]) {
    const node = document.getElementById(id);
    node.textContent = node.dataset.away;
  }
}

async function start() {
  const away = !/\/offline$/u.test(location.pathname);
  if (away) awayFromHome();
  if (!state) return;
  if (!pack.possible) return tell("impossible");
  listen();
  const held = await pack.kept();
  if (held) {
    if (away) document.getElementById("pack-lead").hidden = true;
    await serve(held);
  }
  await stand();
}

start();
