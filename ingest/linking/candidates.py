"""Which rulings are worth comparing: those that share what is rare, found without comparing all."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from ingest.linking.profile import Profile, length

RAREST = 12
"""How many of a ruling's concepts look for others, the most telling first."""
COMMON = 4000
"""A concept in more rulings than this finds nobody: it would find everybody."""
NEAREST = 40
"""How many others a ruling is compared with at the most."""
LEAST = 0.3


def candidates(profiles: Sequence[Profile]) -> Iterator[tuple[int, int]]:
    """Pairs of places in `profiles` worth judging, each once, the smaller first.

    Each ruling looks up the postings of its rarest concepts, and keeps those
    whose shared weight is a fair part of its own. The sums are kept for all
    rulings at once: a pass over 50,000 numbers takes less time than sorting
    the thousands of places that a dozen postings name.
    """
    postings, weights = _postings(profiles)
    norms = np.array([length(profile.vector) or 1.0 for profile in profiles])
    scores = np.zeros(len(profiles))
    for place, profile in enumerate(profiles):
        telling = sorted(profile.vector.items(), key=lambda item: -item[1])
        wanted = [(c, w) for c, w in telling if len(postings[c]) <= max(COMMON, 200)][:RAREST]
        if not wanted:
            continue
        scores.fill(0.0)
        for concept, weight in wanted:
            scores[postings[concept]] += weight * weights[concept]
        yield from ((min(place, other), max(place, other)) for other in _nearest(scores, norms, place))


def _postings(profiles: Sequence[Profile]) -> tuple[dict[str, np.ndarray], dict[str, np.ndarray]]:
    places: dict[str, list[int]] = {}
    weights: dict[str, list[float]] = {}
    for place, profile in enumerate(profiles):
        for concept, weight in profile.vector.items():
            places.setdefault(concept, []).append(place)
            weights.setdefault(concept, []).append(weight)
    return ({c: np.array(p) for c, p in places.items()}, {c: np.array(w) for c, w in weights.items()})


def _nearest(scores: np.ndarray, norms: np.ndarray, place: int) -> Iterator[int]:
    """The places that score a fair part of what they could, the nearest few where they are many."""
    likeness = scores / norms
    kept = np.flatnonzero(likeness >= LEAST * norms[place])
    kept = kept[kept != place]
    if len(kept) > NEAREST:
        order = np.argsort(-likeness[kept], kind="stable")
        kept = kept[order[:NEAREST]]
    yield from (int(other) for other in kept)
