"""The names that somebody wrote, with their rarity: what a plan is looked up in, without a request."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from ingest.index.arrays import Floats, Ints, Names, Table, decode, encode, find


@dataclass(frozen=True, slots=True)
class Vocabulary(Table):
    """Names in byte order, where the postings of each start, and the rarity of each.

    These are three of the arrays that a snapshot keeps for its own engine: a server that
    asks a cluster needs no more of them.
    """

    names: Names
    starts: Ints
    weights: Floats

    def weight(self, name: str) -> float:
        """The rarity of a name, 0 for one that nobody wrote."""
        at = find(self.names, [name])[0]
        return float(self.weights[at]) if at >= 0 else 0.0

    def frequencies(self, names: Sequence[str]) -> list[int]:
        """How many texts hold each name."""
        return [int(self.starts[at + 1] - self.starts[at]) if at >= 0 else 0 for at in find(self.names, names)]

    def with_prefix(self, prefix: str, limit: int) -> list[tuple[str, int]]:
        """Names that start so, with the number of texts that hold them, most frequent first."""
        start = encode([prefix])[0]
        # No byte of UTF-8 is 0xFF: it closes the range of what starts so.
        first, last = np.searchsorted(self.names, np.array([start, start + b"\xff"]))
        counts = np.diff(self.starts[first : last + 1])
        best = np.lexsort((np.arange(len(counts)), -counts))[:limit]
        return [(decode(self.names[first + at]), int(counts[at])) for at in best]


def open_vocabularies(tables: Path) -> tuple[Vocabulary, Vocabulary]:
    """The vocabularies of terms and of concepts in a folder of tables."""
    return Vocabulary.load(tables, "terms"), Vocabulary.load(tables, "concepts")
