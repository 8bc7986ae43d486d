"""Rulings compared, each pair once: what an earlier build found of two that are as they were is not asked again."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain
from typing import Any

import numpy as np
import numpy.typing as npt

from ingest.columns import spliced
from ingest.errors import NotPatched
from ingest.linking.candidates import Neighbours
from ingest.linking.judge import Verdict, judge
from ingest.linking.profile import Profile
from ingest.linking.vectors import Marks, Numbers, Vectors
from ingest.linking.verdicts import Verdicts
from ingest.linking.wording import Wording
from ingest.spread import spread

CHUNK = 20_000
"""Pairs that a process judges at a time."""
FIRST, SECOND = 1, 2
"""Which of a pair found the other, as bits: a pair that neither finds any more is compared no longer."""
NOTHING, UNKNOWN = -1, -2
"""Two have little to do with each other (or: a ruling is not among others); they were not compared yet."""
DIGITS = 3


@dataclass(frozen=True, slots=True, eq=False)
class Comparisons:
    """Which rulings were compared, and what came of it.

    `digests` are those of the profiles, a number each; `pairs` holds two places
    a row, the smaller first, in order; `found` which of the two found the
    other; `outcomes` the place of what was found in `verdicts`, or `NOTHING`.
    `vectors` are what the rulings were looked up by; `judged` says how
    many of the pairs were not known before. `kept` marks the pairs whose
    relation is kept, once that is settled.
    """

    digests: npt.NDArray[np.uint64]
    pairs: Numbers
    found: npt.NDArray[np.uint8]
    outcomes: npt.NDArray[np.int32]
    verdicts: Verdicts
    vectors: Vectors
    judged: int = 0
    kept: Marks = field(default_factory=lambda: np.zeros(0, np.bool_))

    @property
    def common(self) -> frozenset[str]:
        """The concepts by which nobody was looked up."""
        return self.vectors.common

    def told(self, rows: Numbers | None = None) -> Iterator[tuple[int, int, Verdict]]:
        """The pairs that have to do with each other, and how; of some of the rows where they are given."""
        telling = self.telling() if rows is None else rows
        for (one, other), outcome in zip(self.pairs[telling].tolist(), self.outcomes[telling].tolist(), strict=True):
            yield one, other, self.verdicts[outcome]

    def telling(self) -> Numbers:
        """The rows of the pairs that have to do with each other."""
        return np.flatnonzero(self.outcomes != NOTHING)

    def places(self, digests: npt.NDArray[np.uint64]) -> Numbers:
        """For each of these rulings its place in some profiles, `NOTHING` for one that is not among them."""
        return _place(self.digests, digests)


def nothing_compared() -> Comparisons:
    """What was found before anything was compared."""
    none = np.zeros(0, np.intp)
    digests, found, outcomes = none.astype(np.uint64), none.astype(np.uint8), none.astype(np.int32)
    return Comparisons(digests, none.reshape(0, 2), found, outcomes, Verdicts.of([]), Vectors.of([]))


def compare(profiles: Sequence[Profile], before: Comparisons | None = None) -> Comparisons:
    """What comes of comparing the rulings that are worth it: as though nothing were known of `before`."""
    before = before or nothing_compared()
    digests = np.fromiter(chain.from_iterable(spread(_digests, None, profiles, CHUNK)), np.uint64, len(profiles))
    vectors = Vectors.of(profile.vector for profile in profiles)
    neighbours = Neighbours(vectors)
    places = before.places(digests)
    carried = _carried(before, places)
    seeking = _seeking(neighbours, before, places)
    pairs, found = _united(carried, neighbours, seeking)
    known = _known(pairs, carried, len(profiles))
    del neighbours, carried  # as much as the profiles that are now judged
    return _judged(profiles, Comparisons(digests, pairs, found, known, before.verdicts, vectors))


def compare_more(
    before: Comparisons,
    more: Sequence[Profile],
    places: Numbers,
    every: Sequence[Profile],
    bereft: Numbers,
) -> Comparisons:
    """What `compare` gives where more rulings stand among those of before, each put before the one at its place.

    `every` gives the profile of any of them, new places counted, and is asked for few; the `bereft` of before
    look others up again. Raises `NotPatched` where a
    concept became so common that rulings of before look for others by other concepts than they did.
    """
    vectors = before.vectors.with_more([profile.vector for profile in more], places)
    if vectors.common != before.common:
        raise NotPatched("a concept became common")
    digests = np.insert(before.digests, places, np.array(_digests(None, more), np.uint64))
    moved = moved_by(places, len(before.digests))
    carried = replace(before, pairs=moved[before.pairs])
    neighbours, new = Neighbours(vectors), places + np.arange(len(places))
    seeking = np.unique(np.concatenate([new, neighbours.who_would_find(new.tolist()), moved[bereft]]))
    pairs, found, known = _merged(carried, neighbours, seeking)
    return _judged(every, Comparisons(digests, pairs, found, known, before.verdicts, vectors))


def moved_by(places: Numbers, size: int) -> Numbers:
    """Where so many stand once more are put before those at some places.

    >>> moved_by(np.array([0, 2, 2]), 3).tolist()
    [1, 2, 5]
    """
    held = np.arange(size)
    return held + np.searchsorted(places, held, side="right")


# --- whom each ruling finds --------------------------------------------------


def _seeking(neighbours: Neighbours, before: Comparisons, places: Numbers) -> Numbers:
    """The places of those that may find others than before: the new, and those that the new or the gone touch."""
    stays = np.zeros(len(neighbours), bool)
    stays[places[places != NOTHING]] = True
    new = np.flatnonzero(~stays)
    if not len(before.digests):
        return new
    crossing = neighbours.holding(neighbours.common ^ before.common)
    gone = (places == NOTHING)[before.pairs]
    bereft = places[before.pairs[gone.any(axis=1) & ~gone.all(axis=1)]].ravel()
    touched = neighbours.who_would_find(new.tolist())
    return np.unique(np.concatenate([new, touched, crossing, bereft[bereft != NOTHING]]))


def _carried(before: Comparisons, places: Numbers) -> Comparisons:
    """The pairs of before whose two are still there, by their places now."""
    pairs = places[before.pairs]
    # A pair that stands the other way round would be judged the other way round.
    kept = (pairs != NOTHING).all(axis=1) & (pairs[:, 0] < pairs[:, 1])
    return replace(before, pairs=pairs[kept], found=before.found[kept], outcomes=before.outcomes[kept])


def _united(carried: Comparisons, neighbours: Neighbours, seeking: Numbers) -> tuple[Numbers, npt.NDArray[np.uint8]]:
    """The pairs worth comparing, in order, and who of each found the other."""
    still = _still(carried, seeking, len(neighbours))
    rows = neighbours.of_all(seeking.tolist())
    bits = np.where(rows[:, 0] < rows[:, 1], FIRST, SECOND).astype(np.uint8)
    keys = np.concatenate([_keys(carried.pairs[still > 0], len(neighbours)), _keys(rows, len(neighbours))])
    united, at = np.unique(keys, return_inverse=True)
    found = np.zeros(len(united), np.uint8)
    np.bitwise_or.at(found, at, np.concatenate([still[still > 0], bits]))
    return np.stack(np.divmod(united, max(1, len(neighbours))), axis=1), found


def _merged(
    carried: Comparisons, neighbours: Neighbours, seeking: Numbers
) -> tuple[Numbers, npt.NDArray[np.uint8], npt.NDArray[np.int32]]:
    """What `_united` and `_known` give where few seek: their pairs are put among those that stand in order."""
    size = len(neighbours)
    still = _still(carried, seeking, size)
    rows = neighbours.of_all(seeking.tolist())
    bits = np.where(rows[:, 0] < rows[:, 1], FIRST, SECOND).astype(np.uint8)
    sought, of = np.unique(_keys(rows, size), return_inverse=True)
    more = np.zeros(len(sought), np.uint8)
    np.bitwise_or.at(more, of, bits)
    keys = carried.pairs[:, 0] * size + carried.pairs[:, 1]
    at = np.searchsorted(keys, sought)
    there = keys[np.minimum(at, len(keys) - 1)] == sought if len(keys) else np.zeros(len(sought), np.bool_)
    still[at[there]] |= more[there]
    places, new = at[~there], np.stack(np.divmod(sought[~there], max(1, size)), axis=1)
    gone = np.flatnonzero(still == 0)
    pairs, free = spliced(carried.pairs, gone, places)
    found, outcomes = (spliced(column, gone, places)[0] for column in (still, carried.outcomes))
    pairs[free], found[free], outcomes[free] = new, more[~there], UNKNOWN
    return pairs, found, outcomes


def _still(carried: Comparisons, seeking: Numbers, size: int) -> npt.NDArray[np.uint8]:
    """Who of each pair found the other and does not look again."""
    asks = np.zeros(size, bool)
    asks[seeking] = True
    asking = asks[carried.pairs[:, 0]].view(np.uint8) * np.uint8(FIRST)
    asking |= asks[carried.pairs[:, 1]].view(np.uint8) * np.uint8(SECOND)
    return carried.found & ~asking


def _keys(pairs: Numbers, size: int) -> Numbers:
    """A number for each pair: the smaller place times how many there are, and the larger."""
    return pairs.min(axis=1, initial=size) * size + pairs.max(axis=1, initial=0)


# --- what they are to each other ---------------------------------------------


def _known(pairs: Numbers, carried: Comparisons, size: int) -> npt.NDArray[np.int32]:
    """What was found of each pair before, `UNKNOWN` of one that is new."""
    at = _place(_keys(pairs, size), _keys(carried.pairs, size))
    return np.append(carried.outcomes, UNKNOWN).astype(np.int32)[at]  # the last stands for `NOTHING`


def _place(sought: npt.NDArray[Any], held: npt.NDArray[Any]) -> Numbers:
    """Where each number stands among others, `NOTHING` for one that doesn't."""
    if not len(held):
        return np.full(len(sought), NOTHING)
    order = np.argsort(held, kind="stable")
    at = order[np.minimum(np.searchsorted(held[order], sought), len(held) - 1)]
    return np.where(held[at] == sought, at, NOTHING)


def _judged(profiles: Sequence[Profile], known: Comparisons) -> Comparisons:
    """The comparisons with a verdict on each pair that none is known of."""
    asked = np.flatnonzero(known.outcomes == UNKNOWN)
    outcomes, first = known.outcomes.copy(), len(known.verdicts)
    outcomes[asked] = NOTHING
    rows = np.column_stack([asked, known.pairs[asked]])
    more: dict[Verdict, int] = {}
    for row, verdict in chain.from_iterable(spread(_verdicts, profiles, rows, CHUNK)):
        outcomes[row] = more.setdefault(verdict, first + len(more))
    verdicts, none = known.verdicts.with_more(list(more)), np.zeros(len(outcomes), np.bool_)
    return replace(known, outcomes=outcomes, verdicts=verdicts, judged=len(asked), kept=none)


def _verdicts(profiles: Sequence[Profile], rows: Numbers) -> list[tuple[int, Verdict]]:
    """The rows whose two profiles have to do with each other, and how."""
    judged = ((row, judge(profiles[one], profiles[other])) for row, one, other in rows.tolist())
    return [(row, replace(found, score=round(found.score, DIGITS))) for row, found in judged if found]


# --- what makes a ruling another one -----------------------------------------


def _digests(_: None, profiles: Sequence[Profile]) -> list[int]:
    return [digest(profile) for profile in profiles]


def digest(profile: Profile) -> int:
    """A number that stands for all that is compared of a ruling; it repeats from build to build."""
    sets = (profile.subjects, profile.listed, profile.cards, profile.reach, profile.telling, profile.sorts)
    held = (
        profile.id,
        profile.page,
        profile.own,
        list(profile.concepts.items()),
        list(profile.vector.items()),
        [(lang, _said(wording)) for lang, wording in profile.wordings.items()],
        [sorted(one) for one in sets],
        sorted(map(repr, profile.lists)),
    )
    return int.from_bytes(hashlib.blake2b(repr(held).encode(), digest_size=8).digest(), "big")


def _said(wording: Wording) -> tuple[object, ...]:
    counted = (sorted(wording.numbers.items()), sorted(wording.keywords.items()))
    return (wording.words, wording.template, *counted, sorted(wording.terms), sorted(wording.denied))
