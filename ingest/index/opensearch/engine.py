"""The engine that asks a cluster: the contract's answers in two or three round trips.

First how much of the query the best unit covers, which sets the cut; then the page's
candidates beside exact counts; then, for the page alone, which texts match.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from ingest.errors import SnapshotError
from ingest.index.contract import Answer, Clause, Doc, Plan, Row
from ingest.index.engine import KINDS, TABLES, bounded
from ingest.index.opensearch import asking, loading
from ingest.index.opensearch.asking import Asked, Query
from ingest.index.opensearch.cluster import Cluster, index_name
from ingest.index.opensearch.gate import Gate
from ingest.index.opensearch.ranking import Candidate, Ranking, facets_asked, facets_found, judged
from ingest.index.opensearch.vocabulary import open_vocabularies
from ingest.index.scoring import CUT, PHRASE_WEIGHT
from ingest.index.whoosh_engine import WhooshBuilder

PLACE = "opensearch.json"
"""Says, in the index folder of a snapshot, under which name the cluster holds it."""
_FEWEST, _MOST = 100, 10_000
"""Candidates looked at: at first, and at most."""
_DEEPEST = 100_000
_SLACK = 2e-6
"""Impacts are in fixed point: what stands on the edge of the cut is in."""


class OpenSearchEngine:
    """Answers plans from a cluster; read-only, any thread."""

    def __init__(self, cluster: Cluster, name: str, tables: Path) -> None:
        self._cluster, self._name = cluster, name
        self._terms, self._concepts = open_vocabularies(tables)
        self._gate = Gate()

    # --- contract ------------------------------------------------------------------

    def search(self, plan: Plan) -> Answer:
        """The rows that answer a plan; `EngineUnavailable` where the cluster can't say."""
        plan, cut = bounded(plan)
        asked, trimmed = asking.within_bounds([self._look_up(one) for one in plan.clauses or (Clause(),)])
        with self._gate.through():
            return _Search(self._cluster, self._name, plan, asked).answer(cut=cut or trimmed)

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


class _Search:
    """One plan on its way: its clauses and what the cluster has said so far."""

    def __init__(self, cluster: Cluster, name: str, plan: Plan, asked: Sequence[Asked]) -> None:
        self._cluster, self._plan, self._asked = cluster, plan, asked
        self._index = index_name(name, KINDS[plan.collapse])
        self._end = plan.offset + plan.limit

    def answer(self, *, cut: bool) -> Answer:
        """The page with its counts."""
        if self._end > _DEEPEST:
            cut = True
        least = self._least()
        listing = self._plan.sort == "date" or all(one.lists for one in self._asked)
        counted = self._counting(least, listing=listing)
        if listing:
            (found,) = self._ask([counted])
            page = self._listed(found)
        else:
            page, found = self._ranked(least, counted)
        facets, distinct = facets_found(found["aggregations"])
        return Answer(tuple(self._rows(page)), found["hits"]["total"]["value"], facets, distinct, cut)

    def _ask(self, bodies: Sequence[Query]) -> list[Mapping[str, Any]]:
        return self._cluster.ask([(self._index, body) for body in bodies])

    def _least(self) -> list[float]:
        """For each clause, the covered weight under which a unit is left out."""
        cut = [number for number, one in enumerate(self._asked) if one.is_cut]
        best = [
            {"query": asking.covered(self._asked[number], self._plan.scope), "size": 1, "_source": False}
            for number in cut
        ]
        least = [0.0] * len(self._asked)
        for number, answer in zip(cut, self._ask(best) if best else (), strict=True):
            least[number] = max(CUT * (answer["hits"]["max_score"] or 0.0) * (1 - _SLACK), 1e-6)
        return least

    def _counting(self, least: Sequence[float], *, listing: bool) -> Query:
        scope = self._plan.scope
        ways = [asking.covered(one, scope, under) for one, under in zip(self._asked, least, strict=True)]
        query = ways[0] if len(ways) == 1 else {"bool": {"should": ways, "minimum_should_match": 1}}
        start = min(self._plan.offset, _DEEPEST)
        return {
            "query": query,
            "track_total_hits": True,
            "from": start if listing else 0,
            "size": min(self._plan.limit, _DEEPEST - start) if listing else 0,
            "sort": [{"rank": "asc"}],
            "track_scores": True,
            "_source": ["cards", "mechanics"],
            "aggs": facets_asked(self._plan.facet_values),
        }

    # --- pages -------------------------------------------------------------------------

    def _listed(self, found: Mapping[str, Any]) -> list[Candidate]:
        """The page in the order of dates, each unit with its best clause."""
        page = found["hits"]["hits"]
        if not page or all(one.lists for one in self._asked):
            return [Candidate(hit["_id"], hit["sort"][0]) for hit in page]
        ids = {"ids": {"values": [hit["_id"] for hit in page]}}
        bodies = [
            self._page({"bool": {"filter": [ids], "must": [self._scored(one)]}}, len(page)) for one in self._asked
        ]
        judgements = [
            judged(number, one, answer, self._plan)
            for number, (one, answer) in enumerate(zip(self._asked, self._ask(bodies), strict=True))
        ]
        best = {one.id: one for one in Ranking.united(judgements)}
        return [best[hit["_id"]] for hit in page if hit["_id"] in best]

    def _ranked(self, least: Sequence[float], counted: Query) -> tuple[list[Candidate], Mapping[str, Any]]:
        """The page by score. Candidates come by what they add up to, before it is
        lowered by what was not found: more are fetched until none left out could be on the page."""
        size = max(_FEWEST, 4 * self._end)
        found: Mapping[str, Any] | None = None
        while True:
            size = min(size, _MOST)
            bodies = [self._page(self._scored(one), size) for one in self._asked]
            answers = self._ask(bodies if found else [*bodies, counted])
            found = found or answers.pop()
            ranking = Ranking.of(self._asked, answers, least, self._plan, size)
            if size >= _MOST or ranking.is_settled(self._end):
                return ranking.page(self._plan.offset, self._end), found
            size *= 4

    def _scored(self, asked: Asked) -> Query:
        return asking.scored(asked, self._plan.scope)

    def _page(self, query: Query, size: int) -> Query:
        return {
            "query": query,
            "size": size,
            "sort": ["_score", {"rank": "asc"}],
            "include_named_queries_score": True,
            "track_total_hits": False,
            "_source": ["cards", "mechanics"] if self._plan.boosts else False,
        }

    # --- rows --------------------------------------------------------------------------

    def _rows(self, page: Sequence[Candidate]) -> list[Row]:
        """The rows of a page, with the texts of each that match."""
        numbers = sorted({one.clause for one in page})
        bodies = []
        for number in numbers:
            ids = [one.id for one in page if one.clause == number]
            query = asking.details(self._asked[number], self._plan.scope, ids, most=10_000)
            bodies.append({"query": query, "size": len(ids), "_source": False})
        texts: dict[str, tuple[str, ...]] = {}
        for answer in self._ask(bodies) if bodies else ():
            for hit in answer["hits"]["hits"]:
                inside = hit["inner_hits"]["texts"]["hits"]["hits"]
                texts[hit["_id"]] = tuple(one["_source"]["id"] for one in inside)
        return [self._row(one, texts.get(one.id, ())) for one in page]

    def _row(self, one: Candidate, texts: tuple[str, ...]) -> Row:
        phrases = tuple(range(len(self._asked[one.clause].clause.phrases)))
        return Row(
            one.id, round(one.score, 5), round(one.coverage, 4), texts, one.clause, one.groups, one.concepts, phrases
        )


class OpenSearchBuilder:
    """Takes in documents and loads them into a cluster, under a name of their own."""

    def __init__(self, shares: Mapping[str, float] | None = None) -> None:
        self._tables = WhooshBuilder(shares)

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


def open_engine(directory: Path) -> OpenSearchEngine:
    """The engine over the indices that the directory names; `SnapshotError` where it names none."""
    try:
        name = json.loads((directory / PLACE).read_text(encoding="utf-8"))["name"]
    except (OSError, ValueError, KeyError) as error:
        raise SnapshotError(
            "this snapshot is not in the cluster", where=str(directory), hint="run rosetta publish"
        ) from error
    return OpenSearchEngine(Cluster(), name, directory / TABLES)


def verify(directory: Path) -> None:
    """Raise `SnapshotError` where the cluster does not hold what was loaded, `EngineUnavailable` where it is silent."""
    engine = open_engine(directory)
    try:
        engine.verify()
    finally:
        engine.close()
