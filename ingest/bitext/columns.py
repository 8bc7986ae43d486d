"""Versions of a statement in columns: rows in which every column says the same."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from ingest.bitext.beads import Bead, Sentence, beads
from ingest.languages import language
from ingest.model import Span
from ingest.numerals import numbers, ratios, symbols

Row = tuple[Span | None, ...]
"""For each column the span of its text that stands in this row, None where it says nothing of it."""


@dataclass(frozen=True, slots=True)
class Body:
    """A text to be set in a column; `terms` are the glossary's terms in it: id, start, end."""

    lang: str
    body: str
    terms: Sequence[tuple[str, int, int]] = ()


def rows(bodies: Sequence[Body]) -> list[Row]:
    """The rows of some versions, the first of which the others are aligned to; every sentence stands in one.

    >>> rows([Body("en", "Draw a card. Discard a card."), Body("zh-Hans", "抓一张牌。弃一张牌。")])
    [((0, 12), (0, 5)), ((13, 28), (5, 10))]
    """
    if not bodies:
        return []
    cut = [_sentences(body) for body in bodies]
    pivot = [_sentence(bodies[0], span) for span in cut[0]]
    aligned = [
        beads(pivot, [_sentence(body, span) for span in spans], bodies[0].lang, body.lang)
        for body, spans in zip(bodies[1:], cut[1:], strict=True)
    ]
    return [
        tuple(_covered(spans, run) for spans, run in zip(cut, runs, strict=True))
        for runs in _merged(len(pivot), aligned)
    ]


def _merged(size: int, aligned: Sequence[Sequence[Bead]]) -> list[list[Span]]:
    """Runs of sentences for every column, cut wherever no bead of any column would be torn."""
    torn = {at for chain in aligned for (start, end), _ in chain for at in range(start + 1, end)}
    cuts = [at for at in range(size + 1) if at not in torn]
    found = [[(0, 0), *(_inserted(chain, 0) for chain in aligned)]]
    for start, end in pairwise(cuts):
        found.append([(start, end), *(_within(chain, start, end) for chain in aligned)])
        found.append([(end, end), *(_inserted(chain, end) for chain in aligned)])
    return [runs for runs in found if any(start < end for start, end in runs)]


def _within(chain: Sequence[Bead], start: int, end: int) -> Span:
    """The sentences that stand for those of the pivot from `start` to `end`."""
    inside = [other for (first, last), other in chain if start <= first < last <= end]
    return (inside[0][0], inside[-1][1]) if inside else (0, 0)


def _inserted(chain: Sequence[Bead], at: int) -> Span:
    """The sentences that the pivot has nothing for, where it stands at a number."""
    inside = [other for (first, last), other in chain if first == last == at]
    return (inside[0][0], inside[-1][1]) if inside else (0, 0)


def _covered(spans: Sequence[Span], run: Span) -> Span | None:
    start, end = run
    return (spans[start][0], spans[end - 1][1]) if start < end else None


def _sentences(body: Body) -> list[Span]:
    return language(body.lang).sentences(body.body)


def _sentence(body: Body, span: Span) -> Sentence:
    words = body.body[slice(*span)]
    amounts = [*symbols(words), *ratios(words), *(one for one in numbers(words, body.lang) if one.firm)]
    terms = [f"term {id}" for id, start, end in body.terms if span[0] <= start and end <= span[1]]
    return Sentence(len(words), Counter([*(f"amount {one.value}" for one in amounts), *terms]))
