"""Where terms stand in a text, in little room: a build holds a million of them until it is written."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Iterator, Sequence
from sys import intern
from typing import NamedTuple, overload

from ingest.linking.finder import Match


class TermSpan(NamedTuple):
    """A term at its place in a text: half-open offsets."""

    start: int
    end: int
    target: str


class TermSpans(Sequence[TermSpan]):
    """The terms found in a text, in the order in which they were given.

    >>> found = TermSpans([Match(2, 4, "tap", "tap"), Match(5, 9, "cast", "cast")])
    >>> found[1], len(found), found == TermSpans(found)
    (TermSpan(start=5, end=9, target='cast'), 2, True)
    """

    __slots__ = ("_bounds", "_targets")

    def __init__(self, found: Iterable[Match | TermSpan] = ()) -> None:
        held = tuple(found)
        self._targets = tuple(intern(one.target) for one in held)
        self._bounds = array("I", [bound for one in held for bound in (one.start, one.end)])

    @overload
    def __getitem__(self, at: int) -> TermSpan: ...
    @overload
    def __getitem__(self, at: slice) -> tuple[TermSpan, ...]: ...
    def __getitem__(self, at: int | slice) -> TermSpan | tuple[TermSpan, ...]:
        return tuple(self)[at]

    def __iter__(self) -> Iterator[TermSpan]:
        bounds = iter(self._bounds)
        return map(TermSpan, bounds, bounds, self._targets)

    def __len__(self) -> int:
        return len(self._targets)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, TermSpans) and tuple(self) == tuple(other)

    def __hash__(self) -> int:
        return hash(tuple(self))

    def __reduce__(self) -> tuple[Callable[..., TermSpans], tuple[object, ...]]:
        return _sent, (self._targets, self._bounds)


def _sent(targets: tuple[str, ...], bounds: array[int]) -> TermSpans:
    """The spans as another process sent them; a name that many texts hold is kept once."""
    spans = TermSpans()
    spans._targets, spans._bounds = tuple(map(intern, targets)), bounds
    return spans
