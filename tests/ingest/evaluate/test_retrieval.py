"""The measures of retrieval, on examples worked out by hand."""

from __future__ import annotations

import json
from math import log2
from pathlib import Path

import pytest

from ingest.errors import RosettaError
from ingest.evaluate.retrieval import GradedQuery, entry_name, evaluate, load_families, load_queries

QUERY = GradedQuery("q1", "en", "cloak", {"a#1": 3, "a#2": 2, "b#1": 1})


def scored(hits: list[list[str]], families: dict[str, str] | None = None, languages: dict[str, set[str]] | None = None):
    (score,) = evaluate([QUERY], families or {}, lambda q: hits, languages or {}).scores
    return score


def test_the_ideal_order_is_perfect() -> None:
    score = scored([["a#1"], ["a#2"], ["b#1"]])
    assert (score.ndcg, score.mrr, score.recall) == (1, 1, 1)


def test_a_worse_order_gains_less() -> None:
    # gains 1, 7, 3 against the ideal 7, 3, 1
    found = 1 + 7 / log2(3) + 3 / 2
    ideal = 7 + 3 / log2(3) + 1 / 2
    assert scored([["b#1"], ["a#1"], ["a#2"]]).ndcg == pytest.approx(found / ideal)


def test_grade_one_is_not_yet_found() -> None:
    score = scored([["b#1"], ["x"], ["a#2"]])
    assert score.mrr == pytest.approx(1 / 3)
    assert score.recall == 0.5


def test_a_family_is_credited_once() -> None:
    joined = {"a#1": "f", "a#2": "f"}
    # the ideal is 7 (family f) then 1; the second hit of f gains nothing
    split = scored([["a#1"], ["a#2"], ["b#1"]], joined)
    assert split.ndcg == pytest.approx((7 + 1 / 2) / (7 + 1 / log2(3)))
    assert scored([["a#1", "a#2"], ["b#1"]], joined).ndcg == 1


def test_only_ten_hits_count() -> None:
    score = scored([["x"]] * 10 + [["a#1"]])
    assert (score.ndcg, score.recall, score.mrr) == (0, 0, 0)


def test_across_languages_counts_what_lacks_the_query_s_own() -> None:
    languages = {"a#1": {"es"}, "a#2": {"en", "zh-Hans"}}
    assert scored([["a#2"]], None, languages).cross == 0
    assert scored([["a#1"]], None, languages).cross == 1


def test_a_query_all_in_its_own_language_has_no_figure_across() -> None:
    assert scored([["a#1"]], None, {"a#1": {"en"}, "a#2": {"en"}}).cross is None


def test_means_by_language() -> None:
    other = GradedQuery("q2", "zh", "显化", {"c#1": 3})
    report = evaluate([QUERY, other], {}, lambda q: [["a#1"], ["a#2"], ["b#1"]], {})
    assert (report.mean("ndcg", "en"), report.mean("ndcg", "zh"), report.mean("ndcg")) == (1, 0, 0.5)


def test_pairs_are_joined_to_families(tmp_path: Path) -> None:
    file = tmp_path / "pairs.json"
    file.write_text(json.dumps({"eq": [["a", "b"]], "near": [["b", "c"]], "parallel": [["a", "z"]]}))
    families = load_families(file)
    assert families["a"] == families["b"] == families["c"]
    assert "z" not in families


def test_a_damaged_line_is_named(tmp_path: Path) -> None:
    file = tmp_path / "queries.jsonl"
    file.write_text('{"id": "1", "lang": "en", "q": "x", "relevant": {}}\n{"id": 2}\n')
    with pytest.raises(RosettaError) as error:
        load_queries(file)
    assert "queries.jsonl:2" in str(error.value)


def test_entries_are_named_by_file_and_number() -> None:
    assert entry_name("sources/003_4c09.txt", 12) == "003#12"
