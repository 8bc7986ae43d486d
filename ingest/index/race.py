"""Which units the last words of a clause are still looked up in, where only the best units are shown.

That a unit counts is often sure before all words are added, and that it is none of the best is, too: it is counted,
and nobody will ask what it scores. So the words that say least, which most units hold, run on in a few.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ingest.index.arrays import Floats, Ints, Mask
from ingest.index.contract import Plan
from ingest.index.marks import places
from ingest.index.scoring import CUT, MOST, final_scores

ROUNDING = 1e-5
"""Part of the whole weight by which sums may be off."""
_MANY = 4096
"""Fewer units all run on: to tell them apart costs as much as a word or two."""
_SOON = 0.15
"""So little of the weight must be left: with more nearly every unit may still win."""
_FEWER = 0.5
"""It is worth it where this part of the units runs on, or less."""


class Field(NamedTuple):
    """The units that were there when some ran on alone: `out` are surely counted, and surely none of the best."""

    units: Ints
    raw: Floats
    covered: Floats
    out: Mask

    def joined(self, running: Ints, kept: Mask, raw: Floats, covered: Floats) -> tuple[Ints, Floats, Floats]:
        """All units that count, given those running: where they stand here, which of them count, what they came to."""
        marks, whole_raw, whole_covered = self.out.copy(), self.raw.copy(), self.covered.copy()
        marks[running], whole_raw[running], whole_covered[running] = kept, raw, covered
        at = places(marks)
        return self.units.take(at), whole_raw.take(at), whole_covered.take(at)


class Race(NamedTuple):
    """How many of the best are shown, which units may score more than their words say, what all words weigh."""

    first: int
    raised: Ints
    whole: float

    def out(self, units: Ints, raw: Floats, covered: Floats, left: float) -> Mask | None:
        """Which units need no more words, where so much weight is left; None where it is too soon to tell."""
        if len(units) < _MANY or left > _SOON * self.whole:
            return None
        top, rounding = float(covered.max()), ROUNDING * self.whole
        sure = covered >= CUT * (top + left) + rounding
        count = np.count_nonzero(sure)
        if count <= self.first or count < (1 - _FEWER) * len(units):
            return None
        at = places(sure)
        low = final_scores(raw.take(at), covered.take(at), self.whole)
        least = np.partition(low, count - self.first)[-self.first]
        high = final_scores(raw + np.float32(MOST * left), covered + np.float32(left), self.whole)
        high *= np.float32(1 + ROUNDING)
        # The cut hangs on the unit that will cover most: it must be among those that run.
        sure &= high < least
        sure &= covered < top - left - rounding
        sure[self._raised(units)] = False
        return sure if np.count_nonzero(sure) >= (1 - _FEWER) * len(units) else None

    def _raised(self, units: Ints) -> Ints:
        at = units.searchsorted(self.raised)
        return at[units.take(at, mode="clip") == self.raised]


def shown(plan: Plan) -> int | None:
    """How many of the best a plan lets see, None where they are not those that its one clause scores best."""
    alone = len(plan.clauses) == 1 and plan.sort == "relevance" and not plan.boosts
    return max(1, plan.offset + plan.limit) if alone else None
