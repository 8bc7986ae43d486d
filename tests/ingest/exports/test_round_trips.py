"""Exports read back by the tools people use, to the character."""

from __future__ import annotations

import io

import pytest

from ingest.exports import Statement
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


@pytest.mark.parametrize("dialect", ["", "martif"])
def test_tbx_says_what_a_term_means_where_we_do(export, dialect):
    meanings = {"ward": {"en": "Countered unless <a cost> is paid.", "es": "Se contrarresta si no se paga."}}
    written = export("tbx", dialect=dialect, languages=("en", "es"), definitions=meanings).decode()
    assert written.count('<descrip type="definition">') == 2
    assert "Countered unless &lt;a cost&gt; is paid.</descrip>" in written
    if dialect:
        store = tbx.tbxfile.parsestring(written.encode(), "en", "es")
        assert {unit.source: unit.target for unit in store.units}["ward"] == "rebatir"


def test_control_characters_survive_or_are_reported(export):
    ruling = Ruling("r", None, (Text("a", "en", "bell\x07 here"), Text("b", "zh-Hans", "好\r\n的")))
    given, languages = [Statement(ruling)], ("en", "zh-Hans")
    written = export("tmx", given, languages=languages)
    assert tmx.tmxfile(io.BytesIO(written), sourcelanguage="en").units[0].source == "bell␇ here"
    assert b"U+0007" in written
    assert b'<cp hex="0007"/>' in export("xliff", given, languages=languages)
    row = next(iter(read_csv(export("csv", given, languages=languages))))
    assert row["text:en"] == "bell\x07 here" and row["text:zh-Hans"] == "好\r\n的"
