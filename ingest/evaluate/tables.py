"""The tables that checks look up, learnt from aligned official texts."""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from ingest.checks.context import CheckContext
from ingest.checks.neighbours import Neighbours
from ingest.checks.polarity import Cues
from ingest.checks.renderings import Rendering, Renderings
from ingest.evaluate.learn import learn
from ingest.evaluate.learn_neighbours import count_neighbours
from ingest.evaluate.learn_polarity import learn_cues
from ingest.evaluate.pairs import Aligned, Studied


@dataclass(frozen=True, slots=True)
class Tables:
    """What is learnt from the pairs of some languages."""

    renderings: Mapping[tuple[str, str, str], Rendering]
    neighbours: Neighbours
    weights: Mapping[tuple[str, str], Mapping[str, float]]

    def __or__(self, other: Tables) -> Tables:
        """The tables of both; a language that both have is the other's."""
        return Tables(
            {**self.renderings, **other.renderings},
            Neighbours(
                {**self.neighbours.counts, **other.neighbours.counts},
                {**self.neighbours.totals, **other.neighbours.totals},
            ),
            {**self.weights, **other.weights},
        )


def tables(studied: Sequence[Studied]) -> Tables:
    """The tables of one target language."""
    lang = studied[0].pair.lang
    weights = {(lang, kind): found for kind, found in learn_cues(studied).items()}
    return Tables(learn(studied), count_neighbours(studied), weights)


def taught(context: CheckContext, learnt: Tables) -> CheckContext:
    """The context with these tables in place of its own."""
    return replace(
        context,
        renderings=Renderings(learnt.renderings, context.renderings.related),
        neighbours=learnt.neighbours,
        cues=Cues(learnt.weights),
    )


def halves(aligned: Iterable[Aligned]) -> tuple[list[Aligned], list[Aligned]]:
    """The pairs to learn from and the pairs to measure on: no release has pairs in both.

    Pairs that tell no release are parted by their English.
    """
    parts: tuple[list[Aligned], list[Aligned]] = [], []
    for pair in aligned:
        parts[zlib.crc32((pair.group or pair.source).encode()) % 2].append(pair)
    return parts
