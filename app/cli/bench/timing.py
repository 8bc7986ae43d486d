"""Times, and what is said of them."""

from __future__ import annotations

import gc
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Times:
    """Milliseconds, one for each question."""

    samples: tuple[float, ...]

    def at(self, share: float) -> float:
        """The time that this share of the questions stays within.

        >>> Times((5.0, 1.0, 2.0, 9.0)).at(0.5), Times((5.0, 1.0)).at(0.95)
        (2.0, 5.0)
        """
        ordered = sorted(self.samples)
        return ordered[max(0, -(-round(len(ordered) * share * 1000) // 1000) - 1)]

    def figures(self) -> dict[str, float]:
        """The median, the time that 95 and that 99 of 100 stay within, the number of questions."""
        named = {f"p{round(share * 100)}": round(self.at(share), 3) for share in (0.5, 0.95, 0.99)}
        return {**named, "questions": len(self.samples)}


def times_of(ask: Callable[[T], Any], questions: Sequence[T], rounds: int = 1) -> Times:
    """The time of each question, the best of several rounds."""
    best = [float("inf")] * len(questions)
    gc.collect()
    for _ in range(rounds):
        for place, question in enumerate(questions):
            best[place] = min(best[place], timed(lambda question=question: ask(question)))
    return Times(tuple(best))


def timed(call: Callable[[], Any]) -> float:
    """The milliseconds of processor that a call takes of this thread: a busy machine counts against nobody."""
    start = time.thread_time()
    call()
    return (time.thread_time() - start) * 1000


def pooled(several: Iterable[Times]) -> Times:
    """The times of several kinds as one."""
    return Times(tuple(sample for one in several for sample in one.samples))
