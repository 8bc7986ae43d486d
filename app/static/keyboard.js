// One key each, never while typing: / search, j and k move, c copies, ? lists the keys.
const TYPING = "input, textarea, select, [contenteditable], dialog";
const titles = () => [...document.querySelectorAll(".hit-title a")];

function here() {
  return titles().indexOf(document.activeElement?.closest(".hit")?.querySelector(".hit-title a"));
}

function move(step) {
  const all = titles();
  const next = all[Math.max(0, Math.min(all.length - 1, here() + step))];
  next?.focus();
  next?.closest(".hit").scrollIntoView({ block: "nearest" });
}

function copy() {
  const place = document.activeElement?.closest(".hit, .version") ?? document.querySelector("main");
  place.querySelector("[data-copy]")?.click();
}

const keys = {
  "/": () => {
    const field = [...document.querySelectorAll("input[name=q]")].find((one) => one.checkVisibility());
    if (!field) return location.assign(`${document.querySelector(".brand").href}#q`);
    field.focus();
    field.select();
  },
  j: () => move(1),
  k: () => move(here() < 0 ? 1 : -1),
  c: copy,
  "?": () => document.getElementById("keys")?.showModal(),
};

document.addEventListener("keydown", (event) => {
  if (event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.target.closest?.(TYPING) || !Object.hasOwn(keys, event.key)) return;
  event.preventDefault();
  keys[event.key]();
});
