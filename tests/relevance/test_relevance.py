"""Graded queries answered by the five documents: the floor that a change may not fall through."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.knowledge import Knowledge
from app.search.request import SearchRequest
from app.search.service import search
from ingest.evaluate import retrieval

OWN = Path(__file__).with_name("queries.jsonl")


def measured(knowledge: Knowledge, file: Path, families: dict[str, str]) -> retrieval.Report:
    languages: dict[str, set[str]] = {}
    for ruling in knowledge.store.list_rulings(0, knowledge.store.count_rulings()):
        for text in ruling.texts:
            for source in text.sources:
                languages.setdefault(retrieval.entry_name(source.file, source.entry), set()).add(text.lang)

    def answers(q: str) -> list[list[str]]:
        return [retrieval.entry_names(hit.rulings) for hit in search(knowledge, SearchRequest(q=q, per_page=10)).hits]

    return retrieval.evaluate(retrieval.load_queries(file), families, answers, languages)


@pytest.mark.shared
def test_the_sixty_queries_of_the_gold_standard(knowledge: Knowledge, shared: Path) -> None:
    families = retrieval.load_families(shared / "eval" / "gold_pairs.json")
    report = measured(knowledge, shared / "eval" / "queries.jsonl", families)
    assert len(report.scores) == 60
    assert report.mean("ndcg") >= 0.95
    assert report.mean("recall") >= 0.98
    assert report.mean("cross") >= 0.97
    assert report.mean("mrr") >= 0.97


def test_our_own_two_hundred_queries(knowledge: Knowledge) -> None:
    # Without the gold pairs every entry is a family of its own, so recall and rank are what is measured.
    report = measured(knowledge, OWN, {})
    assert len(report.scores) >= 200
    assert report.mean("recall") >= 0.98
    assert report.mean("mrr") >= 0.87
    assert all(report.mean("recall", lang) >= 0.97 for lang in ("en", "es", "zh"))
    assert all(report.mean("mrr", lang) >= 0.80 for lang in ("en", "es", "zh"))
