"""Figures of joining: pairs by relation against gold pairs."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path

import pytest

from ingest.errors import RosettaError
from ingest.evaluate import links
from ingest.model import Family, Relation, Ruling, SourceRef, Text


def ruling(id: str, *entries: tuple[str, int]) -> Ruling:
    sources = tuple(SourceRef(file, number, 1, 1) for file, number in entries)
    return Ruling(id, None, (Text(f"text-{id}", "en", id, sources=sources),))


RULINGS = [
    ruling("a", ("000.txt", 1)),
    ruling("b", ("001.txt", 1)),
    ruling("c", ("001.txt", 2)),
    ruling("d", ("9.txt", 1)),
]
A, B, C = "000#01", "001#01", "001#02"


def measured(
    gold: dict[tuple[str, str], str], families: Iterable[str], *relations: tuple[str, str, str]
) -> links.LinkReport:
    made = [Family(group[0], tuple(group)) for group in families]
    return links.evaluate(gold, RULINGS, made, [Relation(*one) for one in relations])


def test_all_right() -> None:
    report = measured(
        {(A, B): "same", (A, C): "parallel"}, ["ab", "c", "d"], ("a", "b", "same"), ("a", "c", "parallel")
    )
    assert (report.unit.precision, report.unit.recall, report.unit.f1) == (1, 1, 1)
    assert (report.found, report.type_right, report.parallel_in_family) == (2, 1, ())


def test_a_wrong_a_missed_and_a_parallel_in_one_family() -> None:
    report = measured({(A, B): "same", (A, C): "parallel"}, ["ac", "b", "d"], ("a", "c", "reworded"))
    assert report.unit.wrong == ((A, C),)
    assert report.unit.missed == ((A, B),)
    assert (report.unit.precision, report.unit.recall, report.unit.f1) == (0, 0, 0)
    assert report.parallel_in_family == ((A, C),)
    assert report.mistyped == (((A, C), "parallel", "reworded"),)


def test_pairs_joined_through_a_third_are_pairs() -> None:
    gold = {(A, B): "same", (B, C): "same", (A, C): "reworded"}
    report = measured(gold, ["abc", "d"], ("a", "b", "same"), ("b", "c", "reworded"))
    assert report.unit.right == 3
    assert report.mistyped == (((B, C), "same", "reworded"),)
    assert report.type_right == pytest.approx(2 / 3)


def test_entries_that_the_gold_standard_does_not_speak_of_count_for_nothing() -> None:
    report = measured({(A, B): "same"}, ["abd", "c"], ("a", "b", "same"), ("a", "d", "same"))
    assert (report.unit.right, report.unit.wrong) == (1, ())


def test_gold_pairs_are_read_in_any_order(tmp_path: Path) -> None:
    file = tmp_path / "gold.json"
    file.write_text(json.dumps({"eq": [[B, A]], "near": [[A, C]], "parallel": [], "related": [[B, C]]}), "utf-8")
    assert links.load_gold(file) == {(A, B): "same", (A, C): "reworded"}


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"eq": [1]}', '{"eq": [["a"]]}', "{"])
def test_a_file_without_gold_pairs_is_refused_by_name(tmp_path: Path, text: str) -> None:
    file = tmp_path / "gold.json"
    file.write_text(text, "utf-8")
    with pytest.raises(RosettaError, match=r"gold\.json: no gold pairs"):
        links.load_gold(file)
