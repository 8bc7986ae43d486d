"""The tables of an index: texts, postings, places, units and their facets."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from ingest.index.arrays import Finder, Floats, Ints, Mask, Names, Rows, Table, decode, decode_all, encode, find

_FEW = 8
"""A row by itself costs about as much as this many in one sweep."""


@dataclass(frozen=True, slots=True)
class Texts(Table):
    """One row per text; texts of a family, and in it of a ruling, are neighbours."""

    ids: Names
    languages: Ints
    origins: Ints
    days: Ints


@dataclass(frozen=True, slots=True)
class Postings(Table):
    """Names in byte order, the texts of each and what each adds there."""

    names: Names
    starts: Ints
    texts: Ints
    impacts: Floats
    weights: Floats

    def row(self, number: int) -> tuple[Ints, Floats]:
        """The texts of a name and what it adds to each."""
        part = slice(int(self.starts[number]), int(self.starts[number + 1]))
        return self.texts[part], self.impacts[part]


@dataclass(frozen=True, slots=True)
class Best(Table):
    """The same postings by family: each family once, with the most that a text of it adds."""

    starts: Ints
    families: Ints
    impacts: Floats

    @classmethod
    def of(cls, postings: Postings, family_of_text: Ints) -> Best:
        """The families of postings, whose texts stand in the order of their families."""
        if not len(postings.texts):
            return cls(postings.starts, postings.texts, postings.impacts)
        families = family_of_text[postings.texts]
        begins = np.append(True, families[1:] != families[:-1])
        begins[postings.starts[postings.starts < len(begins)]] = True  # a name's first text begins anew
        first = np.flatnonzero(begins)
        starts = np.searchsorted(first, postings.starts)
        return cls(starts, families[first], np.maximum.reduceat(postings.impacts, first))

    def row(self, number: int) -> tuple[Ints, Floats]:
        """The families of a name and what it adds to each."""
        part = slice(int(self.starts[number]), int(self.starts[number + 1]))
        return self.families[part], self.impacts[part]


_COMMON = 8
"""A name in one of so many families is common: what it adds to every family is kept, too."""
_COMMON_BYTES = 16 << 20
"""What that may take; the most common names come first."""


def common_rows(best: Best, families: int) -> dict[int, Floats]:
    """For each common name what it adds to every family: a look there costs less than one in the postings."""
    counts = np.diff(best.starts)
    most = _COMMON_BYTES // (4 * max(1, families))
    chosen = np.argsort(-counts, kind="stable")[:most]
    chosen = chosen[counts[chosen] * _COMMON >= max(1, families)]
    rows = np.zeros((len(chosen), families), np.float32)
    for row, number in zip(rows, chosen.tolist(), strict=True):
        held, impacts = best.row(number)
        row[held] = impacts
    return dict(zip(chosen.tolist(), rows, strict=True))


@dataclass(frozen=True)
class Vocabulary:
    """Postings by text and by family; `common` has what the common names add to every family."""

    texts: Postings
    families: Best
    common: Mapping[int, Floats] = field(default_factory=dict)

    @cached_property
    def numbers(self) -> Finder:
        """Gives the numbers of names, -1 for one that nobody wrote."""
        return Finder(self.texts.names)


@dataclass(frozen=True, slots=True)
class Places(Table):
    """Where each term stands, as occurrence keys in their order."""

    starts: Ints
    keys: Ints

    def row(self, number: int) -> Ints:
        """The occurrence keys of a term."""
        return self.keys[self.starts[number] : self.starts[number + 1]]


@dataclass(frozen=True, slots=True)
class Vocabularies:
    """What can be looked up: terms, where they stand, concepts."""

    terms: Vocabulary
    places: Places
    concepts: Vocabulary


@dataclass(frozen=True)
class Units(Table):
    """Families or rulings, newest first and then by id: a unit's number is its rank by date."""

    ids: Names
    of_text: Ints
    texts: Rows
    families: Ints

    @cached_property
    def called(self) -> Sequence[str]:
        """The ids as text: every answer gives some."""
        return decode_all(self.ids.tolist())


@dataclass(frozen=True, slots=True)
class Facet(Table):
    """The values of units. Most have one: it is kept apart, so that counting is one look-up.

    `first` is -1 where a unit has none; `further` are the other values of each
    unit, `holders` the unit of each of them.
    """

    names: Names
    first: Ints
    further: Rows
    holders: Ints
    units: Rows

    @classmethod
    def of(cls, names: Names, values: Rows) -> Facet:
        """A facet with these values of each unit, a unit's own without repeats."""
        some = np.diff(values.starts) > 0
        at = values.starts[:-1][some]
        # Of the width that numpy counts and looks up by: narrower numbers are made wide at each count.
        first = np.full(len(values), -1, np.intp)
        first[some] = values.values[at]
        others = np.ones(len(values.values), np.bool_)
        others[at] = False
        further = Rows(values.starts - np.append(0, np.cumsum(some)), values.values[others])
        holders = further.owners(np.arange(len(values), dtype=np.intp))
        return cls(names, first, further, holders, values.inverted(len(names)))

    @property
    def values(self) -> Rows:
        """The values of each unit, its first and the further ones."""
        some = self.first >= 0
        starts = self.further.starts + np.append(0, np.cumsum(some))
        values = np.empty(int(starts[-1]), np.int32)
        others = np.ones(len(values), np.bool_)
        others[starts[:-1][some]] = False
        values[starts[:-1][some]] = self.first[some]
        values[others] = self.further.values
        return Rows(starts, values)

    def counts(self, units: Ints) -> Ints:
        """How many of the units have each value."""
        size = len(self.names)
        counts = np.bincount(self.first[units] + 1, minlength=size + 1)[1:]
        if not len(self.holders):
            return counts
        if len(units) * _FEW < len(self.holders):
            return counts + np.bincount(self.further.gather(units), minlength=size)
        chosen = np.zeros(len(self.first), np.bool_)
        chosen[units] = True
        return counts + np.bincount(self.further.values[chosen[self.holders]], minlength=size)

    def mark(self, name: str, size: int) -> Mask:
        """Which units have a value."""
        marked = np.zeros(size, np.bool_)
        number = find(self.names, [name])[0]
        if number >= 0:
            marked[self.units[number]] = True
        return marked


def frequencies(starts: Ints, numbers: Sequence[int]) -> list[int]:
    """How many texts hold each of some names, given their numbers; 0 for -1, which nobody wrote."""
    return [int(starts[at + 1] - starts[at]) if at >= 0 else 0 for at in numbers]


def with_prefix(names: Names, starts: Ints, prefix: str, limit: int) -> list[tuple[str, int]]:
    """Names that start so, with the number of texts that hold them, most frequent first."""
    start = encode([prefix])[0]
    # No byte of UTF-8 is 0xFF: it closes the range of what starts so.
    first, last = np.searchsorted(names, np.array([start, start + b"\xff"]))
    counts = np.diff(starts[first : last + 1])
    best = np.lexsort((np.arange(len(counts)), -counts))[:limit]
    return [(decode(names[first + at]), int(counts[at])) for at in best]
