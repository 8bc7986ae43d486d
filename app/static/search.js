// The search field: suggestions, recent searches, results while typing.
// Never while an input method is composing, nor on the Enter that ends it.
const form = document.querySelector("form[data-suggest]");
const field = form?.querySelector("input[name=q]");
const list = form?.querySelector("[role=listbox]");
const status = document.getElementById("status");

const PAUSE = 120;
const RESULTS_PAUSE = 450;
const SETTLE = 30;
const KEPT = 8;
const STORE = "recent-searches";

let composing = false;
let composedAt = -Infinity;
let options = [];
let active = -1;
let asking;
let loading;
let pushed = false;
let timers = [];

const address = () => location.pathname + location.search;
let shown = address();

const busy = (event) =>
  composing || event?.isComposing || event?.keyCode === 229 || performance.now() - composedAt < SETTLE;

function recent() {
  try {
    const held = JSON.parse(localStorage.getItem(STORE) ?? "[]");
    return Array.isArray(held) ? held.filter((one) => typeof one === "string").slice(0, KEPT) : [];
  } catch {
    return [];
  }
}

function remember(q) {
  if (!q.trim()) return;
  try {
    localStorage.setItem(STORE, JSON.stringify([q, ...recent().filter((one) => one !== q)].slice(0, KEPT)));
  } catch {
    // A browser that keeps nothing still searches.
  }
}

function forget() {
  try {
    localStorage.removeItem(STORE);
  } catch {
    // Nothing was kept.
  }
  close();
}

function item(option, n) {
  const row = document.createElement("li");
  row.id = `option-${n}`;
  row.setAttribute("role", "option");
  row.setAttribute("aria-selected", "false");
  const text = document.createElement("span");
  text.textContent = option.text;
  if (option.lang) text.lang = option.lang;
  const kind = document.createElement("span");
  kind.className = "kind";
  kind.textContent = form.dataset[option.kind] ?? "";
  row.append(text, kind);
  row.addEventListener("mousedown", (event) => event.preventDefault());
  row.addEventListener("click", () => take(option));
  return row;
}

function show(found) {
  options = found;
  active = -1;
  list.replaceChildren(...found.map(item));
  list.hidden = found.length === 0;
  field.setAttribute("aria-expanded", String(found.length > 0));
  field.removeAttribute("aria-activedescendant");
  if (found.length) status.textContent = form.dataset.count.replace("{n}", found.length);
}

function close() {
  asking?.abort();
  show([]);
}

function move(step) {
  const rows = [...list.children];
  active = (active + step + rows.length + 1) % (rows.length + 1);
  if (active === rows.length) active = -1;
  rows.forEach((row, n) => row.setAttribute("aria-selected", String(n === active)));
  if (active < 0) field.removeAttribute("aria-activedescendant");
  else {
    field.setAttribute("aria-activedescendant", rows[active].id);
    rows[active].scrollIntoView({ block: "nearest" });
  }
}

function take(option) {
  if (option.kind === "forget") return forget();
  if (option.start > 0) return complete(option);
  if (option.url) {
    remember(field.value);
    location.assign(form.dataset.prefix + option.url);
  } else {
    field.value = option.text;
    close();
    form.requestSubmit();
  }
}

// A suggestion for the end of what is typed takes the place of that end; the rest was asked too.
function complete(option) {
  const kept = [...field.value.trim()].slice(0, option.start).join("");
  const chinese = /\p{Script=Han}$/u.test(option.text);
  field.value = kept + option.text + (chinese ? "" : " ");
  field.setSelectionRange(field.value.length, field.value.length);
  field.focus();
  close();
  timers.forEach(clearTimeout);
  timers = [setTimeout(results, RESULTS_PAUSE)];
}

async function suggest() {
  asking?.abort();
  const q = field.value.trim();
  if (!q) return offerRecent();
  asking = new AbortController();
  try {
    const query = new URLSearchParams({ q, limit: 8 });
    const answer = await fetch(`${form.dataset.suggest}?${query}`, { signal: asking.signal });
    if (!answer.ok) return close();
    const data = await answer.json();
    if (!composing && field.value.trim() === q && document.activeElement === field) show(data.suggestions);
  } catch (error) {
    if (error.name !== "AbortError") close();
  }
}

function offerRecent() {
  const held = recent().map((text) => ({ kind: "recent", text }));
  show(held.length ? [...held, { kind: "forget", text: form.dataset.forgetAll }] : []);
}

async function results() {
  const target = document.getElementById("results");
  const q = field.value.trim();
  if (!target || !q || composing) return;
  loading?.abort();
  loading = new AbortController();
  const url = `${form.action}?${new URLSearchParams(new FormData(form))}`;
  try {
    const answer = await fetch(url, { signal: loading.signal, headers: { accept: "text/html" } });
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const fresh = page.getElementById("results");
    if (!fresh || composing || field.value.trim() !== q) return;
    target.replaceWith(document.adoptNode(fresh));
    document.title = page.title;
    history[pushed ? "replaceState" : "pushState"]({}, "", url);
    pushed = true;
    shown = address();
    status.textContent = fresh.querySelector(".total")?.textContent ?? "";
    document.dispatchEvent(new Event("results"));
  } catch (error) {
    if (error.name !== "AbortError") target.removeAttribute("aria-busy");
  }
}

function typed() {
  timers.forEach(clearTimeout);
  timers = [setTimeout(suggest, PAUSE), setTimeout(results, RESULTS_PAUSE)];
}

function pressed(event) {
  if (busy(event)) {
    if (event.key === "Enter") event.preventDefault();
    return;
  }
  const open = !list.hidden;
  if (event.key === "ArrowDown" || (event.key === "ArrowUp" && open)) {
    if (!open) suggest();
    else move(event.key === "ArrowDown" ? 1 : -1);
    event.preventDefault();
  } else if (event.key === "Escape" && open) {
    close();
    event.preventDefault();
  } else if (event.key === "Enter" && open && active >= 0) {
    take(options[active]);
    event.preventDefault();
  }
}

function listen() {
  field.addEventListener("compositionstart", () => {
    composing = true;
    timers.forEach(clearTimeout);
    asking?.abort();
  });
  field.addEventListener("compositionend", () => {
    composing = false;
    composedAt = performance.now();
    typed();
  });
  field.addEventListener("input", (event) => {
    if (!composing && !event.isComposing) typed();
  });
  field.addEventListener("keydown", pressed);
  field.addEventListener("focus", () => field.value || offerRecent());
  field.addEventListener("blur", close);
  form.addEventListener("submit", (event) => {
    if (busy()) return event.preventDefault();
    timers.forEach(clearTimeout);
    remember(field.value);
  });
  // A jump within the page is history too, and needs no new results.
  addEventListener("popstate", () => address() === shown || location.reload());
}

if (form) listen();
