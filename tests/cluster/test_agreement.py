"""The two engines give the same answers to what people ask."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from flask import Flask

from app.search.request import SearchRequest
from app.search.service import search
from app.services import Knowledge
from ingest.index.opensearch.cluster import Cluster
from ingest.model import Filters
from tests.cluster.conftest import Site

pytestmark = pytest.mark.cluster

QUERIES = Path(__file__).resolve().parents[1] / "relevance" / "queries.jsonl"


def test_our_queries_have_the_same_top_tens_counts_and_facets(
    site: Site, client_of_nodes: Cluster, server: Callable[..., Flask], knowledge: Knowledge
) -> None:
    site.publish(client_of_nodes)
    published: Knowledge = server().extensions["rosetta"].current()
    asked = [json.loads(line)["q"] for line in QUERIES.read_text(encoding="utf-8").splitlines() if line]
    assert len(asked) > 50
    answered = 0
    for query in asked:
        for filters in (Filters(), Filters(langs=("zh-Hans",)), Filters(since=None, origins=("official",))):
            request = SearchRequest(q=query, filters=filters, per_page=10)
            ours, theirs = (search(one, request) for one in (knowledge, published))
            assert [hit.family for hit in theirs.hits] == [hit.family for hit in ours.hits], query
            assert theirs.total == ours.total, query
            assert theirs.facets == ours.facets, query
            answered += bool(ours.hits)
    assert answered > len(asked)
