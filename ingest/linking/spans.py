"""Where terms stand in all texts, in little room: a build holds a million of them until it is written."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from ingest.linking.finder import Match


class TermSpan(NamedTuple):
    """A term at its place in a text: half-open offsets."""

    start: int
    end: int
    target: str


class TermSpans(Mapping[str, tuple[TermSpan, ...]]):
    """For each text by its id the terms found in it, in the order in which they were given.

    >>> spans = TermSpans([("a", [Match(2, 4, "tap", "tap")]), ("b", [])])
    >>> spans["a"], spans["b"], len(spans)
    ((TermSpan(start=2, end=4, target='tap'),), (), 2)
    """

    def __init__(self, found: Iterable[tuple[str, Iterable[Match]]] = ()) -> None:
        self._numbers: dict[str, int] = {}
        self._rows: dict[str, array[int]] = {}
        for text, matches in found:
            self._rows[text] = array("I", self._flat(matches))
        self._names = list(self._numbers)

    def __getitem__(self, text: str) -> tuple[TermSpan, ...]:
        values = iter(self._rows[text])
        triples = zip(values, values, values, strict=True)
        return tuple(TermSpan(start, end, self._names[number]) for start, end, number in triples)

    def __iter__(self) -> Iterator[str]:
        return iter(self._rows)

    def __len__(self) -> int:
        return len(self._rows)

    def _flat(self, matches: Iterable[Match]) -> Iterator[int]:
        for one in matches:
            yield one.start
            yield one.end
            yield self._numbers.setdefault(one.target, len(self._numbers))
