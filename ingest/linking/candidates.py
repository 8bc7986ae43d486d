"""Which rulings are worth comparing: those that share what is rare, found without comparing all."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from ingest.linking.profile import Profile, length
from ingest.spread import spread

Numbers = npt.NDArray[np.intp]
RAREST = 12
"""How many of a ruling's concepts look for others, the most telling first."""
COMMON = 4000
"""A concept in more rulings than this finds nobody: it would find everybody."""
NEAREST = 40
"""How many others a ruling is compared with at the most."""
LEAST = 0.3


CHUNK = 2000
"""Rulings that a process looks others up for at a time."""


def candidates(profiles: Sequence[Profile]) -> Numbers:
    """Pairs of places in `profiles` worth judging, a row each, each once and in order, the smaller first.

    Each ruling looks up the postings of its rarest concepts, and keeps those
    whose shared weight is a fair part of its own. The sums are kept for all
    rulings at once: a pass over 50,000 numbers takes less time than sorting
    the thousands of places that a dozen postings name.
    """
    neighbours = Neighbours(profiles)
    size = max(1, len(profiles))
    keys = [np.zeros(0, np.intp), *spread(_keys, neighbours, range(len(profiles)), CHUNK)]
    return np.stack(np.divmod(np.unique(np.concatenate(keys)), size), axis=1)


class Neighbours:
    """Finds who shares the rare concepts of a ruling."""

    def __init__(self, profiles: Sequence[Profile]) -> None:
        self._postings = _postings(profiles)
        self._norms = np.array([length(profile.vector) or 1.0 for profile in profiles])
        self._wanted = [self._telling(profile) for profile in profiles]

    def __len__(self) -> int:
        return len(self._wanted)

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

    def _telling(self, profile: Profile) -> list[tuple[str, float]]:
        """The rarest concepts of a ruling, but for those that would find everybody."""
        telling = sorted(profile.vector.items(), key=lambda item: -item[1])
        return [(c, w) for c, w in telling if len(self._postings[c][0]) <= COMMON][:RAREST]


def _keys(neighbours: Neighbours, places: Sequence[int]) -> Numbers:
    """The pairs of some places as numbers: the smaller place times how many there are, and the larger."""
    found = [(place, neighbours.of(place)) for place in places]
    pairs = [np.minimum(place, others) * len(neighbours) + np.maximum(place, others) for place, others in found]
    return np.unique(np.concatenate(pairs))


def _postings(profiles: Sequence[Profile]) -> dict[str, tuple[Numbers, npt.NDArray[np.float64]]]:
    places: dict[str, list[int]] = {}
    weights: dict[str, list[float]] = {}
    for place, profile in enumerate(profiles):
        for concept, weight in profile.vector.items():
            places.setdefault(concept, []).append(place)
            weights.setdefault(concept, []).append(weight)
    return {concept: (np.array(found), np.array(weights[concept])) for concept, found in places.items()}
