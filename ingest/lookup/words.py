"""The words there are, and which of them another may be a slip of."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Self

import numpy as np

from ingest.catalogue.words import KnownWords
from ingest.index.arrays import MAX_NAME, Floats, Ints, Names, Table, decode, encode, joined
from ingest.languages import fold
from ingest.languages.evidence import FUNCTION_WORDS
from ingest.languages.scripts import is_han
from ingest.lookup.keys import Keyed, holds, key_set, keys_of
from ingest.model import Card, Term

SHORTEST, SURE = 4, 6
"""Shorter words are left alone; from `SURE` letters on two may be wrong."""
VOCABULARY = 100_000
"""So many words of the texts are known, the most frequent ones."""
FEW = 20_000
"""With fewer words than this even one that stands in one text only is known."""
CARD = 5.0
"""What a word in the name of a card is worth at least."""
TERM, _MECHANIC = 50, 500
"""What a form of a term adds. A word of texts is worth less, so that nothing is lost where the two are added."""
_LATIN = re.compile(r"[^\W\d_]+")
_SMALL = frozenset(fold(word).text for words in FUNCTION_WORDS.values() for word in words)

Counted = Sequence[tuple[str, int]]
"""Words with the number of texts that hold each."""


@dataclass(frozen=True, slots=True)
class Words(Table):
    """Words of alphabets with what each is worth: the likelier, the more.

    `letters` are a bit for each letter a word has: one slip changes two of them at most.
    `named` are the keys of the words in the names of all cards.
    """

    words: Names
    worth: Floats
    lengths: Ints
    letters: Ints
    keys: Ints
    numbers: Ints
    named: Ints

    @classmethod
    def of(cls, worth: Mapping[str, float], named: Iterable[str] = ()) -> Self:
        """These words with their worth; `named` stand in names."""
        words = [word for word in worth if 0 < len(word.encode()) <= MAX_NAME]
        keyed = Keyed.of(words)
        values = np.array([worth[word] for word in words], np.float64)
        return cls(encode(words), values, *_shapes(words), keyed.keys, keyed.numbers, key_set(named))

    def with_worth(self, worth: Mapping[str, float]) -> Self:
        """These words with others, and with another worth of some.

        >>> some = Words.of({"tap": 1.0, "sage": 1.0}).with_worth({"manifest": 2.0, "sage": 3.0})
        >>> some.nearest("manifst"), [float(one) for one in some.worth], "tap" in some
        ('manifest', [1.0, 3.0, 2.0], True)
        """
        given = list(worth)
        places = Keyed(self.keys, self.numbers).find(keys_of(given))
        values = self.worth.copy()
        values[places[places >= 0]] = [worth[given[at]] for at in np.flatnonzero(places >= 0)]
        new = [given[at] for at in np.flatnonzero(places < 0) if 0 < len(given[at].encode()) <= MAX_NAME]
        keyed = Keyed(self.keys, self.numbers).with_more(new, range(len(self.words), len(self.words) + len(new)))
        lengths, letters = _shapes(new)
        return type(self)(
            joined(self.words, encode(new)),
            np.append(values, [worth[word] for word in new]),
            np.append(self.lengths, lengths),
            np.append(self.letters, letters),
            keyed.keys,
            keyed.numbers,
            self.named,
        )

    def worths(self, words: Sequence[str]) -> list[float]:
        """What each word is worth, 0 for one that is not known."""
        places = Keyed(self.keys, self.numbers).find(keys_of(words))
        return (
            np.where(places >= 0, self.worth[np.maximum(places, 0)], 0.0).tolist()
            if len(self.worth)
            else [0.0] * len(words)
        )

    def __contains__(self, word: str) -> bool:
        return word in Keyed(self.keys, self.numbers)

    def is_in_a_name(self, word: str) -> bool:
        """Whether some card's name holds the folded word."""
        return holds(self.named, word)

    def nearest(self, word: str) -> str | None:
        """The known word that a few slips make of this, the likeliest; None for a name or a strange word.

        >>> some = Words.of({"manifest": 2.0, "manifold": 1.0, "sage": 1.0}, ["sagu"])
        >>> some.nearest("manifst"), some.nearest("sagu"), some.nearest("mani")
        ('manifest', None, None)
        """
        if len(word) < SHORTEST or self.is_in_a_name(word):
            return None
        # Imported here: most people never type a word that is not known.
        from rapidfuzz.distance import OSA
        from rapidfuzz.process import extract

        slips = 2 if len(word) >= SURE else 1
        like = self._like(word, slips)
        choices = [decode(one) for one in self.words[like].tolist()]
        near = extract(word, choices, scorer=OSA.distance, score_cutoff=slips, limit=None)
        ranked = [
            (slips + (known[:1] != word[:1]), -float(self.worth[like[at]]), known)
            for known, slips, at in near
            if len(known) >= SHORTEST and (slips < 2 or known[:1] == word[:1])
        ]
        return min(ranked)[2] if ranked else None

    def _like(self, word: str, slips: int) -> Ints:
        """The places of the words that so many slips could make of this one, and of some others."""
        apart = np.bitwise_count(self.letters ^ _letters([word])[0])
        near = (apart <= 2 * slips) & (self.lengths >= len(word) - slips) & (self.lengths <= len(word) + slips)
        return np.flatnonzero(near)


@dataclass(frozen=True, slots=True)
class InCards(Table):
    """The words in the names of cards, by their keys: whoever adds to the words has to know them."""

    keys: Ints


def worth_of(terms: Iterable[Term], in_cards: Iterable[str], known: KnownWords, counted: Counted) -> dict[str, float]:
    """The words of catalogue and texts with their worth: names of mechanics before terms, cards and other words.

    `in_cards` are the words in the names of cards, `counted` those of the texts.
    """
    found = {word: counted_worth(count) for word, count in known.counts.items()}
    found |= {word: counted_worth(count) for word, count in counted if counts(count, len(counted))}
    found |= {word: max(CARD, found.get(word, 0)) for word in in_cards}
    forms: Counter[str] = Counter()
    for term in terms:
        worth = _MECHANIC if term.mechanic else TERM
        for form in _names(term.names, term.forms, term.deprecated, term.slang):
            forms.update(dict.fromkeys(_words(form), worth))
    found |= {word: worth + found.get(word, 0.0) for word, worth in forms.items()}
    return {word: worth for word, worth in found.items() if is_word(word)}


def counted_worth(count: int) -> float:
    """What a word is worth that so many texts hold."""
    return 1 + math.log(count)


def counts(count: int, words: int) -> bool:
    """Whether a word that so many texts hold is known for that, where there are so many words."""
    return count > 1 or words < FEW


def is_word(word: str) -> bool:
    """Whether it is written in an alphabet, and no word that only holds sentences together."""
    return not any(map(is_han, word)) and word not in _SMALL


def words_in(cards: Iterable[Card]) -> list[str]:
    """The folded words in the names of cards, each once."""
    return sorted({word for card in cards for name in _names(card.names, card.aliases) for word in _words(name)})


def _words(name: str) -> set[str]:
    return set(_LATIN.findall(fold(name).text))


def _names(names: Mapping[str, str], *others: Mapping[str, tuple[str, ...]]) -> Iterator[str]:
    for lang in ("en", "es"):
        yield names.get(lang, "")
        for more in others:
            yield from more.get(lang, ())


def _shapes(words: Sequence[str]) -> tuple[Ints, Ints]:
    """How long each word is, and its letters."""
    return np.array([len(word) for word in words], np.uint8), _letters(words)


def _letters(words: Sequence[str]) -> Ints:
    """For each word a bit for each letter it has; letters of several alphabets may share one."""
    if not words:
        return np.zeros(0, np.uint32)
    codes = np.frombuffer("".join(words).encode("utf-32-le", "surrogatepass"), "<u4")
    starts = np.zeros(len(words), np.int64)
    np.cumsum([len(word) for word in words[:-1]], out=starts[1:])
    return np.bitwise_or.reduceat(np.uint32(1) << (codes & 31), starts)
