"""Where terms and concepts stand in texts: what a page marks, looked up and not analysed anew."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, reduce
from itertools import accumulate
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ingest.index.arrays import MAX_NAME, Finder, Ints, Names, Table
from ingest.index.contract import Phrase
from ingest.model import Span

CONCEPT = "@"
"""What a concept's name begins with here; no term does."""
NOWHERE = 0xFFFF
"""The position of what has none, such as a concept."""
MOST = 0xFFFF
"""Characters of a text that are looked at: what stands behind them is not marked."""
_SHIFT = 17
"""More bits than any offset into a text has."""

Spot = tuple[str, int, int, int]
"""A name, where it starts and ends in the text, and its place in the row of positions."""
Block = NDArray[Any]
"""The spots of a text, or of several one after the other: rows of `ROW`."""
Piece = tuple[Ints, Ints, Ints]
"""Spans as columns: the texts they are of, where they start and end."""

ROW = np.dtype([("name", "<i4"), ("start", "<u2"), ("end", "<u2"), ("position", "<u2")])


class Numbering:
    """Gives names their numbers while texts are packed."""

    def __init__(self) -> None:
        self._numbers: defaultdict[str, int] = defaultdict()
        self._numbers.default_factory = self._numbers.__len__

    def __len__(self) -> int:
        return len(self._numbers)

    def __iter__(self) -> Iterator[str]:
        """The names in the order of their numbers."""
        return iter(self._numbers)

    def number(self, names: Iterable[str]) -> Ints:
        """The numbers of some names."""
        return np.array([self._numbers[name] for name in names], np.int32)

    def pack(self, spots: Iterable[Spot]) -> Block:
        """The spots of a text as a block."""
        numbers = self._numbers
        rows = [(numbers[name], *spot) for name, *spot in spots if spot[1] <= MOST and spot[2] <= NOWHERE]
        return np.array(rows, ROW)

    def names(self) -> SpotNames:
        """The table of all names that were given a number."""
        kept: dict[bytes, int] = {}
        for name, number in self._numbers.items():
            kept.setdefault(name.encode()[:MAX_NAME], number)
        ordered = sorted(kept)
        return SpotNames(np.array(ordered, np.bytes_), np.array([kept[name] for name in ordered], np.int32))


@dataclass(frozen=True, slots=True)
class Found:
    """Spans of several texts, one after the other; `bounds` has where those of each text begin, and the end."""

    bounds: Sequence[int]
    spans: Sequence[Span]

    def __len__(self) -> int:
        return len(self.bounds) - 1

    def __getitem__(self, text: int) -> Sequence[Span]:
        """The spans of a text, in order."""
        return self.spans[self.bounds[text] : self.bounds[text + 1]]

    def has(self, text: int) -> bool:
        """Whether there is any in a text."""
        return self.bounds[text] < self.bounds[text + 1]

    def stretch(self, first: int, count: int) -> Found:
        """The same for so many texts from the first on."""
        return Found(self.bounds[first : first + count + 1], self.spans)


def found(spans: Sequence[Sequence[Span]]) -> Found:
    """Spans by text.

    >>> some = found([[(0, 2)], [], [(1, 3), (5, 6)]]); some[2], some.has(1), some.stretch(2, 1)[0]
    ([(1, 3), (5, 6)], False, [(1, 3), (5, 6)])
    """
    return Found([0, *accumulate(map(len, spans))], [span for own in spans for span in own])


def joined(blocks: Sequence[Block]) -> Block:
    """Several blocks as one, by their bytes: numpy compares the columns of each with those of all others first.

    >>> joined([np.zeros(2, ROW), np.ones(1, ROW)])["start"].tolist()
    [0, 0, 1]
    """
    return np.frombuffer(b"".join([block.tobytes() for block in blocks]), ROW)


@dataclass(frozen=True)
class SpotNames(Table):
    """Names in byte order with the numbers that blocks have for them."""

    names: Names
    numbers: Ints

    @cached_property
    def _finder(self) -> Finder:
        return Finder(self.names)

    def find(
        self, block: Block, counts: Sequence[int], names: Sequence[str], phrases: Sequence[Phrase] = ()
    ) -> list[list[Span]]:
        """The spans of each text where any of the names or phrases stands, in order and apart from each other.

        `counts` says how many rows of the block each text has.
        """
        held = block["name"]
        at = self._named(held, names)
        owners = np.cumsum(counts).searchsorted(at, side="right")
        pieces = [(owners, block["start"][at], block["end"][at])]
        if phrases:
            every = np.repeat(np.arange(len(counts)), counts)
            pieces += [self._said(block, every, phrase) for phrase in phrases]
        return _apart(pieces, len(counts))

    def numbers_of(self, names: Sequence[str]) -> list[int]:
        """The number of each name, -1 for one that stands nowhere."""
        return [int(self.numbers[place]) if place >= 0 else -1 for place in self._finder.places(names)]

    def _named(self, held: Ints, names: Sequence[str]) -> Ints:
        wanted = np.zeros(len(self.names) + 1, np.bool_)
        wanted[self.numbers_of(names)] = True
        wanted[-1] = False
        return wanted.take(held).nonzero()[0]

    def _said(self, block: Block, owners: Ints, phrase: Phrase) -> Piece:
        """Where a phrase is said: from where its first term starts to where its last one ends."""
        numbers = self.numbers_of([term for term, _ in phrase])
        rows = [_row(block, owners, number, place) for number, (_, place) in zip(numbers, phrase, strict=True)]
        if not rows:
            return owners[:0], owners[:0], owners[:0]
        whole = reduce(np.intersect1d, [keys for keys, _ in rows])
        first, last = (at[np.searchsorted(keys, whole)] for keys, at in (rows[0], rows[-1]))
        return whole >> _SHIFT, block["start"][first], block["end"][last]


def _row(block: Block, owners: Ints, number: int, place: int) -> tuple[Ints, Ints]:
    """Where rows of positions begin in which a term stands at its place, and the spots of the term."""
    at = np.flatnonzero(block["name"] == number)
    begins = block["position"][at].astype(np.int64) - place
    at, begins = at[begins >= 0], begins[begins >= 0]
    keys, first = np.unique((owners[at] << _SHIFT) + begins, return_index=True)
    return keys, at[first]


def _apart(pieces: Sequence[Piece], texts: int) -> Found:
    """Spans by text, those that overlap or touch made one."""
    owners, starts, ends = (np.concatenate(column).astype(np.int64) for column in zip(*pieces, strict=True))
    base = owners << _SHIFT
    order = np.argsort(base + starts, kind="stable")
    base, starts, ends = base[order], starts[order], ends[order]
    reach = np.maximum.accumulate(base + ends)
    begins = np.ones(len(base), np.bool_)
    np.greater((base + starts)[1:], reach[:-1], out=begins[1:])
    first = begins.nonzero()[0]
    last = np.append(first[1:], len(base))[: len(first)] - 1
    counts = np.bincount(base[first] >> _SHIFT, minlength=texts)
    spans = list(zip(starts[first].tolist(), (reach[last] - base[last]).tolist(), strict=True))
    return Found([0, *accumulate(counts.tolist())], spans)
