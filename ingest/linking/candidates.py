"""Which rulings are worth comparing: those that share what is rare, found without comparing all."""

from __future__ import annotations

from collections.abc import Collection, Sequence

import numpy as np

from ingest.linking.vectors import Numbers, Vectors, Weights, narrow
from ingest.spread import spread

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

    def __init__(self, vectors: Vectors) -> None:
        self._vectors = vectors
        self._numbers = {name: number for number, name in enumerate(vectors.names)}
        owners, counts = vectors.owners, vectors.counts
        norms = np.sqrt(np.bincount(owners, vectors.weights**2, minlength=len(vectors)))
        self._norms = np.where(norms > 0, norms, 1.0)
        self._order = np.argsort(vectors.concepts.astype(narrow(len(vectors.names))), kind="stable")
        self._starts = np.append(0, np.cumsum(counts))
        self._places, self._weights = owners[self._order], vectors.weights[self._order]

    def __len__(self) -> int:
        return len(self._vectors)

    @property
    def common(self) -> frozenset[str]:
        """The concepts that find nobody."""
        return self._vectors.common

    def of(self, place: int) -> Numbers:
        """The places of those that share a fair part of what a ruling could, the nearest few where they are many."""
        scores = np.zeros(len(self))
        for concept, weight in self._telling(place):
            at = self._posting(concept)
            scores[self._places[at]] += weight * self._weights[at]
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
        found = np.zeros(len(self), bool)
        for place in places:
            scores = np.zeros(len(self))
            rows = self._vectors.rows(place)
            pairs = zip(self._vectors.concepts[rows].tolist(), self._vectors.weights[rows].tolist(), strict=True)
            for concept, weight in pairs:
                at, weights = self._seekers(concept)
                scores[at] += weight * weights
            found |= scores >= ROUNDING * LEAST * self._norms[place] * self._norms
        return np.flatnonzero(found)

    def holding(self, concepts: Collection[str]) -> Numbers:
        """The places of those that hold one of some concepts."""
        known = (self._numbers[concept] for concept in concepts if concept in self._numbers)
        held = [self._places[self._posting(number)] for number in known]
        return np.unique(np.concatenate([np.zeros(0, np.intp), *held]))

    def _posting(self, concept: int) -> slice:
        return slice(int(self._starts[concept]), int(self._starts[concept + 1]))

    def _telling(self, place: int) -> list[tuple[int, float]]:
        """The rarest concepts of a ruling, but for those that would find everybody."""
        rows = self._vectors.rows(place)
        asked = self._vectors.asked[rows]
        concepts, weights = self._vectors.concepts[rows][asked], self._vectors.weights[rows][asked]
        return sorted(zip(concepts.tolist(), weights.tolist(), strict=True), key=lambda item: -item[1])

    def _seekers(self, concept: int) -> tuple[Numbers, Weights]:
        """Who looks others up by a concept."""
        at = self._posting(concept)
        seeks = self._vectors.asked[self._order[at]]
        return self._places[at][seeks], self._weights[at][seeks]


def _rows(neighbours: Neighbours, places: Sequence[int]) -> Numbers:
    found = [neighbours.of(place) for place in places]
    seeking = np.repeat(np.asarray(places, np.intp), [len(others) for others in found])
    return np.stack([seeking, np.concatenate(found)], axis=1)
