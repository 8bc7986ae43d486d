"""The names that somebody wrote, with their rarity: what a plan is looked up in, without a request."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from ingest.index.arrays import Floats, Ints, Names, Table, find
from ingest.index.tables import frequencies, with_prefix


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
        return frequencies(self.starts, find(self.names, names))

    def with_prefix(self, prefix: str, limit: int) -> list[tuple[str, int]]:
        """Names that start so, with the number of texts that hold them, most frequent first."""
        return with_prefix(self.names, self.starts, prefix, limit)


def open_vocabularies(tables: Path) -> tuple[Vocabulary, Vocabulary]:
    """The vocabularies of terms and of concepts in a folder of tables."""
    return Vocabulary.load(tables, "terms"), Vocabulary.load(tables, "concepts")
