"""How a text reads: its words, its template, its numbers, what it denies."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from sys import intern

from ingest.languages.folding import Folded
from ingest.linking.polarity import denied
from ingest.model import Span

_PIECE = re.compile(r"\{[^{}\s]{1,8}\}|[+-]?[\dx*]+/[+-]?[\dx*]+|[\u3400-\u9fff]|[^\W\u3400-\u9fff]+(?:'[^\W\d_]+)*")
_NUMBER = re.compile(r"\{[^{}\s]{1,8}\}|[+-]?[\dx*]+/[+-]?[\dx*]+|\d+")
SPELT = {
    word: str(number)
    for number, spelt in enumerate(
        (
            "two dos 两 二", "three tres 三", "four cuatro 四", "five cinco 五", "six seis 六", "seven siete 七",
            "eight ocho 八", "nine nueve 九",
        ), 2
    )
    for word in spelt.split()
}  # fmt: skip
UNKNOWN = frozenset({"x", "{x}"})
"""A number that is chosen, however it is written and however often: three is not X."""
_NOTHING: Counter[str] = Counter()
MASK = "\0"
"""Stands in a template for a mechanic, a card or a number."""


@dataclass(frozen=True, slots=True)
class Wording:
    """A text as it is compared: its words, and its template, where names and numbers are blanks."""

    words: tuple[str, ...]
    template: tuple[str, ...]
    numbers: Counter[str]
    terms: frozenset[str] = frozenset()
    """The terms of the game in it, without plain vocabulary."""
    denied: frozenset[str] = frozenset()
    """The words that its negations stand before."""
    keywords: Counter[str] = field(default_factory=Counter)
    """How often it names each keyword and each type of creature, artifact … that is no everyday word."""

    def __reduce__(self) -> tuple[Callable[..., Wording], tuple[object, ...]]:
        # Sent from process to process in one piece; words that many texts have are then kept once.
        return _sent, (" ".join(self.words), " ".join(self.template), *map(dict, (self.numbers, self.keywords)),
                       self.terms, self.denied)  # fmt: skip


def _sent(
    words: str,
    template: str,
    numbers: dict[str, int],
    keywords: dict[str, int],
    terms: frozenset[str],
    denied: frozenset[str],
) -> Wording:
    said, blanked = (tuple(map(intern, joined.split(" "))) if joined else () for joined in (words, template))
    return Wording(said, blanked, _counted(numbers), terms, denied, _counted(keywords))


def _counted(counts: Mapping[str, int]) -> Counter[str]:
    """The counts; most texts have none, and those share it."""
    return Counter(counts) if counts else _NOTHING


def wording(folded: Folded, blanks: Iterable[Span], terms: Iterable[str], keywords: Iterable[str]) -> Wording:
    """How a folded text reads; `blanks` are the spans of names, `terms` and `keywords` those found in it."""
    blanks = list(blanks)
    words, template = [], []
    for piece in _PIECE.finditer(folded.text):
        start, end = folded.span(piece.start(), piece.end())
        word = intern(piece.group())
        words.append(word)
        blank = _NUMBER.fullmatch(word) or any(a <= start and end <= b for a, b in blanks)
        if not blank:
            template.append(word)
        elif not template or template[-1] != MASK:
            template.append(MASK)
    numbers = Counter(SPELT.get(word, word) for word in words if word in SPELT or _NUMBER.fullmatch(word))
    if not UNKNOWN.isdisjoint(words):
        numbers = Counter({**numbers, "{x}": 1})
    counted = _counted(numbers), _counted(Counter(keywords))
    return Wording(tuple(words), tuple(template), counted[0], frozenset(terms), denied(words), counted[1])


def numbers_of(body: str) -> list[str]:
    """The numbers and symbols of a text as they stand."""
    return _NUMBER.findall(body.lower())
