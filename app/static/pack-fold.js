// Text as it is compared: the same folding that the server's index uses, in small.
const QUOTES = new Map([..."‘’‚‛′`´"].map((one) => [one, "'"]).concat([..."“”„‟«»″"].map((one) => [one, '"'])));
const HYPHENS = /[‐-―−]/gu;
const JOINED = /(?<=\p{L})-(?=\p{L})/gu;
const ASCII = /^[ -_a-~]*$/u;
const HAN = /\p{Script=Han}/u;
const WORDS = /\{[^{}]{1,12}\}|[+-]?[\dx]+\/[+-]?[\dx]+|[\p{L}\p{N}]+(?:'\p{L}+)?/gu;

export const isHan = (text) => HAN.test(text);

// A folded text, without offsets; `simple` maps traditional characters to simplified ones.
export function fold(text, simple = null) {
  if (ASCII.test(text)) return text.toLowerCase().replace(JOINED, " ");
  const plain = text
    .normalize("NFKC")
    .toLowerCase()
    .normalize("NFD")
    .replace(/n\u0303/gu, "ñ")
    .replace(/[\u0300-\u036f\u200b-\u200d\ufe0e\ufe0f]/gu, "")
    .normalize("NFC")
    .replace(/[‘’‚‛′`´“”„‟«»″]/gu, (one) => QUOTES.get(one))
    .replace(HYPHENS, "-")
    .replace(JOINED, " ");
  return simple && isHan(plain) ? plain.replace(/\p{Script=Han}/gu, (one) => simple.get(one) ?? one) : plain;
}

// A folded text with where each of its characters starts in the original, and that text's length last.
export function foldWithOffsets(text, simple) {
  let folded = "";
  const offsets = [];
  let place = 0;
  for (const char of text) {
    for (const one of fold(char, simple)) {
      folded += one;
      for (let n = 0; n < one.length; n += 1) offsets.push(place);
    }
    place += char.length;
  }
  offsets.push(place);
  return { text: folded.replace(JOINED, " "), offsets };
}

// The words of a folded text: [start, end] each; every Chinese character is one.
export function words(folded) {
  const found = [];
  for (const match of folded.matchAll(WORDS)) {
    const start = match.index;
    const end = start + match[0].length;
    if (!isHan(match[0])) found.push([start, end]);
    else for (let at = start; at < end; at += 1) found.push([at, at + 1]);
  }
  return found;
}
