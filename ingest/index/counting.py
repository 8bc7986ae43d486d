"""How many units have each value of each facet, and which values most have."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate, chain, repeat
from operator import mul
from typing import NamedTuple, Self

import numpy as np

from ingest.index.arrays import Ints, decode_all
from ingest.index.contract import FACETS, Plan
from ingest.index.marks import places
from ingest.index.tables import Facet, Units

_FEW = 2
"""So many facets are counted sooner one by one than all of them together."""

_WIDTHS = (8, 4)
"""So many values of a unit stand side by side in the first tiers; from there on each is wider by `_WIDER`."""
_WIDER = 4
_NONES = 8
"""That many numbers stand for no value, in turn: to count one of them over and over waits each time for the last."""

Counted = dict[str, tuple[tuple[str, int], ...]]
"""The most frequent values of each facet with how many units have each."""


@dataclass(frozen=True)
class Collapsed:
    """Units of one kind with their facets."""

    units: Units
    facets: Mapping[str, Facet]

    def count(self, plan: Plan, units: Ints) -> tuple[Counted, dict[str, int]]:
        """The most frequent values of each facet that a plan asks for, and how many values there are."""
        found: Counted = {}
        distinct: dict[str, int] = {}
        for kind, counts in self._counts(plan.facets, units) if plan.facets else ():
            present = places(counts != 0)  # of marks: several times as fast as of numbers
            distinct[kind] = len(present)
            best = _best(counts, present, plan.facet_values)
            called = self._called[kind]
            names = [called[value] for value in best.tolist()]
            found[kind] = tuple(zip(names, counts[best].tolist(), strict=True))
        return found, distinct

    @cached_property
    def _called(self) -> Mapping[str, Sequence[str]]:
        """The values of each facet as text: every answer gives some hundred."""
        return {kind: decode_all(facet.names.tolist()) for kind, facet in self.facets.items()}

    def _counts(self, kinds: Sequence[str], units: Ints) -> Iterator[tuple[str, Ints]]:
        units = units.astype(np.intp)
        if len(kinds) <= _FEW:
            yield from ((kind, self.facets[kind].counts(units)) for kind in kinds)
            return
        counts, bounds = self._together.counts(units), self._together.bounds
        numbers = map(FACETS.index, kinds)
        yield from ((FACETS[at], counts[bounds[at] : bounds[at + 1]]) for at in numbers)

    @cached_property
    def _together(self) -> _Together:
        """All facets, made when several are first counted."""
        facets = [self.facets[kind] for kind in FACETS]
        bounds = [0, *accumulate(len(facet.names) for facet in facets)]
        owners, values = [], []
        for facet, begins in zip(facets, bounds, strict=False):
            own = np.flatnonzero(facet.first >= 0)
            owners += [own, facet.holders]
            values += [facet.first[own] + begins, facet.further.values + begins]
        return _Together.of(np.concatenate(owners), np.concatenate(values), len(self.units.texts), bounds)


class _Tier(NamedTuple):
    """A row of values for each unit that has more than the tiers before hold, filled up with what stands for none.

    `further` is the place of its row in the next tier, -1 where there is none.
    """

    values: Ints
    further: Ints


class _Together(NamedTuple):
    """The values of all facets of each unit, in tiers: the first of all units, further ones where there are more.

    A value in `bounds[n]` and before the next is of the facet numbered n; from the last bound on they stand for none.
    """

    tiers: Sequence[_Tier]
    bounds: Sequence[int]

    @classmethod
    def of(cls, owners: Ints, values: Ints, units: int, bounds: Sequence[int]) -> Self:
        """The table of values, each with the unit that has it."""
        order = np.argsort(owners, kind="stable")
        owners, values = owners[order], values[order]
        counts = np.bincount(owners, minlength=units)
        place = np.arange(len(owners)) - np.repeat(np.cumsum(counts) - counts, counts)
        tiers, row = [], np.arange(units)
        for width in chain(_WIDTHS, accumulate(repeat(_WIDER), mul, initial=_WIDER * _WIDTHS[-1])):
            here = place < width
            nones = (bounds[-1] + np.arange(width) % _NONES).astype(np.int32)
            table = np.tile(nones, (int(row.max(initial=-1)) + 1, 1))
            table[row[owners[here]], place[here]] = values[here]
            several = counts > width
            further = np.where(several, np.cumsum(several) - 1, -1).astype(np.int32)
            tiers.append(_Tier(table, further[row >= 0]))
            if here.all():
                break
            owners, values, place = owners[~here], values[~here], place[~here] - width
            row, counts = further, counts - width
        return cls(tiers, bounds)

    def counts(self, units: Ints) -> Ints:
        """How many of the units have each value."""
        rows, values = units, []
        for tier in self.tiers:
            values.append(tier.values.take(rows, axis=0).ravel())
            further = tier.further.take(rows)
            rows = further.take(places(further >= 0))
            if not len(rows):
                break
        return np.bincount(np.concatenate(values), minlength=self.bounds[-1] + _NONES)


def _best(counts: Ints, present: Ints, most: int) -> Ints:
    """The values that most have, so many of them; of equals the first by name."""
    if len(present) > 4 * most > 0:
        least = np.partition(counts[present], len(present) - most)[-most]
        present = present[counts[present] >= least]
    return present[np.argsort(-counts[present], kind="stable")[:most]]
