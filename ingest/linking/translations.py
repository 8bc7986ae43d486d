"""Which words translate each other, learnt from texts that are versions of one statement.

IBM model 1 in both directions, over what stands together often enough to be evidence. A
word is kept with what both directions agree on: a guess for queries, never a link and
never shown as a term.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date as Date
from functools import lru_cache
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from ingest.languages import Language, Languages, fold
from ingest.languages.base import Weighted
from ingest.languages.evidence import FUNCTION_WORDS
from ingest.model import Family, Ruling, Text

EVIDENCE = 3
"""In how many pairs of texts two words must stand together."""
LIKELY = 0.10
"""How likely both directions together must find it that two words translate each other."""
KEPT = 4
"""How many translations of a word are kept in each language."""
TOGETHER = 0.03
"""How much of where either stands two words must stand together (Dice) to be looked at."""
ROUNDS = 6
CHUNK = 1000
"""Pairs that are looked at together: all at once would be a hundred million numbers."""
MOST_PAIRS, MOST_WORDS = 25_000, 60
"""Bounds: pairs of texts that are learnt from, and different words read in each text."""

WHOLE = 0.9
"""What a word's own stem weighs at least among what may stand for it: less is another language's guess."""

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]
Version = tuple[Date | None, Text]
Read = Callable[[Text], Iterable[tuple[str, int]]]
"""Gives the index terms of a text with their places, in the order of the text."""


@dataclass(frozen=True, slots=True)
class Translation:
    """A word of queries, an index term of another language that translates it, and how likely."""

    word: str
    term: str
    weight: float


def learn(pairs: Iterable[tuple[Text, Text]], languages: Languages, read: Read | None = None) -> list[Translation]:
    """The translations that pairs of texts are evidence for, both ways, in a fixed order.

    `read` gives the terms of a text where they are known already.
    """
    sides: dict[tuple[str, str], tuple[_Side, _Side]] = {}
    for one, other in (sorted(pair, key=lambda text: text.lang) for pair in pairs):
        ours, theirs = sides.setdefault((one.lang, other.lang), (_Side(), _Side()))
        if len(ours.rows) < MOST_PAIRS:
            ours.add(words_of(one, languages, read))
            theirs.add(words_of(other, languages, read))
    found = [translation for both in sides.values() for translation in _learn(*both)]
    return sorted(found, key=lambda t: (t.word, -t.weight, t.term))


def aligned(rulings: Iterable[Ruling], families: Iterable[Family]) -> Iterator[tuple[Text, Text]]:
    """Pairs of texts in two languages that state the same: of one day where a family has such, else its newest."""
    by_id = {ruling.id: ruling for ruling in rulings}
    for family in families:
        held = [by_id[id] for id in family.rulings]
        versions = {(text.lang, text.body): (ruling.date, text) for ruling in held for text in ruling.texts}
        for one, other in combinations(sorted({lang for lang, _ in versions}), 2):
            yield from _together(
                [version for (lang, _), version in versions.items() if lang == one],
                [version for (lang, _), version in versions.items() if lang == other],
            )


def _together(ones: Sequence[Version], others: Sequence[Version]) -> Iterator[tuple[Text, Text]]:
    days = dict(reversed(others))
    same_day = [(text, days[day]) for day, text in ones if day in days]
    if same_day:
        yield from same_day
    else:
        yield ones[0][1], others[0][1]


def words_of(text: Text, languages: Languages, read: Read | None = None) -> list[str]:
    """The different words of a text that say something, as the terms a query would look up.

    Chinese characters that no dictionary word holds count as pairs: names are written so.
    """
    language = languages.of(text.lang)
    postings = list(read(text)) if read else language.postings(text.body, text.insertions)
    spelt = [(term, at) for term, at in postings if term.startswith((f"{text.lang}~", "zh~"))]
    within = {at + n for term, at in spelt if term.startswith("zh~") for n in range(len(term) - len("zh~"))}
    pairs = [term for term, at in postings if term.startswith("zh2~") and within.isdisjoint((at, at + 1))]
    small = _small(language)
    return [term for term in dict.fromkeys([*(term for term, _ in spelt), *pairs]) if term not in small][:MOST_WORDS]


@lru_cache(maxsize=8)
def _small(language: Language) -> frozenset[str]:
    """The terms of the words that only hold sentences together."""
    return frozenset(
        term for word in FUNCTION_WORDS.get(language.tag, ()) for term in language.word_terms(fold(word).text)
    )


def keys_of(alternatives: Weighted, *langs: str) -> list[str]:
    """The terms a word is learnt and looked up by: its stem in some languages, or the Chinese word or pair.

    >>> keys_of((("=opted", 1.0), ("en~opt", 0.9), ("es~opt", 0.6)), "en"), keys_of((("#{x}", 1.0),), "en")
    (['en~opt'], [])
    """
    stems = tuple(f"{lang}~" for lang in langs)
    found = [term for term, weight in alternatives if term.startswith(stems) and weight >= WHOLE]
    return found or [term for term, _ in alternatives[:1] if term.startswith(("zh~", "zh2~"))]


def _learn(one: _Side, other: _Side) -> Iterator[Translation]:
    ones, others = _Words(one), _Words(other)
    links = _links(ones, others)
    if not len(links.pairs):
        return
    likely = np.sqrt(_model(links, links.others, links.ones) * _model(links, links.ones, links.others))
    kept = np.flatnonzero(likely >= LIKELY)
    found = [
        (ones.names[one], others.names[other], weight)
        for one, other, weight in zip(
            links.ones[kept].tolist(), links.others[kept].tolist(), likely[kept].tolist(), strict=True
        )
    ]
    yield from _best(found)
    yield from _best([(other, one, weight) for one, other, weight in found])


def _best(found: Iterable[tuple[str, str, float]]) -> Iterator[Translation]:
    taken: Counter[str] = Counter()
    for word, term, weight in sorted(found, key=lambda row: (row[0], -row[2], row[1])):
        taken[word] += 1
        if taken[word] <= KEPT:
            yield Translation(word, term, round(weight, 3))


class _Side:
    """One side of the pairs as it is read: the words of each text as numbers, for there are a million of them."""

    def __init__(self) -> None:
        self.numbers: dict[str, int] = {}
        self.rows: list[Ints] = []

    def add(self, words: Iterable[str]) -> None:
        """Takes in the words of one more text."""
        self.rows.append(np.array([self.numbers.setdefault(word, len(self.numbers)) for word in words], np.int32))


class _Words:
    """One side of the pairs: its words, numbered in their order, without those too rare to learn."""

    def __init__(self, side: _Side) -> None:
        counts = np.bincount(_joined(side.rows), minlength=len(side.numbers))
        often = (word for word, number in side.numbers.items() if counts[number] >= EVIDENCE)
        self.names = sorted(often)
        at = np.array([side.numbers[name] for name in self.names], np.int64)
        number = np.full(len(side.numbers), -1, np.int64)
        number[at] = np.arange(len(at))
        self.rows = [own[own >= 0] for own in (number[row] for row in side.rows)]
        self.counts = counts[at].astype(np.float64)


@dataclass(frozen=True, slots=True)
class _Links:
    """What may translate what: the two words of each kind of link, and each place where one stands."""

    ones: Ints
    others: Ints
    kinds: Ints
    pairs: Ints


def _links(ones: _Words, others: _Words) -> _Links:
    """The links with enough evidence; what stands together by the way only is left out before any model."""
    width = max(1, len(others.names))
    both = list(zip(ones.rows, others.rows, strict=True))
    kinds, counts = _counted(both, width, len(ones.names))
    dice = 2 * counts / (ones.counts[kinds // width] + others.counts[kinds % width])
    kinds = kinds[(counts >= EVIDENCE) & (dice >= TOGETHER)]
    parts = [_standing(both[at : at + CHUNK], width, kinds) for at in range(0, len(both), CHUNK)]
    pairs = [at + CHUNK * number for number, (_, at) in enumerate(parts)]
    return _Links(kinds // width, kinds % width, _joined([places for places, _ in parts]), _joined(pairs))


def _counted(both: Sequence[tuple[Ints, Ints]], width: int, height: int) -> tuple[Ints, Ints]:
    """The kinds of links there are, and in how many pairs each stands."""
    narrow = np.int32 if width * height < np.iinfo(np.int32).max else np.int64
    keys = _joined([np.add.outer(one * width, other).ravel().astype(narrow) for one, other in both])
    keys.sort()
    first = np.flatnonzero(np.diff(keys, prepend=-1))
    return keys[first].astype(np.int64), np.diff(np.append(first, len(keys)))


def _standing(both: Sequence[tuple[Ints, Ints]], width: int, kinds: Ints) -> tuple[Ints, Ints]:
    """Where some kinds of links stand in some pairs: the place of the kind, and that of the pair."""
    keys = _joined([np.add.outer(one * width, other).ravel() for one, other in both])
    pairs = np.repeat(np.arange(len(both)), [len(one) * len(other) for one, other in both])
    at = np.minimum(np.searchsorted(kinds, keys), max(0, len(kinds) - 1))
    stands = kinds[at] == keys if len(kinds) else np.zeros(len(keys), np.bool_)
    return at[stands], pairs[stands]


def _model(links: _Links, given: Ints, said: Ints) -> Floats:
    """For each kind of link how likely the word `given` is translated by the word `said`."""
    likely = np.ones(len(given))
    _, says = np.unique(links.pairs * (said.max() + 1) + said[links.kinds], return_inverse=True)
    for _ in range(ROUNDS):
        share = likely[links.kinds]
        share /= np.bincount(says, share)[says]
        counts = np.bincount(links.kinds, share, minlength=len(given))
        likely = counts / np.bincount(given, counts)[given]
    return likely


def _joined(rows: Sequence[Ints]) -> Ints:
    return np.concatenate(rows) if rows else np.zeros(0, np.int64)
