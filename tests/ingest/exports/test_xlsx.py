"""The workbook as a spreadsheet program reads it."""

from __future__ import annotations

import io

import openpyxl
import pytest

from ingest.exports import Statement
from ingest.exports.xlsx import LONGEST, unescaped
from ingest.model import Ruling, Text


@pytest.fixture
def rows(export):
    """Writes an export and reads it with a spreadsheet library: a mapping of columns to cells for each row."""

    def read(given=None, **choices):
        book = openpyxl.load_workbook(io.BytesIO(export("xlsx", given, **choices)))
        names, *found = [list(row) for row in book.active.iter_rows()]
        return [dict(zip((cell.value for cell in names), row, strict=True)) for row in found]

    return read


def test_every_text_is_read_back_to_the_character(rows, rulings):
    read = {row["ruling"].value: row for row in rows()}
    assert read.keys() == {ruling.id for ruling in rulings}
    for ruling in rulings:
        for text in ruling.texts:
            assert read[ruling.id][f"text:{text.lang}"].value == text.body
            assert read[ruling.id][f"origin:{text.lang}"].value == text.origin


def test_no_cell_is_a_formula_or_an_error_and_all_stay_text_when_edited(rows):
    filled = [cell for row in rows() for cell in row.values() if cell.value is not None]
    assert any(cell.value.startswith("=1 is") for cell in filled) and any(cell.value == "@ll" for cell in filled)
    assert {cell.data_type for cell in filled} == {"s"}
    assert all(cell.quotePrefix for cell in filled)


@pytest.mark.parametrize("body", ["bell\x07 here", "line\r\nend", "a literal _x0041_ stays", "#N/A", "tab\there"])
def test_what_xml_cannot_hold_survives_in_the_format_s_own_way(rows, body):
    ruling = Ruling("r", None, (Text("a", "en", body),))
    cell = rows([Statement(ruling)], languages=("en",))[0]["text:en"]
    assert unescaped(cell.value) == body


def test_a_text_too_long_for_a_cell_is_cut_and_the_remark_says_so(rows):
    ruling = Ruling("r", None, (Text("a", "en", "x" * (LONGEST + 5)),))
    row = rows([Statement(ruling)], languages=("en",))[0]
    assert len(row["text:en"].value) == LONGEST
    assert row["remark:en"].value == f"cut: {LONGEST + 5} characters"
