// Where versions stand side by side they are open, also for those who hear the page.
const wide = matchMedia("(min-width: 48rem)");
const folded = [...document.querySelectorAll(".version.other")];
const atFirst = new Map(folded.map((one) => [one, one.open]));

function fit() {
  for (const one of folded) one.open = wide.matches || atFirst.get(one);
}

wide.addEventListener("change", fit);
fit();
