"""Which rulings are worth comparing: those that share what is rare, found without comparing all."""

from __future__ import annotations

from array import array
from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from itertools import chain

import numpy as np
import numpy.typing as npt

from ingest.linking.profile import Profile, length
from ingest.spread import spread

Numbers = npt.NDArray[np.intp]
Weights = npt.NDArray[np.float64]
Columns = tuple["array[int]", "array[float]"]
Postings = Mapping[str, tuple[Numbers, Weights]]
"""For each concept the places of those that hold it, and what it weighs there."""
RAREST = 12
"""How many of a ruling's concepts look for others, the most telling first."""
COMMON = 4000
"""A concept in more rulings than this finds nobody: it would find everybody."""
NEAREST = 40
"""How many others a ruling is compared with at the most."""
LEAST = 0.3
ROUNDING = 1 - 1e-9
"""What sums of the same numbers in another order may differ by."""


CHUNK = 2000
"""Rulings that a process looks others up for at a time."""


class Neighbours:
    """Finds who shares the rare concepts of a ruling.

    Each ruling looks up the postings of its rarest concepts, and keeps those
    whose shared weight is a fair part of its own. The sums are kept for all
    rulings at once: a pass over 50,000 numbers takes less time than sorting
    the thousands of places that a dozen postings name.
    """

    def __init__(self, profiles: Sequence[Profile]) -> None:
        self._vectors = [profile.vector for profile in profiles]
        self._postings = _postings(profiles)
        self._norms = np.array([length(profile.vector) or 1.0 for profile in profiles])
        self._wanted = [self._telling(profile) for profile in profiles]

    def __len__(self) -> int:
        return len(self._wanted)

    @property
    def common(self) -> frozenset[str]:
        """The concepts that find nobody."""
        return frozenset(concept for concept, (places, _) in self._postings.items() if len(places) > COMMON)

    def of(self, place: int) -> Numbers:
        """The places of those that share a fair part of what a ruling could, the nearest few where they are many."""
        scores = np.zeros(len(self))
        for concept, weight in self._wanted[place]:
            places, weights = self._postings[concept]
            scores[places] += weight * weights
        likeness = scores / self._norms
        kept = np.flatnonzero(likeness >= LEAST * self._norms[place])
        kept = kept[kept != place]
        if len(kept) > NEAREST:
            kept = kept[np.argsort(-likeness[kept], kind="stable")[:NEAREST]]
        return kept

    def of_all(self, places: Sequence[int]) -> Numbers:
        """Who finds whom: a row for each of the places and one that it finds."""
        none = np.zeros((0, 2), np.intp)
        return np.concatenate([none, *spread(_rows, self, places, CHUNK)])

    def who_would_find(self, places: Collection[int]) -> Numbers:
        """The places of those that may find one of some places."""
        seekers = self._seekers(set(chain.from_iterable(self._vectors[place] for place in places)))
        found = np.zeros(len(self), bool)
        for place in places:
            scores = np.zeros(len(self))
            for concept, weight in self._vectors[place].items():
                if concept in seekers:
                    at, weights = seekers[concept]
                    scores[at] += weight * weights
            found |= scores >= ROUNDING * LEAST * self._norms[place] * self._norms
        return np.flatnonzero(found)

    def holding(self, concepts: Collection[str]) -> Numbers:
        """The places of those that hold one of some concepts."""
        held = [self._postings[concept][0] for concept in concepts if concept in self._postings]
        return np.unique(np.concatenate([np.zeros(0, np.intp), *held]))

    def _telling(self, profile: Profile) -> list[tuple[str, float]]:
        """The rarest concepts of a ruling, but for those that would find everybody."""
        telling = sorted(profile.vector.items(), key=lambda item: -item[1])
        return [(c, w) for c, w in telling if len(self._postings[c][0]) <= COMMON][:RAREST]

    def _seekers(self, concepts: Collection[str]) -> Postings:
        """Who looks others up by each of some concepts."""
        seekers: defaultdict[str, Columns] = defaultdict(_columns)
        for place, wanted in enumerate(self._wanted):
            for concept, weight in wanted:
                if concept in concepts:
                    places, weights = seekers[concept]
                    places.append(place)
                    weights.append(weight)
        return {concept: _as_numbers(columns) for concept, columns in seekers.items()}


def _rows(neighbours: Neighbours, places: Sequence[int]) -> Numbers:
    found = [neighbours.of(place) for place in places]
    seeking = np.repeat(np.asarray(places, np.intp), [len(others) for others in found])
    return np.stack([seeking, np.concatenate(found)], axis=1)


def _postings(profiles: Sequence[Profile]) -> Postings:
    held: defaultdict[str, Columns] = defaultdict(_columns)
    for place, profile in enumerate(profiles):
        for concept, weight in profile.vector.items():
            places, weights = held[concept]
            places.append(place)
            weights.append(weight)
    return {concept: _as_numbers(columns) for concept, columns in held.items()}


def _columns() -> Columns:
    """Places and weights as they come: a million of them as Python numbers would take ten times the room."""
    return array("q"), array("d")


def _as_numbers(columns: Columns) -> tuple[Numbers, Weights]:
    places, weights = columns
    return np.array(places, np.intp), np.array(weights)
