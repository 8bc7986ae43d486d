"""The figures of what people judged, on examples worked out by hand."""

from __future__ import annotations

from pathlib import Path

import pytest

from ingest.errors import RosettaError
from ingest.evaluate.judged import ANSWERS, BEARS, JudgedReport, evaluate, load_judgements

JUDGED = {("q1", "a"): 3, ("q1", "b"): 1, ("q1", "c"): 0, ("q2", "a"): 2}
ASKED = [("q1", "cloak"), ("q2", "ward"), ("q3", "nobody judged this")]


def test_a_hit_has_the_best_grade_of_its_texts() -> None:
    report = evaluate(ASKED, JUDGED, lambda q: [["c", "a"], ["b"], ["x"]])
    assert report.grades == {"q1": (3, 1, None), "q2": (2, None, None)}
    assert report.unjudged == 3


def test_shares_of_the_first_hits() -> None:
    report = JudgedReport({"q1": (3, 1, 0, None), "q2": (0, 2)})
    assert report.precision(BEARS) == pytest.approx((2 / 4 + 1 / 2) / 2)
    assert report.precision(ANSWERS) == pytest.approx((1 / 4 + 1 / 2) / 2)
    assert report.first(ANSWERS) == 0.5


def test_no_hits_are_no_good_ones() -> None:
    report = JudgedReport({"q1": (), "q2": (3,)})
    assert (report.precision(BEARS), report.first(BEARS)) == (0.5, 0.5)
    assert JudgedReport({}).precision(BEARS) == 0


def test_only_the_first_five_count() -> None:
    (row,) = evaluate([("q2", "")], JUDGED, lambda q: [["x"]] * 5 + [["a"]]).grades.values()
    assert row == (None,) * 5


def test_a_damaged_line_is_named(tmp_path: Path) -> None:
    file = tmp_path / "judgements.tsv"
    file.write_text("# query, text, grade\nq1\ta\t3\nq1\tb\n", encoding="utf-8")
    with pytest.raises(RosettaError) as error:
        load_judgements(file)
    assert "judgements.tsv:3" in str(error.value)
