"""What rulings are found by, as columns: which concepts each holds, what they weigh, by which it looks others up."""

from __future__ import annotations

from array import array
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain

import numpy as np
import numpy.typing as npt

Numbers = npt.NDArray[np.intp]
Weights = npt.NDArray[np.float64]
Marks = npt.NDArray[np.bool_]
RAREST = 12
"""How many of a ruling's concepts look for others, the most telling first."""
COMMON = 4000
"""A concept in more rulings than this finds nobody: it would find everybody."""


@dataclass(frozen=True, slots=True, eq=False)
class Vectors:
    """The concepts of rulings, one ruling after the other, each in its own order.

    `names` gives the concepts by their numbers, `starts` bounds each ruling's stretch of `concepts` and
    `weights`; `asked` marks the concepts by which a ruling looks others up.
    """

    names: Sequence[str]
    starts: Numbers
    concepts: npt.NDArray[np.int32]
    weights: Weights
    asked: Marks

    @classmethod
    def of(cls, vectors: Iterable[Mapping[str, float]]) -> Vectors:
        """The columns of these vectors.

        >>> some = Vectors.of([{"ward": 5.0, "cast": 1.0}, {"ward": 5.0}])
        >>> some.names, some.starts.tolist(), some.concepts.tolist(), some.asked.all()
        (['ward', 'cast'], [0, 2, 3], [0, 1, 0], np.True_)
        """
        numbers: defaultdict[str, int] = defaultdict()
        numbers.default_factory = numbers.__len__
        concepts, weights, counts = array("i"), array("d"), array("q", [0])
        for vector in vectors:
            concepts.extend(numbers[name] for name in vector)
            weights.extend(vector.values())
            counts.append(len(vector))
        starts = np.cumsum(counts, dtype=np.intp)
        held, weighed = np.array(concepts, np.int32), np.array(weights, np.float64)
        unasked = cls(list(numbers), starts, held, weighed, np.zeros(len(held), np.bool_))
        return replace(unasked, asked=unasked._asked_by(np.arange(len(unasked))))

    def __len__(self) -> int:
        return len(self.starts) - 1

    @property
    def owners(self) -> Numbers:
        """For each row the place of its ruling."""
        return np.repeat(np.arange(len(self)), np.diff(self.starts))

    @property
    def counts(self) -> Numbers:
        """In how many rulings each concept is."""
        return np.bincount(self.concepts, minlength=len(self.names))

    @property
    def common(self) -> frozenset[str]:
        """The concepts that find nobody."""
        return frozenset(self.names[number] for number in np.flatnonzero(self.counts > COMMON).tolist())

    def rows(self, place: int) -> slice:
        """Where the concepts of a ruling stand."""
        return slice(int(self.starts[place]), int(self.starts[place + 1]))

    def with_more(self, vectors: Sequence[Mapping[str, float]], places: Sequence[int]) -> Vectors:
        """These with more, each put before the one that is at its place now; the places rise.

        Only where the same concepts are common as before: those who were there look others up by what they did.
        """
        known = {name: number for number, name in enumerate(self.names)}
        for name in chain.from_iterable(vectors):
            known.setdefault(name, len(known))
        lengths = np.fromiter(map(len, vectors), np.intp, len(vectors))
        at = np.repeat(self.starts[np.asarray(places, np.intp)], lengths)
        concepts = np.insert(self.concepts, at, [known[name] for vector in vectors for name in vector])
        weights = np.insert(self.weights, at, [weight for vector in vectors for weight in vector.values()])
        starts = np.append(0, np.cumsum(np.insert(np.diff(self.starts), places, lengths)))
        more = Vectors(list(known), starts, concepts, weights, np.insert(self.asked, at, False))
        return replace(more, asked=more.asked | more._asked_by(np.asarray(places) + np.arange(len(places))))

    def without(self, places: Numbers) -> Vectors:
        """These without those at some places."""
        stays = np.ones(len(self), np.bool_)
        stays[places] = False
        counts = np.diff(self.starts)
        rows = np.repeat(stays, counts)
        starts = np.append(0, np.cumsum(counts[stays]))
        return Vectors(self.names, starts, self.concepts[rows], self.weights[rows], self.asked[rows])

    def _asked_by(self, places: Numbers) -> Marks:
        """Which rows those at some places look others up by."""
        chosen = np.zeros(len(self), np.bool_)
        chosen[places] = True
        rows = np.flatnonzero(np.repeat(chosen, np.diff(self.starts)) & (self.counts[self.concepts] <= COMMON))
        return _rarest(rows, self.owners[rows], self.weights[rows], len(self.concepts))

    def whole(self) -> bool:
        """Whether all columns are as long as each other and point at what is there."""
        many = len(self.concepts)
        return (
            self.weights.shape == self.asked.shape == (many,)
            and int(self.starts[0]) == 0
            and int(self.starts[-1]) == many
            and bool((np.diff(self.starts.astype(np.int64)) >= 0).all())
            and int(self.concepts.min(initial=0)) >= 0
            and int(self.concepts.max(initial=-1)) < len(self.names)
        )


def narrow(size: int) -> type[np.uint16] | type[np.int32]:
    """What so many are numbered by: numbers of two bytes are put in order several times as fast."""
    return np.uint16 if size <= 1 << 16 else np.int32


def _rarest(rows: Numbers, owners: Numbers, weights: Weights, size: int) -> Marks:
    """Marks the heaviest few rows of each owner, the first of equals first."""
    order = np.lexsort((-weights, owners))
    rank = np.arange(len(order)) - np.searchsorted(owners, owners)  # the owners stand in order
    marks = np.zeros(size, np.bool_)
    marks[rows[order[rank < RAREST]]] = True
    return marks
