"""Figures over pairs of rulings that a person read."""

from __future__ import annotations

from pathlib import Path

import pytest

from ingest.errors import RosettaError
from ingest.evaluate.pairs_read import PairRead, load_pairs_read, measure
from tests.conftest import ROOT

KEPT = ROOT / "tests" / "ingest" / "linking" / "judged_pairs.tsv"
FAMILIES = {"a": "one", "b": "one", "c": "two", "d": "two", "e": "three"}
PAIRS = [
    PairRead("a", "b", "joined"),
    PairRead("a", "c", "joined"),
    PairRead("c", "d", "apart", "number"),
    PairRead("a", "e", "apart", "card"),
    PairRead("a", "gone", "joined"),
]


def test_pairs_count_where_both_texts_are_here() -> None:
    report = measure(PAIRS, FAMILIES.get)
    assert (report.right, report.kept_apart, report.unknown) == (1, 1, 1)
    assert (report.precision, report.recall) == (0.5, 0.5)
    assert report.errors == {"number": 1}
    assert [pair.b for pair in report.missed] == ["c"]


def test_the_pairs_that_were_read_are_of_both_kinds_and_say_what_differs() -> None:
    pairs = load_pairs_read(KEPT)
    assert sum(pair.verdict == "joined" for pair in pairs) >= 200
    apart = [pair for pair in pairs if pair.verdict == "apart"]
    assert len(apart) >= 100
    assert all(pair.a != pair.b for pair in pairs)
    assert {"number", "card", "mechanic"} <= {pair.why for pair in apart}


def test_a_line_that_is_no_judgement_is_named(tmp_path: Path) -> None:
    (tmp_path / "pairs.tsv").write_text("# read\na\tb\tjoined\t\na\tc\tperhaps\t\n", encoding="utf-8")
    with pytest.raises(RosettaError, match=r"pairs\.tsv:3: no verdict: perhaps"):
        load_pairs_read(tmp_path / "pairs.tsv")
