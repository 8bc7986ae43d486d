// Holds the opened pack beside the page, so that typing never waits for a search.
import { contents } from "./pack.js";
import { familyOf, mechanics, opened, rulings, standing } from "./pack-base.js";
import { asked, marks, search } from "./pack-search.js";

const MOST = 6;
let base = null;

async function open() {
  const parts = await contents();
  base = parts && opened(parts);
  return Boolean(base);
}

function family(place, question) {
  const names = (id) => base.cards.get(id) ?? { id, names: {}, others: [] };
  return {
    place,
    mechanics: mechanics(base, place).slice(0, MOST),
    rulings: rulings(base, place).map((ruling) => ({
      ...ruling,
      cards: ruling.cards.map(names),
      texts: ruling.texts.map((text) => ({ ...text, marks: question ? marks(base, question, text.body) : [] })),
    })),
  };
}

function page(places, { from, count }, question) {
  return { total: places.length, families: places.slice(from, from + count).map((one) => family(one, question)) };
}

const newest = (places) => [...(places ?? [])].reverse();

const answers = {
  open,
  search({ q, ...stretch }) {
    const question = asked(base, q);
    const said = [...question.cards, ...question.terms].map(({ owners }) => owners[0]);
    const understood = said.map((id) => (base.cards.get(id) ?? base.terms.get(id)).names);
    return { ...page(search(base, question).map((one) => one.place), stretch, question), understood };
  },
  ruling({ id }) {
    const place = familyOf(base, id);
    return page(place < 0 ? [] : [place], { from: 0, count: 1 });
  },
  card({ id, ...stretch }) {
    return { ...page(newest(standing(base).get(id)), stretch), names: base.cards.get(id)?.names };
  },
  mechanic({ id, ...stretch }) {
    return { ...page(newest(base.holders.get(id)), stretch), names: base.terms.get(id)?.names };
  },
};

self.addEventListener("message", async ({ data: { number, what, ...about } }) => {
  try {
    self.postMessage({ number, answer: await answers[what](about) });
  } catch (error) {
    self.postMessage({ number, error: String(error) });
  }
});
