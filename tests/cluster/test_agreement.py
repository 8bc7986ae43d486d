"""The two engines give the same answers to what people ask."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import date
from itertools import cycle
from pathlib import Path

import pytest
from flask import Flask

from app.search.request import SearchRequest
from app.search.service import search
from app.services import Knowledge
from ingest.evaluate.retrieval import load_queries
from ingest.index.opensearch.cluster import Cluster
from ingest.model import Filters, ResultPage
from tests.cluster.conftest import Site

pytestmark = pytest.mark.cluster

QUERIES = Path(__file__).resolve().parents[1] / "relevance" / "queries.jsonl"
WAYS = (
    SearchRequest(per_page=10),
    SearchRequest(per_page=10, filters=Filters(langs=("zh-Hans",))),
    SearchRequest(per_page=10, collapse="none"),
    SearchRequest(per_page=3, page=2, filters=Filters(origins=("official",))),
    SearchRequest(per_page=10, sort="date", filters=Filters(until=date(2020, 1, 1))),
)
"""How a query is asked: each takes another path through an engine."""


@pytest.fixture
def published(site: Site, client_of_nodes: Cluster, server: Callable[..., Flask]) -> Knowledge:
    """The five documents over the nodes."""
    site.publish(client_of_nodes)
    found: Knowledge = server().extensions["rosetta"].current()
    return found


def _said(page: ResultPage) -> tuple[object, ...]:
    """All that a page says, scores as far as the fixed point of the cluster's impacts goes."""
    hits = [(hit.family, hit.reasons, hit.rulings, hit.marks, pytest.approx(hit.score, rel=1e-3)) for hit in page.hits]
    return hits, page.total, page.facets


def _answered(ours: Knowledge, theirs: Knowledge, requests: Iterator[SearchRequest]) -> int:
    """How many requests had an answer, which was the same from both."""
    answered = 0
    for request in requests:
        expected = _said(search(ours, request))
        assert _said(search(theirs, request)) == expected, request
        answered += bool(expected[0])
    return answered


@pytest.mark.shared
def test_the_sixty_queries_of_the_gold_standard_have_the_same_first_ten_in_the_same_order(
    published: Knowledge, knowledge: Knowledge, shared: Path
) -> None:
    asked = load_queries(shared / "eval" / "queries.jsonl")
    assert _answered(knowledge, published, (SearchRequest(q=one.q, per_page=10) for one in asked)) == 60


def test_our_own_queries_have_the_same_pages_counts_and_facets_however_they_are_asked(
    published: Knowledge, knowledge: Knowledge
) -> None:
    asked = load_queries(QUERIES)
    requests = (replace(way, q=one.q) for one, way in zip(asked, cycle(WAYS), strict=False))
    assert _answered(knowledge, published, requests) > len(asked) / 2
