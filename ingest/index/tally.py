"""Adds up the words of a clause, unit by unit, and forgets what can no longer count.

Words come by falling weight. The first is kept as it stands; where others may bring in
more units, scores are spread over arrays as long as there are units; and once those left
could not, all together, lift a new unit over the cut, they are only looked up in the units found
so far. The cut hangs on the best unit, so that is looked for first: the one that is best so far is
asked for all words to come. The answer is the same and common words cost next to nothing.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ingest.index.arrays import Floats, Ints, Mask
from ingest.index.marks import places
from ingest.index.parts import SCRATCH, Ask, Part
from ingest.index.race import ROUNDING, Field, Race
from ingest.index.scoring import CUT

_SPARSE = 8
"""Picking out units costs about this much more, each, than sweeping over all."""
_MOST = 4
"""Units are not picked out where it would be more than one of so many: sweeping over all costs less."""
_REST = 3
"""To tell who need not run costs as much as so many words."""
_MANY = 256
"""Of fewer units none is forgotten: that would cost more than to carry them along."""
_WORTH = 0.8
"""Units are forgotten where this part of them stays, or less."""

LEAST = 1e-6
"""What a unit must have of the query, be it ever so little."""


class Tally:
    """Scores and covered weight per unit, while the words of a clause are added.

    They belong to `_units` (all units where that is None), and to no others once it is `settled`.
    `whole` is what the words weigh together; without a `cut` every unit counts that it is settled on. Of units
    that are out of a `race` no more is known than that they count: their scores are too low, and so is their weight.
    """

    def __init__(
        self, size: int, allowed: Mask | None, whole: float, *, cut: bool = True, race: Race | None = None
    ) -> None:
        self._size, self._allowed, self._whole, self._cut, self._race = size, allowed, whole, cut, race
        self._field: Field | None = None
        self._running = np.zeros(0, np.intp)
        self._units: Ints | None = np.zeros(0, np.intp)
        self._raw = self._covered = np.zeros(0, np.float32)
        self.settled = self._touched = self._foreseen = False
        self._top = 0.0

    def settle(self, units: Ints) -> None:
        """From here on only these units matter; nothing was added yet."""
        self._units, self.settled = units, True
        self._raw, self._covered = (np.zeros(len(units), np.float32) for _ in range(2))

    def narrow(self, left: float, asks: Sequence[Ask]) -> None:
        """Settle on what was found, once the weight left, that of some asks, brings in no others."""
        if not self._touched or not self._cut or left >= CUT * self._whole:
            return
        if not self._foreseen:
            self._foresee(left, asks)
        if left < CUT * self._top:
            self._keep(CUT * self._top - left - ROUNDING * self._whole)
            if self._race and not self._field and len(asks) > _REST:
                self._run(self._race, left)

    def add(self, ask: Ask) -> None:
        """Add a word: in each unit its best alternative in its best text counts."""
        if not ask.parts:
            return
        if self.settled:
            self._look_up(ask)
        elif not self._touched and len(ask.parts) == 1 and ask.parts[0].once:
            part = ask.parts[0]
            self._units, self._raw = part.units.astype(np.intp, copy=False), part.weighted(part.impacts)
            self._covered = np.minimum(self._raw, np.float32(ask.mass))
        else:
            self._spread()
            self._scan(ask)
        self._touched = True

    def result(self) -> tuple[Ints, Floats, Floats]:
        """The units that count, in order, with raw scores and covered weight."""
        if not self._cut and self.settled and self._units is not None:
            return self._units, self._raw, self._covered
        at = self._best()
        least = CUT * float(self._covered[at]) if at >= 0 else 0.0
        if self._field:
            return self._field.joined(self._running, self._covered >= max(least, LEAST), self._raw, self._covered)
        marks = self._marks(least)
        if self._units is None or np.count_nonzero(marks) < len(marks):
            self._take(places(marks))
        return self._units, self._raw, self._covered

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
        raw, covered, _ = SCRATCH.of(self._size)
        raw.fill(0)
        covered.fill(0)
        raw[self._units], covered[self._units] = self._raw, self._covered
        self._units, self._raw, self._covered = None, raw, covered

    def _scan(self, ask: Ask) -> None:
        mass = np.float32(ask.mass)
        if len(ask.parts) == 1 and ask.parts[0].once:
            self._scan_once(ask.parts[0], mass)
            return
        _, _, best = SCRATCH.of(self._size)
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

    # --- what counts ----------------------------------------------------------

    def _foresee(self, left: float, asks: Sequence[Ask]) -> None:
        """Learns what a unit will have that is the best so far, where the cut it gives may be high enough."""
        at = self._best()
        if at < 0:
            return
        covered = self._covered[at]
        if left < CUT * (float(covered) + left):
            unit = at if self._units is None else int(self._units[at])
            for ask in asks:  # as it will be added, so that it comes to the same
                covered += ask.covers(unit)
            self._top = max(self._top, float(covered))
            self._foreseen = left < CUT * self._top

    def _best(self) -> int:
        """The place of the unit that has most of the query among those that are allowed, -1 where there is none."""
        if not len(self._covered):
            return -1
        allowed = None if self.settled else self._among_allowed()
        return int((self._covered if allowed is None else self._covered * allowed).argmax())

    def _keep(self, least: float) -> None:
        """Settle on the units that have so much, where that is worth it."""
        if not self.settled:
            marks = self._marks(least)
            if self._units is not None or np.count_nonzero(marks) * _MOST < self._size:
                self._take(places(marks))
                self.settled = True
        elif len(self._covered) > _MANY:
            marks = self._covered >= least
            if np.count_nonzero(marks) < _WORTH * len(marks):
                found = places(marks)
                self._take(found)
                if self._field:
                    self._running = self._running.take(found)

    def _run(self, race: Race, left: float) -> None:
        """Goes on with those units alone that have something to win or lose."""
        if self._units is None:
            return
        out = race.out(self._units, self._raw, self._covered, left)
        if out is not None:
            self._field = Field(self._units, self._raw, self._covered, out)
            self._running = places(~out)
            self._take(self._running)

    def _take(self, found: Ints) -> None:
        self._units = found if self._units is None else self._units.take(found)
        self._raw, self._covered = self._raw.take(found), self._covered.take(found)

    def _among_allowed(self) -> Mask | None:
        return self._allowed if self._allowed is None or self._units is None else self._allowed[self._units]

    def _marks(self, least: float) -> Mask:
        marks = self._covered >= max(least, LEAST)
        allowed = None if self.settled else self._among_allowed()
        return marks if allowed is None else marks & allowed
