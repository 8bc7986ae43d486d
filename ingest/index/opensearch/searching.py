"""One plan on its way through a cluster: the contract's answer in one or two round trips.

First the page's candidates, and beside them how much of the query the best unit covers, which
sets the cut; then exact counts, and beside them, where it is asked, which texts of the page match.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ingest.index.contract import Answer, Plan, Row
from ingest.index.engine import KINDS
from ingest.index.opensearch import asking
from ingest.index.opensearch.asking import Asked, Query
from ingest.index.opensearch.cluster import Cluster, index_name
from ingest.index.opensearch.ranking import Candidate, Ranking, facets_asked, facets_found, judged
from ingest.index.scoring import CUT

_FEWEST, _MOST = 100, 10_000
"""Candidates looked at: at first, and at most."""
_DEEPEST = 100_000
_SLACK = 2e-6
"""Impacts are in fixed point: what stands on the edge of the cut is in."""

Answers = Sequence[Mapping[str, Any]]
Texts = Mapping[str, tuple[str, ...]]
Found = tuple[Sequence[Candidate], Texts, Mapping[str, Any]]
"""A page, the texts of its units, and the answer that counts."""


class Search:
    """One plan on its way: its clauses and what the cluster has said so far."""

    def __init__(self, cluster: Cluster, name: str, plan: Plan, asked: Sequence[Asked]) -> None:
        self._cluster, self._plan, self._asked = cluster, plan, asked
        self._index = index_name(name, KINDS[plan.collapse])
        self._end = plan.offset + plan.limit

    def answer(self, *, cut: bool) -> Answer:
        """The page with its counts."""
        listing = self._plan.sort == "date" or all(one.lists for one in self._asked)
        page, texts, found = self._listed() if listing else self._ranked()
        facets, distinct = facets_found(found["aggregations"], self._plan.facets)
        rows = tuple(self._row(one, texts.get(one.id, ())) for one in page)
        return Answer(rows, found["hits"]["total"]["value"], facets, distinct, cut or self._end > _DEEPEST)

    def _ask(self, bodies: Sequence[Query]) -> Answers:
        return self._cluster.ask([(self._index, body) for body in bodies])

    def _ask_beside(self, first: Sequence[Query], second: Sequence[Query]) -> tuple[Answers, Answers]:
        """The answers to two kinds of requests, asked at the same time."""
        answers = self._ask([*first, *second])
        return answers[: len(first)], answers[len(first) :]

    # --- the cut -----------------------------------------------------------------------

    def _best_covered(self) -> list[Query]:
        """For each clause that has a cut, the question how much of it its best unit covers."""
        return [
            {"query": asking.covered(one, self._plan.scope), "size": 1, "_source": False}
            for one in self._asked
            if one.is_cut
        ]

    def _least(self, best: Answers) -> list[float]:
        """For each clause, the covered weight under which a unit is left out."""
        highest = iter(best)
        return [
            max(CUT * (next(highest)["hits"]["max_score"] or 0.0) * (1 - _SLACK), 1e-6) if one.is_cut else 0.0
            for one in self._asked
        ]

    def _counting(self, least: Sequence[float]) -> Query:
        scope = self._plan.scope
        ways = [asking.covered(one, scope, under) for one, under in zip(self._asked, least, strict=True)]
        query = ways[0] if len(ways) == 1 else {"bool": {"should": ways, "minimum_should_match": 1}}
        aggs = facets_asked(self._plan.facets, self._plan.facet_values)
        return {"query": query, "track_total_hits": True, "size": 0, **({"aggs": aggs} if aggs else {})}

    # --- pages -------------------------------------------------------------------------

    def _listed(self) -> Found:
        """The page in the order of dates, each unit with its best clause."""
        best = self._best_covered()
        start = min(self._plan.offset, _DEEPEST)
        window = {"from": start, "size": min(self._plan.limit, _DEEPEST - start), "sort": [{"rank": "asc"}]}
        counted = self._counting(self._least(self._ask(best) if best else ()))
        (found,) = self._ask([{**counted, **window, "_source": False}])
        page = self._with_clauses(found["hits"]["hits"])
        details = self._details(page)
        return page, self._texts(self._ask(details) if details else ()), found

    def _with_clauses(self, hits: Sequence[Mapping[str, Any]]) -> list[Candidate]:
        if not hits or all(one.lists for one in self._asked):
            return [Candidate(hit["_id"], hit["sort"][0]) for hit in hits]
        ids = {"ids": {"values": [hit["_id"] for hit in hits]}}
        bodies = [
            self._page({"bool": {"filter": [ids], "must": [self._scored(one)]}}, len(hits)) for one in self._asked
        ]
        judgements = [
            judged(number, one, answer, self._plan)
            for number, (one, answer) in enumerate(zip(self._asked, self._ask(bodies), strict=True))
        ]
        best = {one.id: one for one in Ranking.united(judgements)}
        return [best[hit["_id"]] for hit in hits if hit["_id"] in best]

    def _ranked(self) -> Found:
        """The page by score. Candidates come by what they add up to, before it is
        lowered by what was not found: more are fetched until none left out could be on the page."""
        size = min(max(_FEWEST, 4 * self._end), _MOST)
        best, answers = self._ask_beside(self._best_covered(), self._candidates(size))
        least = self._least(best)
        ranking = Ranking.of(self._asked, answers, least, self._plan, size)
        while size < _MOST and not ranking.is_settled(self._end):
            size = min(4 * size, _MOST)
            ranking = Ranking.of(self._asked, self._ask(self._candidates(size)), least, self._plan, size)
        page = ranking.page(self._plan.offset, self._end)
        (found,), texts = self._ask_beside([self._counting(least)], self._details(page))
        return page, self._texts(texts), found

    def _candidates(self, size: int) -> list[Query]:
        return [self._page(self._scored(one), size) for one in self._asked]

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

    def _details(self, page: Sequence[Candidate]) -> list[Query]:
        """For each clause of the page, the question which texts match; none where nobody asks."""
        if not self._plan.texts:
            return []
        by_clause: dict[int, list[str]] = {}
        for one in page:
            by_clause.setdefault(one.clause, []).append(one.id)
        scope = self._plan.scope
        return [
            {"query": asking.details(self._asked[clause], scope, ids, _MOST), "size": len(ids), "_source": False}
            for clause, ids in by_clause.items()
        ]

    def _texts(self, answers: Answers) -> Texts:
        """The texts of each unit that match, those that match most first."""
        hits = [hit for answer in answers for hit in answer["hits"]["hits"]]
        return {
            hit["_id"]: tuple(one["_source"]["id"] for one in hit["inner_hits"]["texts"]["hits"]["hits"])
            for hit in hits
        }

    def _row(self, one: Candidate, texts: tuple[str, ...]) -> Row:
        row = Row(one.id, round(one.score, 5), round(one.coverage, 4), texts, one.clause)
        if not self._plan.reasons:
            return row
        phrases = tuple(range(len(self._asked[one.clause].clause.phrases)))
        return row._replace(groups=one.groups, concepts=one.concepts, phrases=phrases)
