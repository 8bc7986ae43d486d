"""Two rows of sentences joined into beads: which say the same, by length and by what they share.

The cost of a bead is that of Gale and Church (1993): how far the lengths are from what the two
languages usually take, and how rare the kind of bead is. Numbers, symbols of the game and terms
that both name are anchors: each that stands on both sides makes a bead cheaper, each that
stands on one side alone dearer.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from ingest.model import Span

LENGTHS = {"en": 1.0, "es": 1.2, "zh-Hans": 0.33, "zh-Hant": 0.33}
"""Characters for one of English, counted on official translations; a language not listed takes as many."""
VARIANCE = 6.8
"""How much lengths vary, per character of English (Gale and Church)."""

KINDS = {
    (1, 1): 0.95,
    (1, 0): 0.005,
    (0, 1): 0.005,
    (2, 1): 0.02,
    (1, 2): 0.02,
    (2, 2): 0.001,
    (3, 1): 0.001,
    (1, 3): 0.001,
}
"""How often so many sentences stand for so many."""

SHARED, ALONE = 2.0, 1.0
"""What an anchor on both sides takes off a bead's cost, and what one on a single side adds."""

MOST = 60
"""Sentences of one text that are aligned; longer texts stand side by side whole."""

Bead = tuple[Span, Span]
"""Half-open runs of sentences, by number, that say the same; one of the two may be empty."""


@dataclass(frozen=True, slots=True)
class Sentence:
    """How long a sentence is, in characters, and what it holds that any language would."""

    length: int
    anchors: Counter[str]


def beads(source: Sequence[Sentence], target: Sequence[Sentence], source_lang: str, target_lang: str) -> list[Bead]:
    """The beads that together are cheapest, in order; all sentences of both sides are in them, each once.

    >>> one, two = Sentence(20, Counter()), Sentence(50, Counter())
    >>> beads([one, two], [one, two], "en", "en")
    [((0, 1), (0, 1)), ((1, 2), (1, 2))]
    """
    if not source or not target or max(len(source), len(target)) > MOST:
        return [((0, len(source)), (0, len(target)))]
    scale = LENGTHS.get(source_lang, 1.0) / LENGTHS.get(target_lang, 1.0)
    best: dict[tuple[int, int], tuple[float, Bead]] = {(0, 0): (0.0, ((0, 0), (0, 0)))}
    for i in range(len(source) + 1):
        for j in range(len(target) + 1):
            if (i, j) in best:
                _extend(best, (i, j), source, target, scale)
    return _walked(best, (len(source), len(target)))


def _extend(
    best: dict[tuple[int, int], tuple[float, Bead]],
    at: tuple[int, int],
    source: Sequence[Sentence],
    target: Sequence[Sentence],
    scale: float,
) -> None:
    i, j = at
    for (ours, theirs), share in KINDS.items():
        end = i + ours, j + theirs
        if end[0] <= len(source) and end[1] <= len(target):
            worth = best[at][0] - 2 * math.log(share) + _cost(source[i : end[0]], target[j : end[1]], scale)
            if end not in best or worth < best[end][0]:
                best[end] = worth, ((i, end[0]), (j, end[1]))


def _walked(best: dict[tuple[int, int], tuple[float, Bead]], end: tuple[int, int]) -> list[Bead]:
    found = []
    while end != (0, 0):
        bead = best[end][1]
        found.append(bead)
        end = bead[0][0], bead[1][0]
    return found[::-1]


def _cost(source: Sequence[Sentence], target: Sequence[Sentence], scale: float) -> float:
    ours, theirs = _anchors(source), _anchors(target)
    shared = (ours & theirs).total()
    alone = ours.total() + theirs.total() - 2 * shared
    return _distance(source, target, scale) - SHARED * shared + (ALONE * alone if source and target else 0)


def _distance(source: Sequence[Sentence], target: Sequence[Sentence], scale: float) -> float:
    """Minus twice the logarithm of the chance that lengths differ as much."""
    if not (source and target):
        return 0.0
    ours = sum(sentence.length for sentence in source)
    theirs = scale * sum(sentence.length for sentence in target)
    mean = (ours + theirs) / 2
    delta = abs(ours - theirs) / math.sqrt(VARIANCE * max(mean, 1.0))
    return -2 * math.log(max(math.erfc(delta / math.sqrt(2)), 1e-12))


def _anchors(sentences: Sequence[Sentence]) -> Counter[str]:
    return sum((sentence.anchors for sentence in sentences), Counter())
