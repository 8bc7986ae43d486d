"""Adds up the words of a clause, unit by unit, and forgets what can no longer count.

Words come by falling weight. Once those left could not, all together, lift a
new unit over the cut, they are only looked up in the units found so far: the answer is
the same and common words cost next to nothing.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ingest.index.arrays import Floats, Ints, Mask
from ingest.index.scoring import CUT
from ingest.index.tables import Units

_FEW = 4
"""Looking up beats scanning where there are this many times fewer units than postings."""

_SPARSE = 8
"""Picking out units costs about this much more, each, than sweeping over all."""

Part = tuple[Ints, Floats, bool]
"""Units, what an alternative adds to each, and whether each unit stands there once, in order."""


@dataclass(frozen=True, slots=True)
class Ask:
    """One word or concept of the query: its alternatives' postings and its weight."""

    parts: tuple[Part, ...]
    numbers: tuple[int, ...]
    mass: float


class Tally:
    """Scores and covered weight per unit, while the words of a clause are added."""

    def __init__(self, units: Units, allowed: Mask | None) -> None:
        size = len(units.texts)
        self._raw, self._covered, self._best = (np.zeros(size, np.float32) for _ in range(3))
        self._allowed = allowed
        self._settled: Ints | None = None
        self._top = 0.0

    def settle(self, units: Ints) -> None:
        """From here on only these units matter."""
        self._settled = units

    def settle_if(self, left: float) -> None:
        """Settle on what was found, once the weight left cannot bring in others."""
        if self._settled is None and left < CUT * self._top:
            self.settle(self._reached(CUT * self._top - left))

    def add(self, ask: Ask) -> None:
        """Add a word: in each unit its best alternative in its best text counts."""
        hits = [self._hits(part) for part in ask.parts]
        for number, (units, added, once) in enumerate(hits):
            if once and number == 0:
                self._best[units] = added
            else:
                np.maximum.at(self._best, units, added)
        touched = sum(len(units) for units, _, _ in hits)
        if touched * _SPARSE > len(self._best):
            self._sweep(np.float32(ask.mass))
        elif touched:
            self._pick(np.concatenate([units for units, _, _ in hits]), np.float32(ask.mass))

    def _sweep(self, mass: np.float32) -> None:
        self._raw += self._best
        np.minimum(self._best, mass, out=self._best)
        self._covered += self._best
        self._best[:] = 0
        self._raise_top(self._covered if self._allowed is None else self._covered[self._allowed])

    def _pick(self, units: Ints, mass: np.float32) -> None:
        best = self._best[units]
        # A unit may stand here twice: each time the same sum is written.
        self._raw[units] += best
        covered = self._covered[units] + np.minimum(best, mass)
        self._covered[units] = covered
        self._best[units] = 0
        self._raise_top(covered if self._allowed is None else covered[self._allowed[units]])

    def result(self, cut: bool) -> tuple[Ints, Floats, Floats]:
        """The units that count, in order, with raw scores and covered weight."""
        if cut:
            found = self._reached(max(CUT * self._top, 1e-6))
        else:
            found = np.zeros(0, np.int64) if self._settled is None else self._settled
        return found, self._raw[found], self._covered[found]

    def _hits(self, part: Part) -> Part:
        units, added, once = part
        if self._settled is None or not once or len(self._settled) * _FEW > len(units):
            return part
        at = np.minimum(np.searchsorted(units, self._settled), len(units) - 1)
        hit = units[at] == self._settled
        return self._settled[hit], added[at[hit]], True

    def _raise_top(self, covered: Floats) -> None:
        if len(covered):
            self._top = max(self._top, float(covered.max()))

    def _reached(self, least: float) -> Ints:
        if self._settled is not None:
            return self._settled[self._covered[self._settled] >= least]
        marks = self._covered >= max(least, 1e-6)
        return np.flatnonzero(marks if self._allowed is None else marks & self._allowed)
