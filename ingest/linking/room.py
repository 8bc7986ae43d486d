"""Which related rulings are kept of those that have many: the likest, as far as both have room for each other."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from heapq import heapify, heappop, heappush
from itertools import takewhile
from typing import Any

import numpy as np
import numpy.typing as npt

from ingest.linking.comparing import Comparisons
from ingest.linking.vectors import Marks, Numbers, narrow

MAX_RELATED = 6
"""How many merely related rulings are kept of each."""
Rank = tuple[float, bytes, bytes, int]
"""What pairs are chosen by, the likest first: their score, their ids; and the row of the pair."""
Ids = npt.NDArray[Any]


def kept(compared: Comparisons, ids: Sequence[str]) -> Marks:
    """Which rows are kept: all that have to do with each other but the weakest `related` ones of those with many.

    Chosen by numbers: most pairs are merely related, and most of those are not kept.
    """
    rows = compared.telling()
    outcomes = compared.outcomes[rows]
    related = compared.verdicts.of_kind("related")[outcomes]
    scores = compared.verdicts.scores[outcomes[related]]
    loose, ranks = rows[related], np.argsort(np.argsort(ids))
    pairs = np.sort(ranks[compared.pairs[loose]], axis=1)
    order = np.lexsort((pairs[:, 1], pairs[:, 0], -scores))
    counts = [0] * len(ids)
    near = [at for at, pair in zip(order.tolist(), pairs[order].tolist(), strict=True) if _has_room(counts, *pair)]
    marks = np.zeros(len(compared.pairs), np.bool_)
    marks[rows[~related]] = marks[loose[near]] = True
    return marks


def _has_room(counts: list[int], one: int, other: int) -> bool:
    """Whether two have few related ones so far; if so they are counted."""
    if counts[one] >= MAX_RELATED or counts[other] >= MAX_RELATED:
        return False
    counts[one] += 1
    counts[other] += 1
    return True


def kept_with_more(compared: Comparisons, ids: Ids, was: Marks, new: Numbers, lost: Numbers) -> Marks:
    """The same where most is settled: `was` marks the rows that were kept, of which none of the `new` is one.

    `lost` are the places of rulings that a kept pair was taken from: of theirs all are asked again. What is decided
    otherwise than it was leads on to all that come after it with either of its two.
    """
    related = np.append(compared.verdicts.of_kind("related"), False)[compared.outcomes]
    marks = was.copy()
    marks[new] = (compared.outcomes >= 0)[new] & ~related[new]
    rows = _Rows(compared, ids, related)
    asked = [rows.rank(row) for row in new[related[new]].tolist()]
    asked += [rank for place in lost.tolist() for rank in rows.of(place)]
    heapify(asked)
    seen = {rank[-1] for rank in asked}
    while asked:
        rank = heappop(asked)
        room = all(_count(rows.of(place), rank, marks) < MAX_RELATED for place in rows.pair(rank))
        if room == marks[rank[-1]]:
            continue
        marks[rank[-1]] = room
        for after in (one for place in rows.pair(rank) for one in rows.of(place) if one > rank):
            if after[-1] not in seen:
                seen.add(after[-1])
                heappush(asked, after)
    return marks


def _count(ranks: Sequence[Rank], rank: Rank, marks: Marks) -> int:
    """How many are kept of those that come before one."""
    return sum(bool(marks[row]) for *_, row in takewhile(lambda one: one < rank, ranks))


class _Rows:
    """The related pairs of rulings, found when they are asked for."""

    def __init__(self, compared: Comparisons, ids: Ids, related: Marks) -> None:
        self._compared, self._ids, self._related = compared, ids, related
        self._firsts, seconds = compared.pairs[:, 0], compared.pairs[:, 1].astype(narrow(len(ids)))
        self._by_second = np.argsort(seconds, kind="stable")
        self._seconds = seconds[self._by_second]
        self._held: dict[int, list[Rank]] = {}

    def pair(self, rank: Rank) -> list[int]:
        """The places of the two of a pair."""
        places: list[int] = self._compared.pairs[rank[-1]].tolist()
        return places

    def rank(self, row: int) -> Rank:
        """What a pair is chosen by."""
        one, other = sorted(self._ids[self._compared.pairs[row]].tolist())
        return -float(self._compared.verdicts.scores[self._compared.outcomes[row]]), one, other, row

    def of(self, place: int) -> list[Rank]:
        """The related pairs that a ruling is one of, the likest first."""
        if place not in self._held:
            self._held[place] = sorted(map(self.rank, self._find(place)))
        return self._held[place]

    def _find(self, place: int) -> Iterator[int]:
        first, last = _stretch(self._firsts, place)
        start, stop = _stretch(self._seconds, place)
        for rows in (np.arange(first, last), self._by_second[start:stop]):
            yield from rows[self._related[rows]].tolist()


def _stretch(places: Numbers, place: int) -> tuple[int, int]:
    """Where a place stands among places in order."""
    wanted = places.dtype.type(place)
    return int(np.searchsorted(places, wanted)), int(np.searchsorted(places, wanted, side="right"))
