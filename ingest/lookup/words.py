"""The words there are, and which of them another may be a slip of."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Self

import numpy as np
from rapidfuzz.distance import OSA
from rapidfuzz.process import extract

from ingest.catalogue.words import KnownWords
from ingest.index.arrays import MAX_NAME, Floats, Ints, Names, Table, decode, encode
from ingest.languages import fold
from ingest.languages.evidence import FUNCTION_WORDS
from ingest.languages.scripts import is_han
from ingest.lookup.keys import Keyed, holds, key_set
from ingest.model import Card, Term

SHORTEST, SURE = 4, 6
"""Shorter words are left alone; from `SURE` letters on two may be wrong."""
VOCABULARY = 100_000
"""So many words of the texts are known, the most frequent ones."""
_NEAREST = 12
_FEW = 20_000
"""With fewer words than this even one that stands in one text only is known."""
_CARD, _TERM, _MECHANIC = 5.0, 50.0, 500.0
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
        lengths = np.array([len(word) for word in words], np.uint8)
        values = np.array([worth[word] for word in words], np.float64)
        return cls(encode(words), values, lengths, _letters(words), keyed.keys, keyed.numbers, key_set(named))

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
        slips = 2 if len(word) >= SURE else 1
        like = self._like(word, slips)
        choices = [decode(one) for one in self.words[like].tolist()]
        near = extract(word, choices, scorer=OSA.distance, score_cutoff=slips, limit=_NEAREST)
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


def worth_of(terms: Iterable[Term], cards: Iterable[Card], known: KnownWords, counted: Counted) -> dict[str, float]:
    """The words of catalogue and texts with their worth: names of mechanics before terms, cards and other words.

    `counted` are the words of the texts.
    """
    found = {word: 1 + math.log(count) for word, count in known.counts.items()}
    found |= {word: 1 + math.log(count) for word, count in counted if count > 1 or len(counted) < _FEW}
    for name in (name for card in cards for name in _names(card.names, card.aliases)):
        found |= {word: max(_CARD, found.get(word, 0)) for word in _LATIN.findall(fold(name).text)}
    for term in terms:
        worth = _MECHANIC if term.mechanic else _TERM
        for form in _names(term.names, term.forms, term.deprecated, term.slang):
            found |= {word: worth + found.get(word, 0) for word in _LATIN.findall(fold(form).text)}
    return {word: worth for word, worth in found.items() if not any(map(is_han, word)) and word not in _SMALL}


def _names(names: Mapping[str, str], *others: Mapping[str, tuple[str, ...]]) -> Iterator[str]:
    for lang in ("en", "es"):
        yield names.get(lang, "")
        for more in others:
            yield from more.get(lang, ())


def _letters(words: Sequence[str]) -> Ints:
    """For each word a bit for each letter it has; letters of several alphabets may share one."""
    if not words:
        return np.zeros(0, np.uint32)
    codes = np.frombuffer("".join(words).encode("utf-32-le", "surrogatepass"), "<u4")
    starts = np.zeros(len(words), np.int64)
    np.cumsum([len(word) for word in words[:-1]], out=starts[1:])
    return np.bitwise_or.reduceat(np.uint32(1) << (codes & 31), starts)
