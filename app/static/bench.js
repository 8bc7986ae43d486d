// Hover, focus or touch a term: it lights up in every version of its row. Arrow keys go through a row's terms.
let pinned = null;

const termOf = (element) => element?.closest?.("[data-term]");
const rowOf = (element) => element.closest(".bench");

function light(term) {
  for (const one of document.querySelectorAll(".lit")) one.classList.remove("lit");
  if (!term) return;
  const same = `[data-term="${CSS.escape(term.dataset.term)}"]`;
  for (const one of rowOf(term)?.querySelectorAll(same) ?? []) one.classList.add("lit");
}

document.addEventListener("pointerover", (event) => {
  if (event.pointerType !== "touch") light(termOf(event.target) ?? pinned);
});
document.addEventListener("focusin", (event) => light(termOf(event.target) ?? pinned));

// A term in a text is no link: touching it keeps it lit, touching it again or elsewhere lets go.
document.addEventListener("click", (event) => {
  const term = event.target.closest?.(".term");
  pinned = term && term !== pinned ? term : null;
  light(pinned);
});

// One stop of the tab key for each row's terms; the arrows move among them.
const keysOf = (element) => [...rowOf(element).querySelectorAll(".key")];
for (const list of document.querySelectorAll(".terms-here")) {
  for (const [n, key] of list.querySelectorAll(".key").entries()) key.tabIndex = n ? -1 : 0;
}
document.addEventListener("keydown", (event) => {
  const key = event.target.closest?.(".key");
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (!key || !step || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  const all = keysOf(key);
  const next = all[(all.indexOf(key) + step + all.length) % all.length];
  key.tabIndex = -1;
  next.tabIndex = 0;
  next.focus();
});
