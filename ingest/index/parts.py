"""A word of a query as its postings: the units it stands in, and what it is worth in each."""

from __future__ import annotations

import threading
from typing import NamedTuple

import numpy as np

from ingest.index.arrays import Floats, Ints, Mask

_FEW = 8
"""Looking up beats scanning where there are this many times fewer units than postings."""

_NOTHING = np.float32(0)


class Part(NamedTuple):
    """An alternative of a word: the units it stands in and what it is worth in each, times a weight.

    `once`: each unit stands there once, in order. `everywhere` has its worth in every unit, for one so common
    that this is kept.
    """

    units: Ints
    impacts: Floats
    weight: float
    once: bool = False
    everywhere: Floats | None = None

    def weighted(self, impacts: Floats) -> Floats:
        """What the alternative adds where it is worth so much."""
        return impacts if self.weight == 1 else impacts * np.float32(self.weight)

    def raise_best(self, best: Floats) -> None:
        """Puts into an array over all units what the alternative adds, where that is more than stands there."""
        if self.everywhere is not None:
            np.maximum(best, self.weighted(self.everywhere), out=best)
        else:
            np.maximum.at(best, self.units, self.weighted(self.impacts))

    def touches(self, wanted: Ints) -> Mask:
        """In which of a few units the alternative stands."""
        if self.everywhere is not None:
            return self.everywhere.take(wanted) > 0
        if not self.once or not len(self.units):
            return np.isin(wanted, self.units)
        return self.units.take(self.units.searchsorted(wanted), mode="clip") == wanted

    def worth(self, unit: int) -> np.float32:
        """What the alternative adds to one unit."""
        if self.everywhere is not None:
            held = self.everywhere[unit]
        elif not self.once:
            held = self.impacts[self.units == unit].max(initial=_NOTHING)
        else:
            at = self.units.searchsorted(unit)
            held = self.impacts[at] if at < len(self.units) and self.units[at] == unit else _NOTHING
        return held if self.weight == 1 else held * np.float32(self.weight)

    def added_to(self, wanted: Ints, size: int) -> Floats:
        """What the alternative adds to each of the units wanted."""
        if self.everywhere is not None:
            return self.weighted(self.everywhere.take(wanted))
        if self.once and len(wanted) * _FEW < len(self.units):
            at = self.units.searchsorted(wanted)
            held = self.units.take(at, mode="clip") == wanted
            return self.weighted(self.impacts.take(at, mode="clip")) * held
        _, _, best = SCRATCH.of(size)
        if self.once:
            best[self.units] = self.impacts
        else:
            np.maximum.at(best, self.units, self.impacts)
        held = best[wanted]
        best[self.units] = 0
        return self.weighted(held)


class Ask(NamedTuple):
    """One word or concept of the query: its alternatives' postings and its weight."""

    parts: tuple[Part, ...]
    numbers: tuple[int, ...]
    mass: float

    def covers(self, unit: int) -> np.float32:
        """What of its weight stands in one unit."""
        held = max([part.worth(unit) for part in self.parts], default=_NOTHING)
        return min(held, np.float32(self.mass))


class _Scratch(threading.local):
    """Arrays as long as there are units, kept by each thread: to make them anew costs more than to use them."""

    def __init__(self) -> None:
        self._arrays: dict[int, tuple[Floats, Floats, Floats]] = {}

    def of(self, size: int) -> tuple[Floats, Floats, Floats]:
        """Scores, covered weight and best alternative, all zero."""
        if size not in self._arrays:
            if len(self._arrays) > 4:  # those of snapshots that went
                self._arrays.clear()
            self._arrays[size] = tuple(np.zeros(size, np.float32) for _ in range(3))  # type: ignore[assignment]
        return self._arrays[size]


SCRATCH = _Scratch()
