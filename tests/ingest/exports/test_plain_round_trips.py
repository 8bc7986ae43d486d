"""CSV and JSON Lines read back, to the character."""

from __future__ import annotations

import csv
import io
import json

import pytest

from ingest.exports.csv import read_csv


@pytest.mark.parametrize("dialect", ["", "excel"])
def test_csv_gives_the_same_cells_back(export, rulings, dialect):
    rows = {row["ruling"]: row for row in read_csv(export("csv", dialect=dialect))}
    for ruling in rulings:
        for text in ruling.texts:
            assert rows[ruling.id][f"text:{text.lang}"] == text.body
    assert rows["plus"]["cards"] == "Some Card" and rows["plus"]["origin:zh-Hans"] == "machine"


def test_csv_for_excel_has_a_mark_and_runs_no_formula(export):
    plain, excel = export("csv"), export("csv", dialect="excel")
    assert excel.startswith(b"\xef\xbb\xbf") and not plain.startswith(b"\xef\xbb\xbf")
    cells = [cell for row in csv.reader(io.StringIO(excel.decode("utf-8-sig"), newline="")) for cell in row]
    assert any("+1/+1" in cell for cell in cells), "the plus is kept"
    assert not [cell for cell in cells if cell.startswith(tuple("=+-@\t\r"))]
    assert b"+1/+1 counters" in plain and b"'+1/+1 counters" not in plain


def test_jsonl_says_each_text_with_its_ruling(export, rulings):
    records = [json.loads(line) for line in export("jsonl").decode().splitlines()]
    assert len(records) == sum(len(ruling.texts) for ruling in rulings)
    first = records[0]
    assert first == {
        "id": "en-plus",
        "ruling": "plus",
        "card": "Some Card",
        "oracle_id": "0-1",
        "date": "2024-04-12",
        "lang": "en",
        "text": "+1/+1 counters stay on it.",
        "origin": "unstated",
    }
