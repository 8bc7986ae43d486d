"""Adds up the words of a clause, unit by unit, and forgets what can no longer count.

Words come by falling weight. The first is kept as it stands; where others may bring in
more units, scores are spread over arrays as long as there are units; and once those left
could not, all together, lift a new unit over the cut, they are only looked up in the units found
so far: the answer is the same and common words cost next to nothing.
"""

from __future__ import annotations

import threading
from typing import NamedTuple

import numpy as np

from ingest.index.arrays import Floats, Ints, Mask
from ingest.index.scoring import CUT

_FEW = 8
"""Looking up beats scanning where there are this many times fewer units than postings."""

_SPARSE = 8
"""Picking out units costs about this much more, each, than sweeping over all."""

LEAST = 1e-6
"""What a unit must have of the query, be it ever so little."""


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

    def added_to(self, wanted: Ints, size: int) -> Floats:
        """What the alternative adds to each of the units wanted."""
        if self.everywhere is not None:
            return self.weighted(self.everywhere.take(wanted))
        if self.once and len(wanted) * _FEW < len(self.units):
            at = self.units.searchsorted(wanted)
            held = self.units.take(at, mode="clip") == wanted
            return self.weighted(self.impacts.take(at, mode="clip")) * held
        _, _, best = _SCRATCH.of(size)
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


_SCRATCH = _Scratch()


class Tally:
    """Scores and covered weight per unit, while the words of a clause are added.

    They belong to `_units` (all units where that is None), and to no others once it is `settled`.
    """

    def __init__(self, size: int, allowed: Mask | None) -> None:
        self._size, self._allowed = size, allowed
        self._units: Ints | None = np.zeros(0, np.intp)
        self._raw = self._covered = np.zeros(0, np.float32)
        self.settled = self._touched = False
        self._top = 0.0

    def settle(self, units: Ints) -> None:
        """From here on only these units matter; nothing was added yet."""
        self._units, self.settled = units, True
        self._raw, self._covered = (np.zeros(len(units), np.float32) for _ in range(2))

    def settle_if(self, left: float) -> None:
        """Settle on what was found, once the weight left cannot bring in others."""
        if self._touched and not self.settled and left < CUT * self._top:
            units, raw, covered = self._reached(CUT * self._top - left)
            self._units, self._raw, self._covered, self.settled = units, raw, covered, True

    def add(self, ask: Ask) -> None:
        """Add a word: in each unit its best alternative in its best text counts."""
        if not ask.parts:
            return
        if self.settled:
            self._look_up(ask)
        elif not self._touched and len(ask.parts) == 1 and ask.parts[0].once:
            part = ask.parts[0]
            self._units, self._raw = part.units, part.weighted(part.impacts)
            self._covered = np.minimum(self._raw, np.float32(ask.mass))
        else:
            self._spread()
            self._scan(ask)
        self._touched = True
        self._raise_top()

    def result(self, cut: bool) -> tuple[Ints, Floats, Floats]:
        """The units that count, in order, with raw scores and covered weight."""
        if not cut and self.settled and self._units is not None:
            return self._units, self._raw, self._covered
        return self._reached(CUT * self._top)

    # --- inside -------------------------------------------------------------

    def _look_up(self, ask: Ask) -> None:
        """Adds a word to the units that are settled."""
        units = self._units if self._units is not None else np.arange(self._size)
        best = None
        for part in ask.parts:
            held = part.added_to(units, self._size)
            best = held if best is None else np.maximum(best, held)
        if best is not None:
            self._raw = self._raw + best
            self._covered = self._covered + np.minimum(best, np.float32(ask.mass))

    def _spread(self) -> None:
        """Brings what was found so far into arrays over all units."""
        if self._units is None:
            return
        raw, covered, _ = _SCRATCH.of(self._size)
        raw.fill(0)
        covered.fill(0)
        raw[self._units], covered[self._units] = self._raw, self._covered
        self._units, self._raw, self._covered = None, raw, covered

    def _scan(self, ask: Ask) -> None:
        mass = np.float32(ask.mass)
        if len(ask.parts) == 1 and ask.parts[0].once:
            self._scan_once(ask.parts[0], mass)
            return
        _, _, best = _SCRATCH.of(self._size)
        for part in ask.parts:
            part.raise_best(best)
        if sum(len(part.units) for part in ask.parts) * _SPARSE > self._size:
            self._raw += best
            np.minimum(best, mass, out=best)
            self._covered += best
            best.fill(0)
        else:
            self._pick(np.concatenate([part.units for part in ask.parts]), best, mass)

    def _scan_once(self, part: Part, mass: np.float32) -> None:
        """Adds what stands in each unit once: nothing has to be compared first."""
        if part.everywhere is not None:
            added = part.weighted(part.everywhere)
            self._raw += added
            self._covered += np.minimum(added, mass)
        else:
            added = part.weighted(part.impacts)
            np.add.at(self._raw, part.units, added)
            np.add.at(self._covered, part.units, np.minimum(added, mass))

    def _pick(self, units: Ints, best: Floats, mass: np.float32) -> None:
        found = best[units]
        # A unit may stand here twice: each time the same sum is written.
        self._raw[units] += found
        self._covered[units] += np.minimum(found, mass)
        best[units] = 0

    def _raise_top(self) -> None:
        if not len(self._covered):
            return
        marks = None if self.settled else self._among_allowed()
        covered = self._covered if marks is None else self._covered * marks
        self._top = max(self._top, float(np.maximum.reduce(covered)))

    def _among_allowed(self) -> Mask | None:
        return self._allowed if self._allowed is None or self._units is None else self._allowed[self._units]

    def _reached(self, least: float) -> tuple[Ints, Floats, Floats]:
        marks = self._covered >= max(least, LEAST)
        allowed = None if self.settled else self._among_allowed()
        (found,) = (marks if allowed is None else marks & allowed).nonzero()
        if self._units is not None and len(found) == len(self._units):
            return self._units, self._raw, self._covered
        units = found if self._units is None else self._units.take(found)
        return units, self._raw.take(found), self._covered.take(found)
