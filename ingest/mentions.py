"""Which concepts the texts of a family speak of, and where: what a look at many families at once needs, and no more."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date as Date
from functools import cached_property

import numpy as np

from ingest.index.arrays import Finder, Ints, Mask, Names, Rows, Table
from ingest.index.spots import CONCEPT, Block, SpotNames

MENTION = np.dtype([("concept", "<u4"), ("text", "<u2"), ("start", "<u2")])
"""A concept, the text of its family that speaks of it, and where that begins."""
CARRIED = 0xFFFF
"""The text of what no text need speak of: the mechanics that all cards of a family have."""


@dataclass(frozen=True, slots=True)
class Mentioned:
    """What some families speak of, as columns in the order of the families, their texts and the places in these.

    `owners` says which of the families each row is of, `days` when each family was last spoken on: 0 for no date.
    """

    owners: Ints
    concepts: Ints
    texts: Ints
    starts: Ints
    days: Sequence[int]

    def only(self, kept: Ints) -> Mentioned:
        """The same with these rows alone."""
        return Mentioned(self.owners[kept], self.concepts[kept], self.texts[kept], self.starts[kept], self.days)


@dataclass(frozen=True)
class Mentions(Table):
    """Concepts in byte order, which are numbered so; what each family speaks of, and its day."""

    concepts: Names
    days: Ints
    rows: Rows

    @cached_property
    def _finder(self) -> Finder:
        return Finder(self.concepts)

    def numbers_of(self, concepts: Sequence[str]) -> list[int]:
        """The number of each concept, -1 for one that nothing speaks of."""
        return self._finder.places(concepts)

    @cached_property
    def _plain(self) -> Ints:
        """The rows as one number each."""
        return self.rows.values.view(np.uint64)

    def of(self, families: Ints, concepts: Sequence[str]) -> Mentioned:
        """What some families, given by their places, speak of among some concepts; one at -1 speaks of nothing."""
        (held,) = (families >= 0).nonzero()
        places = families[held]
        starts, stops = self.rows.starts[places], self.rows.starts[places + 1]
        days = np.zeros(len(families), np.int64)
        days[held] = self.days[places]
        rows = self._stretches(starts.tolist(), stops.tolist())
        (told,) = self._among(concepts).take(rows["concept"]).nonzero()
        owners = held[np.cumsum(stops - starts).searchsorted(told, side="right")]
        rows = rows.view(np.uint64)[told].view(MENTION)
        return Mentioned(owners, rows["concept"], rows["text"], rows["start"], days.tolist())

    def _stretches(self, starts: Sequence[int], stops: Sequence[int]) -> Block:
        """The rows of some families: each has a stretch of some hundred, copied as it stands.

        As numbers, for numpy compares the columns of each stretch with those of all others first.
        """
        every = self._plain
        stretches = [every[start:stop] for start, stop in zip(starts, stops, strict=True)]
        return np.concatenate([every[:0], *stretches]).view(MENTION)

    def _among(self, concepts: Sequence[str]) -> Mask:
        """Which concepts are some of these, by number."""
        marked = np.zeros(len(self.concepts) + 1, np.bool_)
        marked[self.numbers_of(concepts)] = True
        marked[-1] = False  # of those that nothing speaks of
        return marked


def mentions(families: Iterable[tuple[str | None, Sequence[str], Block, Sequence[int]]], names: SpotNames) -> Mentions:
    """The mentions of families in their order.

    Of each its date, what its cards have, and the spots of its texts with how many each has.
    """
    # The names stand in order, and no byte of UTF-8 is 0xFF: those of concepts are a range.
    concepts = np.arange(*np.searchsorted(names.names, [CONCEPT.encode(), CONCEPT.encode() + b"\xff"]))
    numbers = np.full(int(names.numbers.max(initial=-1)) + 1, -1)
    numbers[names.numbers[concepts]] = np.arange(len(concepts))
    bare = [name[len(CONCEPT) :] for name in names.names[concepts].tolist()]
    number_of = {name.decode(): number for number, name in enumerate(bare)}
    days, found = [], []
    for date, carried, block, counts in families:
        days.append(Date.fromisoformat(date).toordinal() if date else 0)
        found.append(_mentions(block, counts, numbers))
        found.append(np.array([(number_of[one], CARRIED, 0) for one in carried if one in number_of], MENTION))
    starts = np.append(0, np.cumsum([len(rows) for rows in found], dtype=np.int64)[1::2])
    rows = np.concatenate([np.zeros(0, MENTION), *found])
    return Mentions(np.array(bare, np.bytes_), np.array(days, np.int32), Rows(starts, rows))


def _mentions(block: Block, counts: Sequence[int], numbers: Ints) -> Block:
    """The rows of one family, by text and place."""
    concepts = numbers[block["name"]]
    at = np.flatnonzero(concepts >= 0)
    rows = np.empty(len(at), MENTION)
    rows["concept"], rows["start"] = concepts[at], block["start"][at]
    rows["text"] = np.repeat(np.arange(len(counts)), counts)[at]
    return rows[np.lexsort((rows["start"], rows["text"]))]
