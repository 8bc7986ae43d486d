// Where versions stand side by side they are open, also for those who hear the page.
const wide = matchMedia("(min-width: 48rem)");
const atFirst = new WeakMap();

function fit() {
  for (const one of document.querySelectorAll(".version.other")) {
    if (!atFirst.has(one)) atFirst.set(one, one.open);
    one.open = wide.matches || atFirst.get(one);
  }
}

wide.addEventListener("change", fit);
document.addEventListener("results", fit);
fit();
