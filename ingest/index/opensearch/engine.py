"""The engine that asks a cluster, and the builder that fills it."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping, Sequence
from pathlib import Path

from ingest.errors import SnapshotError
from ingest.index.contract import Answer, Clause, Doc, Plan
from ingest.index.engine import TABLES, bounded
from ingest.index.opensearch import asking, loading
from ingest.index.opensearch.asking import Asked
from ingest.index.opensearch.cluster import SECONDS, Cluster
from ingest.index.opensearch.gate import Gate
from ingest.index.opensearch.searching import Search
from ingest.index.opensearch.vocabulary import open_vocabularies
from ingest.index.scoring import PHRASE_WEIGHT
from ingest.index.table_builder import TableBuilder

PLACE = "opensearch.json"
"""Says, in the index folder of a snapshot, under which name the cluster holds it."""


class OpenSearchEngine:
    """Answers plans from a cluster; read-only, any thread."""

    def __init__(self, cluster: Cluster, name: str, tables: Path, gate: Gate | None = None) -> None:
        self._cluster, self._name = cluster, name
        self._terms, self._concepts = open_vocabularies(tables)
        self._gate = gate or Gate()

    # --- contract ------------------------------------------------------------------

    def search(self, plan: Plan) -> Answer:
        """The rows that answer a plan; `EngineUnavailable` where the cluster can't say."""
        plan, cut = bounded(plan)
        asked, trimmed = asking.within_bounds([self._look_up(one) for one in plan.clauses or (Clause(),)])
        with self._gate.through():
            return Search(self._cluster, self._name, plan, asked).answer(cut=cut or trimmed)

    def document_frequency(self, terms: Sequence[str]) -> list[int]:
        """How many texts hold each term; 0 for a term nobody wrote."""
        return self._terms.frequencies(terms)

    def terms_with_prefix(self, prefix: str, limit: int = 100) -> list[tuple[str, int]]:
        """Terms that start so, with the number of texts that hold them, most frequent first."""
        return self._terms.with_prefix(prefix, limit)

    def verify(self) -> None:
        """Raise `SnapshotError` where the cluster does not hold what was loaded."""
        loading.verify(self._cluster, self._name)

    def close(self) -> None:
        """Close the connections."""
        self._cluster.close()

    def _look_up(self, clause: Clause) -> Asked:
        return asking.look_up(clause, self._terms.weight, self._concepts.weight, PHRASE_WEIGHT)


class OpenSearchBuilder:
    """Takes in documents and loads them into a cluster, under a name of their own."""

    def __init__(self, shares: Mapping[str, float] | None = None) -> None:
        self._tables = TableBuilder(shares)

    def add(self, doc: Doc) -> None:
        """Take in one text."""
        self._tables.add(doc)

    def finish(self, directory: Path) -> None:
        """Load the cluster; what stays in the empty directory is the vocabulary and the name."""
        directory.mkdir(parents=True, exist_ok=True)
        self._tables.finish(directory)
        cluster = Cluster()
        name = f"{directory.name}-{os.urandom(6).hex()}".lower()
        loading.load(cluster, name, directory / TABLES, {}, replicas=int(os.environ.get(loading.REPLICAS_SETTING, "1")))
        cluster.close()
        mark(directory, name)


def mark(directory: Path, name: str) -> None:
    """Note, in a snapshot's index folder, the name under which the cluster holds it."""
    (directory / PLACE).write_text(json.dumps({"name": name}), encoding="utf-8")


def open_engine(directory: Path, seconds: float = SECONDS) -> OpenSearchEngine:
    """The engine over the indices that the directory names; `SnapshotError` where it names none.

    `seconds` is how long a search waits for a place, and then for a node.
    """
    try:
        name = json.loads((directory / PLACE).read_text(encoding="utf-8"))["name"]
    except (OSError, ValueError, KeyError) as error:
        raise SnapshotError(
            "this snapshot is not in the cluster", where=str(directory), hint="run rosetta publish"
        ) from error
    return OpenSearchEngine(Cluster(seconds=seconds), name, directory / TABLES, Gate(wait=seconds))


def verify(directory: Path) -> None:
    """Raise `SnapshotError` where the cluster does not hold what was loaded, `EngineUnavailable` where it is silent."""
    engine = open_engine(directory)
    try:
        engine.verify()
    finally:
        engine.close()
