// Searches an opened pack: terms carry a question across languages, words add to them.
import { foldedTexts, named, standing } from "./pack-base.js";
import { fold, foldWithOffsets, isHan, words } from "./pack-fold.js";

const BELIEF = 2000;
const CARD = 1.2;
const PLAIN = 0.6;
const BESIDE = 0.6;
const FLOOR = 0.35;
const CUT = 0.25;
const USUAL = 18.75;
const NAMING = /(^|\s)(?:card|mechanic):(?:"([^"]*)"|(?=\S))/gu;
const NARROWING = /(^|\s)-?[a-z]+(?::|[<>]=?)(?:"[^"]*"|\S+)/gu;
const QUOTED = /(-?)"([^"]*)"/gu;

// A question taken apart: phrases to hold and to lack, terms, cards and words with their families.
export function asked(base, q) {
  const phrases = [];
  const lacking = [];
  let rest = fold(q.slice(0, 500), base.simple).replace(NAMING, "$1$2").replace(NARROWING, " ");
  rest = rest.replace(QUOTED, (_, minus, text) => {
    if (text.trim()) (minus ? lacking : phrases).push(text.trim());
    return " ";
  });
  rest = rest.replace(/(^|\s)-(\p{L}[\p{L}\p{N}]*)/gu, (_, before, word) => {
    lacking.push(word);
    return before;
  });
  const cards = named(rest, base.named).filter((one) => meant(rest, one));
  const covered = cards.map(({ start, end }) => [start, end]);
  const terms = named(rest, base.forms).filter((one) => !inside(one, covered) && tells(base, rest, one));
  covered.push(...terms.map(({ start, end }) => [start, end]));
  return { phrases, lacking, cards, terms, words: loose(base, rest, covered) };
}

const inside = ({ start, end }, spans) => spans.some(([from, to]) => from <= start && end <= to);

// A name is meant where it is more than one word, or all that was typed.
const meant = (text, { start, end }) =>
  text.slice(start, end).includes(" ") || isHan(text[start]) || text.trim().length === end - start;

const tells = (base, text, { start, end }) => !base.small.has(text.slice(start, end));

// What no term and no card covers: words, and for Chinese pairs of characters.
function loose(base, text, covered) {
  const free = words(text).filter(([start, end]) => !inside({ start, end }, covered));
  const latin = free.map(([start, end]) => text.slice(start, end)).filter((one) => !isHan(one));
  const telling = latin.filter((one) => !base.small.has(one));
  const pairs = [];
  free.forEach(([start, end], n) => {
    const next = free[n + 1];
    if (isHan(text[start]) && next?.[0] === end && isHan(text[end])) pairs.push(text.slice(start, next[1]));
  });
  const single = free.length === 1 && covered.length === 0 ? free.map(([start, end]) => text.slice(start, end)) : [];
  return [...new Set([...(telling.length || covered.length ? telling : latin), ...pairs, ...single])];
}

// The families that answer, best first: {place, score}; with nothing asked, none.
export function search(base, question) {
  const scores = new Float32Array(base.families.length);
  const covered = new Float32Array(base.families.length);
  let whole = 0;
  const add = (places, weight) => {
    whole += weight;
    for (const place of places) {
      scores[place] += weight;
      covered[place] += weight;
    }
  };
  for (const { owners } of question.cards) add(union(owners, standing(base)), CARD * rarity(base, owners));
  for (const { owners } of question.terms) add(union(owners, base.holders), termWeight(base, owners));
  const factor = question.terms.length || question.cards.length ? BESIDE : 1;
  for (const word of question.words) {
    const places = holding(base, wordIn(word));
    add(places, factor * Math.log(1 + base.families.length / (1 + places.length)));
  }
  for (const phrase of question.phrases) add(holding(base, (text) => text.includes(phrase)), 5);
  return ranked(base, question, scores, covered, whole);
}

function ranked(base, question, scores, covered, whole) {
  const texts = question.phrases.length || question.lacking.length ? foldedTexts(base) : null;
  const allowed = (place) =>
    !texts ||
    (question.phrases.every((one) => texts[place].includes(one)) &&
      !question.lacking.some((one) => wordIn(one)(texts[place])));
  const best = covered.reduce((most, one) => Math.max(most, one), 0);
  const found = [];
  for (let place = 0; place < scores.length; place += 1) {
    if (!scores[place] || covered[place] < CUT * best || !allowed(place)) continue;
    const long = 0.65 + (0.35 * base.sizes[place]) / USUAL;
    const share = FLOOR + (1 - FLOOR) * (covered[place] / whole);
    found.push({ place, score: (scores[place] * share * 1.5) / (1 + 0.5 * long) });
  }
  return found.sort((a, b) => b.score - a.score || b.place - a.place);
}

const union = (owners, holders) => [...new Set(owners.flatMap((one) => holders.get(one) ?? []))];

const rarity = (base, owners) => Math.log(1 + base.families.length / (1 + union(owners, standing(base)).length));

function termWeight(base, owners) {
  const weights = owners.map((id) => {
    const { rank, share } = base.terms.get(id);
    const here = base.holders.get(id)?.length ?? 0;
    const known = (here + BELIEF * share) / (base.families.length + BELIEF);
    return -Math.log(Math.min(0.95, Math.max(known, 1e-5))) * (rank ? 1 : PLAIN);
  });
  return Math.max(...weights);
}

// Whether a folded text holds a word, or one with the same beginning and another ending.
function wordIn(word) {
  if (isHan(word)) return (text) => text.includes(word);
  const stem = word.length > 4 ? word.replace(/(?:ing|ed|es|s|ado|ada|ados|adas|ar|er|ir|o|a|e)$/u, "") : word;
  const safe = stem.replace(/[\\^$.*+?()[\]{}|/]/gu, "\\$&");
  const form = new RegExp(`(?<![\\p{L}\\p{N}])${safe}${word.length > 4 ? "" : "(?![\\p{L}\\p{N}])"}`, "u");
  return (text) => form.test(text);
}

function holding(base, fits) {
  const found = [];
  foldedTexts(base).forEach((text, place) => fits(text) && found.push(place));
  return found;
}

// Where a text holds what was asked: [start, end] spans in it, apart and in order.
export function marks(base, question, body) {
  const { text, offsets } = foldWithOffsets(body, base.simple);
  const wanted = new Set(question.terms.flatMap((one) => one.owners));
  const spans = named(text, base.forms).filter((one) => one.owners.some((id) => wanted.has(id)));
  const places = spans.map(({ start, end }) => [start, end]);
  for (const literal of [...question.phrases, ...question.words.filter(isHan)]) {
    for (let at = text.indexOf(literal); at >= 0; at = text.indexOf(literal, at + 1)) places.push([at, at + literal.length]);
  }
  const tests = question.words.filter((one) => !isHan(one)).map(wordIn);
  for (const [start, end] of words(text)) if (tests.some((fits) => fits(text.slice(start, end)))) places.push([start, end]);
  return apart(places).map(([start, end]) => [offsets[start], offsets[end]]);
}

function apart(spans) {
  const joined = [];
  for (const [start, end] of spans.sort((a, b) => a[0] - b[0])) {
    const last = joined.at(-1);
    if (last && start <= last[1]) last[1] = Math.max(last[1], end);
    else joined.push([start, end]);
  }
  return joined;
}
