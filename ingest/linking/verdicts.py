"""What was found of pairs of rulings, as columns: hardly a reason is ever read."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Any, overload

import numpy as np
import numpy.typing as npt

from ingest.linking.judge import Verdict

KINDS = ("same", "reworded", "parallel", "related")

Array = npt.NDArray[Any]


@dataclass(frozen=True, slots=True, eq=False)
class Verdicts(Sequence[Verdict]):
    """Verdicts by number; the reason of each is a stretch of `said`, text as UTF-8."""

    kinds: Array
    scores: Array
    apart: Array
    bounds: Array
    said: Array

    @classmethod
    def of(cls, verdicts: Iterable[Verdict]) -> Verdicts:
        """The columns of some verdicts.

        >>> Verdicts.of([Verdict("same", 0.9, "它们相同")])[0]
        Verdict(kind='same', score=0.9, reason='它们相同', apart=False)
        """
        held = list(verdicts)
        reasons = [one.reason.encode() for one in held]
        return cls(
            np.array([KINDS.index(one.kind) for one in held], np.uint8),
            np.array([one.score for one in held], np.float64),
            np.array([one.apart for one in held], np.bool_),
            np.array([0, *accumulate(map(len, reasons))], np.int64),
            np.frombuffer(b"".join(reasons), np.uint8),
        )

    def __len__(self) -> int:
        return len(self.kinds)

    @overload
    def __getitem__(self, number: int) -> Verdict: ...
    @overload
    def __getitem__(self, number: slice) -> Sequence[Verdict]: ...
    def __getitem__(self, number: int | slice) -> Verdict | Sequence[Verdict]:
        if isinstance(number, slice):
            return [self[at] for at in range(*number.indices(len(self)))]
        if not -len(self) <= number < len(self):
            raise IndexError(number)
        at = number % len(self)
        reason = self.said[int(self.bounds[at]) : int(self.bounds[at + 1])].tobytes().decode()
        return Verdict(KINDS[self.kinds[at]], float(self.scores[at]), reason, bool(self.apart[at]))

    def with_more(self, verdicts: Sequence[Verdict]) -> Verdicts:
        """These and more after them."""
        more = Verdicts.of(verdicts)
        return Verdicts(
            np.append(self.kinds, more.kinds),
            np.append(self.scores, more.scores),
            np.append(self.apart, more.apart),
            np.append(self.bounds, more.bounds[1:] + self.bounds[-1]),
            np.append(self.said, more.said),
        )

    def only(self, numbers: Sequence[int]) -> Verdicts:
        """Some of them, in the order asked for."""
        return Verdicts.of(self[number] for number in numbers)

    def of_kind(self, kind: str) -> Array:
        """Which are of a kind."""
        return self.kinds == KINDS.index(kind)

    def whole(self) -> bool:
        """Whether all columns are as long as each other and point at what is there."""
        many = len(self.kinds)
        return (
            self.scores.shape == self.apart.shape == (many,)
            and self.bounds.shape == (many + 1,)
            and bool((np.diff(self.bounds) >= 0).all())
            and int(self.bounds[0]) == 0
            and int(self.bounds[-1]) == len(self.said)
            and int(self.kinds.max(initial=0)) < len(KINDS)
        )
