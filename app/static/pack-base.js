// A pack opened in memory: its families, and what leads to them: terms, cards and words.
import { fold, isHan, words } from "./pack-fold.js";

const LONGEST = { han: 16, latin: 7 };

// Opens the parts of a pack as `contents` gives them.
export function opened(parts) {
  const of = (kind) => parts.filter(([name]) => name === kind).map(([, part]) => part);
  const base = {
    families: [],
    terms: new Map(),
    cards: new Map(of("cards").flat().map(([id, names, others]) => [id, { id, names, others }])),
    forms: new Map(),
    named: new Map(),
    holders: new Map(),
    sizes: [],
    standing: null,
    folded: null,
  };
  const [{ terms, small, fold: [from, to] }] = of("terms");
  const simple = [...to];
  base.simple = new Map([...from].map((one, n) => [one, simple[n]]));
  base.small = new Set(small);
  terms.forEach((row) => addTerm(base, row));
  for (const card of base.cards.values()) addCard(base, card);
  of("families").forEach((part) => addFamilies(base, part));
  return base;
}

function push(map, key, value) {
  const held = map.get(key);
  if (held) held.push(value);
  else map.set(key, [value]);
}

function addTerm(base, [id, rank, share, names, forms]) {
  base.terms.set(id, { id, rank, share, names });
  const all = new Set([...Object.values(names).map((name) => fold(name)), ...Object.values(forms).flat()]);
  for (const form of all) push(base.forms, form, id);
}

function addCard(base, card) {
  const all = new Set([...Object.values(card.names), ...card.others].map((name) => fold(name, base.simple)));
  for (const name of all) if (name.length > 1) push(base.named, name, card.id);
}

function addFamilies(base, part) {
  const first = base.families.length;
  for (const rows of part.families) {
    base.families.push({ cards: part.cards, rows });
    base.sizes.push(0);
  }
  for (const [term, gaps] of Object.entries(part.terms)) {
    const held = base.holders.get(term) ?? [];
    base.holders.set(term, held);
    let place = first;
    for (const gap of gaps) {
      place += gap;
      held.push(place);
      base.sizes[place] += 1;
    }
  }
}

// The rulings of a family, newest first, each with its cards and the wordings that are new in it.
export function rulings(base, place) {
  const { cards, rows } = base.families[place];
  return rows.map(([id, day, places, texts]) => ({
    id,
    day,
    cards: places.map((one) => cards[one]),
    texts: texts.map(([lang, origin, body, label]) => ({ lang, origin, body, label })),
  }));
}

// The family that a ruling is in, or -1.
export const familyOf = (base, id) => base.families.findIndex(({ rows }) => rows.some(([one]) => one === id));

// The mechanics that the texts of a family hold, the rarest first.
export function mechanics(base, place) {
  const found = [...base.holders].filter(([id, places]) => base.terms.get(id)?.rank === 2 && holds(places, place));
  return found.sort((a, b) => a[1].length - b[1].length).map(([id]) => base.terms.get(id));
}

function holds(places, place) {
  let [low, high] = [0, places.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (places[middle] < place) low = middle + 1;
    else high = middle;
  }
  return places[low] === place;
}

// The families that stand on each card, made when a card is first asked for.
export function standing(base) {
  if (base.standing) return base.standing;
  base.standing = new Map();
  base.families.forEach(({ cards, rows }, place) => {
    for (const one of new Set(rows.flatMap((row) => row[2]))) push(base.standing, cards[one], place);
  });
  return base.standing;
}

// The words of every family, folded, made when they are first asked for.
export function foldedTexts(base) {
  base.folded ??= base.families.map(({ rows }) =>
    rows
      .flatMap((row) => row[3])
      .map(([lang, , body]) => fold(body, lang === "zh-Hans" ? null : base.simple))
      .join("\n"),
  );
  return base.folded;
}

// What of `names` stands in a folded text, the longest first from left to right: {start, end, owners}.
export function named(folded, names) {
  const places = words(folded);
  const found = [];
  for (let n = 0; n < places.length; n += 1) {
    const start = places[n][0];
    const most = isHan(folded[start]) ? LONGEST.han : LONGEST.latin;
    for (let last = Math.min(places.length, n + most) - 1; last >= n; last -= 1) {
      const owners = names.get(folded.slice(start, places[last][1]));
      if (!owners) continue;
      found.push({ start, end: places[last][1], owners });
      n = last;
      break;
    }
  }
  return found;
}
