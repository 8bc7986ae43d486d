"""How many units have each value of each facet, and which values most have."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate

import numpy as np

from ingest.index.arrays import Ints, Rows, decode_all
from ingest.index.contract import FACETS, Plan
from ingest.index.tables import Facet, Units

_FEW = 2
"""So many facets are counted sooner one by one than all of them together."""

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
            present = np.flatnonzero(counts != 0)  # of marks: several times as fast as of numbers
            distinct[kind] = len(present)
            best = _best(counts, present, plan.facet_values)
            names = decode_all(self.facets[kind].names[best].tolist())
            found[kind] = tuple(zip(names, counts[best].tolist(), strict=True))
        return found, distinct

    def _counts(self, kinds: Sequence[str], units: Ints) -> Iterator[tuple[str, Ints]]:
        units = units.astype(np.intp)
        if len(kinds) <= _FEW:
            yield from ((kind, self.facets[kind].counts(units)) for kind in kinds)
            return
        values, bounds = self._together
        counts = np.bincount(values.gather(units), minlength=bounds[-1])
        numbers = map(FACETS.index, kinds)
        yield from ((FACETS[at], counts[bounds[at] : bounds[at + 1]]) for at in numbers)

    @cached_property
    def _together(self) -> tuple[Rows, Sequence[int]]:
        """The values of all facets of each unit, one after the other, and where the values of each facet begin."""
        facets = [self.facets[kind] for kind in FACETS]
        bounds = [0, *accumulate(len(facet.names) for facet in facets)]
        owners, values = [], []
        for facet, begins in zip(facets, bounds, strict=False):
            own = np.flatnonzero(facet.first >= 0)
            owners += [own, facet.holders]
            values += [facet.first[own] + begins, facet.further.values + begins]
        # As wide as numpy counts by: narrower numbers are made wide at each count.
        held, of = np.concatenate(values).astype(np.intp), np.concatenate(owners)
        starts = np.append(0, np.cumsum(np.bincount(of, minlength=len(self.units.texts))))
        return Rows(starts, held[np.argsort(of, kind="stable")]), bounds


def _best(counts: Ints, present: Ints, most: int) -> Ints:
    """The values that most have, so many of them; of equals the first by name."""
    if len(present) > 4 * most > 0:
        least = np.partition(counts[present], len(present) - most)[-most]
        present = present[counts[present] >= least]
    return present[np.argsort(-counts[present], kind="stable")[:most]]
