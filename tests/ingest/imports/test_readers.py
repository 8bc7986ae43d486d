"""What went out comes back: every format, to the character, and nothing that is not ours breaks a reader."""

from __future__ import annotations

import io

import openpyxl
import pytest

from ingest.errors import RosettaError
from ingest.exports import EXPORTS, ExportOptions, Statement
from ingest.imports import READERS, read_document
from ingest.model import Ruling, Text

BODIES = {
    "plain": ("It stays tapped.", "它不会重置。"),
    "plus": ("+1/+1 counters stay on it.", "+1/+1指示物留在其上。"),
    "minus": ("-2: Draw a card.", "-2：抓一张牌。"),
    "equals": ('=1 is allowed, "quoted", comma', "＝1"),
    "at": ("@ll", "x"),
    "apostrophe": ("'Tis its owner's.", "'引号开头。"),
    "break": ("First line.\nSecond line\twith a tab.", "第一行。\n第二行。"),
    "markup": ("If <power> & toughness > 2, ]]> stop.", "若<力量>&防御力>2，停止。"),
    "bell": ("A bell\x07 here", "铃\x07声"),
    "astral": ("A die \U0001f3b2, e\u0301\u2028and more.", "骰子\U0001f3b2。"),
}
RULINGS = [
    Ruling(f"r-{name}", None, (Text(f"en-{name}", "en", one), Text(f"zh-{name}", "zh-Hans", other, "machine", "gpt")))
    for name, (one, other) in BODIES.items()
]
WAYS = [("tmx", ""), ("xliff", ""), ("csv", ""), ("csv", "excel"), ("xlsx", ""), ("jsonl", "")]


@pytest.fixture
def document(tmp_path):
    """Writes bytes to a file of that name and reads it as a document that came back."""

    def read(name, data):
        (tmp_path / name).write_bytes(data)
        return read_document(tmp_path / name)

    return read


def exported(format, dialect="", codes=None):
    options = ExportOptions(("en", "zh-Hans"), codes=codes or {}, dialect=dialect)
    return b"".join(EXPORTS[format].pieces(map(Statement, RULINGS), (), options))


@pytest.mark.parametrize(("format", "dialect"), WAYS)
@pytest.mark.parametrize("codes", [{}, {"zh-Hans": "zh-CN"}])
def test_every_text_comes_back_with_its_ruling_and_its_id(document, format, dialect, codes):
    units = document(f"x{EXPORTS[format].extension}", exported(format, dialect, codes))
    assert len(units) == len(RULINGS)
    for ruling, unit in zip(RULINGS, units, strict=True):
        assert unit.ruling == ruling.id and unit.texts.keys() == {"en", "zh-Hans"}
        for text in ruling.texts:
            given = unit.texts[text.lang]
            assert given.id == text.id
            if format == "tmx":  # what XML cannot hold comes back as a picture, which changes knows
                assert given.body.replace("␇", "\x07") == text.body
            else:
                assert given.body == text.body


def test_a_memory_saved_by_a_translator_s_tool_is_read(document):
    tmx = pytest.importorskip("translate.storage.tmx", reason="translate-toolkit is not installed")
    store = tmx.tmxfile(io.BytesIO(exported("tmx")), sourcelanguage="en", targetlanguage="zh-Hans")
    store.units[0].target = "它保持横置。"
    out = io.BytesIO()
    store.serialize(out)
    units = document("x.tmx", out.getvalue())
    assert units[0].texts["zh-Hans"].body == "它保持横置。" and units[0].texts["zh-Hans"].id == "zh-plain"


def test_xliff_saved_by_a_translator_s_tool_is_read(document):
    xliff = pytest.importorskip("translate.storage.xliff2", reason="translate-toolkit is not installed")
    store = xliff.Xliff2File.parsestring(exported("xliff"))
    store.units[0].target = "它保持横置。"
    out = io.BytesIO()
    store.serialize(out)
    units = document("x.xlf", out.getvalue())
    assert units[0].texts["zh-Hans"].body == "它保持横置。" and units[0].texts["zh-Hans"].id == "zh-plain"


def test_segments_that_a_tool_has_cut_are_joined(document):
    data = """<xliff version="2.1" xmlns="urn:oasis:names:tc:xliff:document:2.0" srcLang="en" trgLang="es">
    <file id="f"><unit id="r-1" name="1"><notes><note category="text-id">t1</note></notes>
    <segment><source>One.</source><target>Uno.</target></segment><ignorable><source> </source></ignorable>
    <segment><source>Two <pc id="1">big</pc>.</source><target>Dos.</target></segment></unit></file></xliff>"""
    (unit,) = document("x.xlf", data.encode())
    assert unit.texts["es"].body == "Uno. Dos." and unit.texts["en"].body == "One. Two big."


@pytest.mark.parametrize("encode", ["utf-8-sig", "utf-16"])
@pytest.mark.parametrize("delimiter", [";", "\t", ","])
def test_a_sheet_saved_as_a_spreadsheet_program_does_is_read(document, encode, delimiter):
    head, row = ["ruling", "id:en", "text:en"], ["r", "t", "'+1/+1 counters"]
    (unit,) = document("x.csv", "\r\n".join(delimiter.join(line) for line in (head, row)).encode(encode))
    assert unit.texts["en"].body == "+1/+1 counters"


def test_a_workbook_edited_in_a_spreadsheet_is_read(document, tmp_path):
    path = tmp_path / "out.xlsx"
    path.write_bytes(exported("xlsx"))
    book = openpyxl.load_workbook(path)
    names = {cell.value: cell.column for cell in book.active[1]}
    book.active.cell(2, names["text:zh-Hans"]).value = "它保持横置。"
    book.save(path)
    units = read_document(path)
    assert units[0].texts["zh-Hans"].body == "它保持横置。"
    assert units[1].texts["en"].body == BODIES["plus"][0]


BOMB = b'<?xml version="1.0"?><!DOCTYPE tmx [<!ENTITY a "x"><!ENTITY b "&a;&a;">]><tmx version="1.4">&b;</tmx>'


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("x.tmx", b"no xml"),
        ("x.tmx", BOMB),
        ("x.tmx", b"<a>" * 5000),
        ("x.xlf", b"<tmx/>"),
        ("x.xlf", b'<xliff version="1.2"/>'),
        ("x.xlsx", b"PK"),
        ("x.csv", b"\xff\x00\x81"),
        ("x.csv", b"a,b\r\n1,2"),
        ("x.jsonl", b"[1]"),
        ("x.jsonl", b'{"lang": "tlh?", "text": "x"}'),
        ("x.doc", b""),
    ],
)
def test_what_cannot_be_read_is_refused_in_words(document, name, data):
    with pytest.raises(RosettaError) as refused:
        document(name, data)
    assert name in str(refused.value) and len(str(refused.value).splitlines()) == 1


def test_every_reader_has_suffixes_of_its_own():
    suffixes = [suffix for reader in READERS for suffix in reader.suffixes]
    assert len(suffixes) == len(set(suffixes)) > len(READERS)
