// Families of the pack as the server's pages show theirs, made from the page's own templates.
const page = document.getElementById("pack");
const lang = document.documentElement.lang;
const prefix = page.dataset.prefix;
const said = new Map(
  [...document.getElementById("pack-said").content.children].map((one) => [one.dataset.key, one.textContent]),
);

export function say(key, values = {}) {
  return (said.get(key) ?? key).replace(/\{(\w+)\}/gu, (whole, name) => values[name] ?? whole);
}

export const number = (value) => new Intl.NumberFormat(lang).format(value);

export function size(bytes) {
  const large = bytes >= 1e6;
  const unit = large ? "megabyte" : "kilobyte";
  const value = large ? bytes / 1e6 : bytes / 1e3;
  return new Intl.NumberFormat(lang, { style: "unit", unit, maximumFractionDigits: large ? 1 : 0 }).format(value);
}

export function day(iso) {
  if (!iso) return say("date.unknown");
  return new Intl.DateTimeFormat(lang, { dateStyle: "long", timeZone: "UTC" }).format(new Date(iso));
}

const made = (id) => document.getElementById(id).content.firstElementChild.cloneNode(true);

// A name in the reader's language, else English, else any, with the language it is in.
export function best(names, id = "") {
  const tag = [lang, "en", ...Object.keys(names ?? {})].find((one) => names?.[one]);
  return tag ? { text: names[tag], lang: tag } : { text: id, lang: "" };
}

function spoken(node, name) {
  node.textContent = name.text;
  if (name.lang && name.lang !== lang) node.lang = name.lang;
  return node;
}

// The list item of a family: the ruling whose words one reads first, and one version of each other language.
export function familyItem(family, n) {
  const item = made("pack-hit");
  const versions = chosen(family.rulings);
  const lead = versions[0].ruling;
  const link = item.querySelector("a");
  link.href = `${prefix}/rulings/${lead.id}`;
  item.querySelector(".on").append(...onCards(lead.cards));
  const time = item.querySelector("time");
  time.textContent = day(lead.day);
  if (lead.day) time.dateTime = lead.day;
  const list = item.querySelector(".versions");
  list.classList.add(`n${Math.min(versions.length, 3)}`);
  versions.forEach((one, m) => list.append(version(one, `p${n}-${m}`)));
  tags(item.querySelector(".tags"), family.mechanics);
  return item;
}

function onCards(cards) {
  if (!cards.length) return [say("hit.general")];
  const first = spoken(document.createElement("span"), best(cards[0].names, cards[0].id));
  return cards.length === 1 ? [first] : [first, ` ${say("offline.cards-more", { n: number(cards.length - 1) })}`];
}

// One text of each language, the reader's first; of several the one that holds what was asked.
function chosen(rulings) {
  const found = new Map();
  for (const ruling of rulings) {
    for (const text of ruling.texts) {
      const held = found.get(text.lang);
      if (!held || (text.marks.length && !held.text.marks.length)) found.set(text.lang, { ruling, text });
    }
  }
  const place = (one) => (one === lang ? -1 : ["en", "es", "zh-Hans"].indexOf(one));
  return [...found.values()].sort((a, b) => place(a.text.lang) - place(b.text.lang));
}

function version({ ruling, text }, id) {
  const node = made("pack-version");
  node.querySelector(".tongue").textContent = say(`language.${text.lang}`);
  const standing = node.querySelector(".standing");
  standing.classList.add(text.origin);
  standing.querySelector("use").setAttribute("href", `#o-${text.origin}`);
  standing.querySelector(".word").textContent = say(`origin.${text.origin}`);
  const label = node.querySelector(".label");
  label.hidden = !text.label;
  if (text.label) label.textContent = `${say("version.label")} ${text.label}`;
  const body = node.querySelector(".body");
  body.lang = text.lang;
  body.append(...marked(text));
  node.querySelector(".caution").hidden = text.origin !== "machine";
  node.querySelector(".words").id = id;
  cite(node.querySelector(".copy"), id, ruling, text);
  return node;
}

function marked({ body, marks }) {
  const parts = [];
  let at = 0;
  for (const [start, end] of marks) {
    const mark = document.createElement("mark");
    mark.textContent = body.slice(start, end);
    parts.push(body.slice(at, start), mark);
    at = end;
  }
  return [...parts, body.slice(at)];
}

function cite(button, id, ruling, text) {
  const card = ruling.cards.length ? best(ruling.cards[0].names, ruling.cards[0].id).text : "";
  const key = `citation.${card ? "card" : "plain"}${ruling.day ? "" : "-undated"}`;
  const after = say(key, { card, date: day(ruling.day), origin: say(`origin.${text.origin}`) });
  button.dataset.copy = id;
  button.dataset.before = say("citation.open");
  button.dataset.after = `${say("citation.close")} ${after}\n${location.origin}/rulings/${ruling.id}`;
}

function tags(node, mechanics) {
  mechanics.forEach((one, n) => {
    const link = spoken(document.createElement("a"), best(one.names, one.id));
    link.href = `${prefix}/mechanics/${one.id}`;
    if (n) node.append(say("list.names"));
    node.append(link);
  });
}
