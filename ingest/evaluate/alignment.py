"""How well translated rulings find their English: by card and day, and by nothing but the text."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import count
from pathlib import Path

import numpy as np

from ingest.catalogue import Catalogue
from ingest.evaluate.corpus import records
from ingest.languages import LANGUAGES
from ingest.linking.card_finder import card_finder
from ingest.linking.finder import Finder
from ingest.linking.profile import Profiler, alike, length
from ingest.model import Ruling, Text
from ingest.normalize import normalise_body

Vector = Mapping[str, float]
Vectors = Callable[[str, str], Vector]
"""What a text is found by; asked with its body and its language."""
Day = tuple[str, str]
"""A card and a day."""
SCORE, MARGIN = 4.0, 2.0
"""From which score and lead over the next on an aligned pair is trusted."""
TEN = 10


@dataclass(frozen=True, slots=True)
class Reference:
    """The English rulings of each card and day, each once."""

    by_day: Mapping[Day, frozenset[str]]

    @property
    def texts(self) -> list[str]:
        """Every distinct text, in a fixed order."""
        return sorted(frozenset().union(*self.by_day.values()))


@dataclass(frozen=True, slots=True)
class Case:
    """A translated ruling, and the English that is right."""

    day: Day
    english: str
    body: str
    lang: str = "zh-Hans"


@dataclass(frozen=True, slots=True)
class AlignmentReport:
    """How many of the cases found their English, and those that took another."""

    cases: int
    by_day: int
    first: int
    in_ten: int
    reference: int
    mistaken: tuple[tuple[Case, str], ...] = ()
    lost: tuple[tuple[Case, str], ...] = ()


def load_reference(path: Path) -> Reference:
    """The English rulings of a file of `{card, date, text}` lines."""
    found: dict[Day, set[str]] = defaultdict(set)
    for record in records(path, "card", "date", "text"):
        found[record["card"], record["date"]].add(normalise_body(record["text"]))
    return Reference({day: frozenset(texts) for day, texts in found.items()})


def load_cases(path: Path, reference: Reference) -> list[Case]:
    """The trusted pairs whose English the reference has under that card and day, beside another."""
    cases = []
    for record in records(path, "card", "date", "en", "zh"):
        day, english = (record["card"], record["date"]), normalise_body(record["en"])
        beside = reference.by_day.get(day, frozenset())
        trusted = record.get("score", 0) >= SCORE and record.get("margin", 0) >= MARGIN
        if trusted and english in beside and len(beside) > 1:
            cases.append(Case(day, english, record["zh"]))
    return cases


def sample(cases: Sequence[Case], size: int, seed: int) -> list[Case]:
    """So many of the cases, drawn at random, the same for the same seed; all for a size of 0."""
    return random.Random(seed).sample(list(cases), size) if 0 < size < len(cases) else list(cases)  # noqa: S311 - repeatable, no secret


def evaluate(cases: Iterable[Case], reference: Reference, vectors: Vectors) -> AlignmentReport:
    """The figures of the cases: ties count against them."""
    cases = list(cases)
    texts = reference.texts
    index = _Index([vectors(text, "en") for text in texts])
    places = {text: place for place, text in enumerate(texts)}
    by_day = first = in_ten = 0
    mistaken, lost = [], []
    for case in cases:
        asked = vectors(case.body, case.lang)
        own = alike(asked, index.vectors[places[case.english]])
        others = sorted(reference.by_day[case.day] - {case.english})
        like, best = max((alike(asked, index.vectors[places[text]]), text) for text in others)
        by_day += own > like
        if own <= like:
            mistaken.append((case, best))
        rank, ahead = index.rank(asked, places[case.english])
        first += rank == 0
        in_ten += rank < TEN
        if rank >= TEN:
            lost.append((case, texts[ahead]))
    return AlignmentReport(len(cases), by_day, first, in_ten, len(texts), tuple(mistaken), tuple(lost))


class _Index:
    """Vectors by what they hold: an open search over all of them."""

    def __init__(self, vectors: Sequence[Vector]) -> None:
        self.vectors = vectors
        self._lengths = np.array([length(vector) or 1.0 for vector in vectors])
        postings: dict[str, list[tuple[int, float]]] = defaultdict(list)
        for place, vector in enumerate(vectors):
            for key, weight in vector.items():
                postings[key].append((place, weight))
        self._postings = {
            key: (np.array([place for place, _ in held]), np.array([weight for _, weight in held]))
            for key, held in postings.items()
        }

    def rank(self, asked: Vector, right: int) -> tuple[int, int]:
        """How many places are at least as good as the right one, and the best place of all."""
        scores = np.zeros(len(self.vectors))
        for key, weight in asked.items():
            if key in self._postings:
                places, weights = self._postings[key]
                scores[places] += weight * weights
        scores /= self._lengths
        return int(np.count_nonzero(scores >= scores[right])) - 1, int(np.argmax(scores))


def product_vectors(catalogue: Catalogue) -> Vectors:
    """The vectors that rulings are linked by, of bare texts."""
    finder, cards = Finder(catalogue.terms, LANGUAGES, catalogue.contexts), card_finder(catalogue)
    names: dict[str, list[tuple[int, int, str]]] = {}
    profiler = Profiler(catalogue.terms, LANGUAGES, catalogue.weights, names)
    numbers = count()

    def vector(body: str, lang: str) -> Vector:
        text = Text(str(next(numbers)), lang, body)
        names[text.id] = [(match.start, match.end, match.target) for match in cards.find(body, lang)]
        return profiler.profile(Ruling(text.id, None, (text,)), {text.id: finder.find(body, lang)}).vector

    return vector
