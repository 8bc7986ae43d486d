"""Exports read back by the tools people use, to the character."""

from __future__ import annotations

import csv
import io
import json

import pytest

from ingest.exports.csv import read_csv
from ingest.model import Ruling, Text

tmx = pytest.importorskip("translate.storage.tmx", reason="translate-toolkit is not installed")
tbx = pytest.importorskip("translate.storage.tbx")
xliff2 = pytest.importorskip("translate.storage.xliff2")


def pairs_of(rulings, target):
    found = {r.text_in("en").body: r.text_in(target).body for r in rulings if r.text_in(target)}
    assert len(found) > 0
    return found


@pytest.mark.parametrize("target", ["zh-Hans", "es"])
def test_tmx_gives_every_pair_back(export, rulings, target):
    store = tmx.tmxfile(io.BytesIO(export("tmx", languages=("en", target))), sourcelanguage="en", targetlanguage=target)
    assert {unit.source: unit.target for unit in store.units} == pairs_of(rulings, target)


def test_tmx_keeps_three_languages_origin_and_date(export):
    from lxml import etree

    root = etree.fromstring(export("tmx"), etree.XMLParser(load_dtd=False, resolve_entities=False, no_network=True))
    languages = "{http://www.w3.org/XML/1998/namespace}lang"
    units = {unit.get("tuid"): unit for unit in root.iter("tu")}
    assert [variant.get(languages) for variant in units["three"].iter("tuv")] == ["en", "es", "zh-Hans"]
    assert units["plus"].findtext("prop[@type='x-date']") == "2024-04-12"
    assert [p.text for p in units["plus"].findall("tuv/prop[@type='x-origin']")] == ["unstated", "machine"]
    assert "alone" not in units


def test_xliff_gives_every_pair_and_the_untranslated_back(export, rulings):
    store = xliff2.Xliff2File.parsestring(export("xliff", languages=("en", "zh-Hans")))
    found = {unit.source: unit.target or None for unit in store.units}
    assert found == {"Nobody translated this.": None} | pairs_of(rulings, "zh-Hans")
    machine = {unit.source for unit in store.units if unit.isfuzzy()}
    assert "Why not?" not in machine and len(machine) == 9, "machine translations ask for review"


def test_tbx_martif_marks_deprecated_forms(export):
    store = tbx.tbxfile.parsestring(export("tbx", dialect="martif", languages=("en", "zh-Hans")), "en", "zh-Hans")
    found = {unit.source: [(term.text, term.deprecated) for term in unit.get_target_terms()] for unit in store.units}
    assert found["face down"] == [("牌面朝下", False), ("翻成背面", True)]
    assert found["a < b & c"] == []


def test_tbx_v3_is_well_formed_and_holds_three_languages(export):
    from lxml import etree

    root = etree.fromstring(export("tbx"))
    space = {"t": "urn:iso:std:iso:30042:ed-2"}
    terms = root.xpath("//t:conceptEntry[@id='c-ward']//t:term/text()", namespaces=space)
    assert terms == ["ward", "rebatir", "守护"]


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


def test_control_characters_survive_or_are_reported():
    from ingest.exports import EXPORTS, ExportOptions

    ruling = Ruling("r", None, (Text("a", "en", "bell\x07 here"), Text("b", "zh-Hans", "好\r\n的")))
    options = ExportOptions(languages=("en", "zh-Hans"))
    memory = tmx.tmxfile(
        io.BytesIO("".join(EXPORTS["tmx"].chunks([ruling], [], options)).encode()), sourcelanguage="en"
    )
    assert memory.units[0].source == "bell␇ here"
    assert "U+0007" in "".join(EXPORTS["tmx"].chunks([ruling], [], options))
    assert '<cp hex="0007"/>' in "".join(EXPORTS["xliff"].chunks([ruling], [], options))
    row = next(iter(read_csv("".join(EXPORTS["csv"].chunks([ruling], [], options)).encode())))
    assert row["text:en"] == "bell\x07 here" and row["text:zh-Hans"] == "好\r\n的"
