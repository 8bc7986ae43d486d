"""How many units have each value of each facet, and which values most have."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate
from typing import NamedTuple, Self

import numpy as np

from ingest.index.arrays import Ints, Rows, decode_all
from ingest.index.contract import FACETS, Plan
from ingest.index.tables import Facet, Units

_FEW = 2
"""So many facets are counted sooner one by one than all of them together."""

_NEAR = 8
"""So many values of a unit stand side by side: most have no more, in five facets."""

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
            present = (counts != 0).nonzero()[0]  # of marks: several times as fast as of numbers
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


class _Together(NamedTuple):
    """The values of all facets of each unit: the first `_NEAR` in a row each, the others behind one another.

    A value in `bounds[n]` and before the next is of the facet numbered n; the last bound stands for none.
    """

    near: Ints
    further: Rows
    bounds: Sequence[int]

    @classmethod
    def of(cls, owners: Ints, values: Ints, units: int, bounds: Sequence[int]) -> Self:
        """The table of values, each with the unit that has it."""
        order = np.argsort(owners, kind="stable")
        owners, values = owners[order], values[order]
        counts = np.bincount(owners, minlength=units)
        place = np.arange(len(owners)) - np.repeat(np.cumsum(counts) - counts, counts)
        here = place < _NEAR
        near = np.full((units, _NEAR), bounds[-1], np.int32)
        near[owners[here], place[here]] = values[here]
        starts = np.append(0, np.cumsum(np.maximum(counts - _NEAR, 0)))
        return cls(near, Rows(starts, values[~here].astype(np.int32)), bounds)

    def counts(self, units: Ints) -> Ints:
        """How many of the units have each value."""
        starts = self.further.starts
        several = units[starts[units + 1] > starts[units]]
        values = (self.near.take(units, axis=0).ravel(), self.further.gather(several))
        return np.bincount(np.concatenate(values), minlength=self.bounds[-1] + 1)


def _best(counts: Ints, present: Ints, most: int) -> Ints:
    """The values that most have, so many of them; of equals the first by name."""
    if len(present) > 4 * most > 0:
        least = np.partition(counts[present], len(present) - most)[-most]
        present = present[counts[present] >= least]
    return present[np.argsort(-counts[present], kind="stable")[:most]]
