"""What a statement takes along: versions that other rulings of its family word, and only those."""

from __future__ import annotations

import io
from datetime import date

import pytest

from ingest.exports import Changed, Statement, statements
from ingest.exports.csv import read_csv
from ingest.model import Ruling, Text

LANGUAGES = ("en", "es", "zh-Hans")


def ruling(id, year, **texts):
    """A ruling with a text in each language named, `body` or `(body, origin)`."""
    made = []
    for tag, given in texts.items():
        body, origin = given if isinstance(given, tuple) else (given, "unstated")
        made.append(Text(f"{id}-{tag}", {"zh": "zh-Hans"}.get(tag, tag), body, origin))
    return Ruling(id, date(year, 1, 1), tuple(made))


PAIR = ruling("pair", 2024, en="It stays face down.", zh=("它保持面朝下。", "official"))
SPANISH = ruling("spanish", 2018, es=("Permanece boca abajo.", "official"))
OLDER = ruling("older", 2016, en="It stays face down.")
OTHER = ruling("other", 2015, es=("Se queda al revés.", "machine"))


def made(family, same, wanted=None):
    related = {(a, b) for pair in same for a, b in (pair, pair[::-1])}
    found = statements([(wanted or family, family)], lambda one: {b for a, b in related if a == one.id}, LANGUAGES)
    return {statement.ruling.id: statement for statement in found}


def test_a_version_of_another_ruling_that_says_the_same_goes_along_with_where_it_stands():
    statement = made([PAIR, SPANISH], [("pair", "spanish")])["pair"]
    version = statement.version("es")
    assert (version.text.body, version.ruling.id) == ("Permanece boca abajo.", "spanish")
    assert statement.languages == {"en", "es", "zh-Hans"}


def test_a_ruling_that_is_only_reworded_lends_nothing():
    found = made([PAIR, SPANISH], [])
    assert found["pair"].version("es") is None and found["spanish"].version("en") is None


def test_of_several_the_most_trusted_version_goes_along():
    statement = made([PAIR, OTHER, SPANISH], [("pair", "spanish"), ("pair", "other")])["pair"]
    assert statement.version("es").text.origin == "official"


def test_only_what_is_wanted_comes_but_it_borrows_from_all_of_its_family():
    found = made([PAIR, SPANISH], [("pair", "spanish")], wanted=[SPANISH])
    assert list(found) == ["spanish"]
    assert found["spanish"].version("zh-Hans").ruling.id == "pair"


def test_a_memory_says_nothing_twice_and_a_sheet_has_every_ruling(export):
    family = [PAIR, SPANISH, OLDER]
    given = list(made(family, [("pair", "spanish"), ("pair", "older"), ("spanish", "older")]).values())
    assert [one.ruling.id for one in given if one.again] == ["spanish", "older"]
    memory = export("tmx", given).decode()
    assert memory.count("<tu ") == 1 and memory.count("<tuv ") == 3
    assert len(list(read_csv(export("csv", given)))) == 3


def test_a_memory_names_the_ruling_that_words_a_borrowed_version(export):
    from lxml import etree

    given = made([PAIR, SPANISH], [("pair", "spanish")]).values()
    unit = next(etree.fromstring(export("tmx", given)).iter("tu"))
    variants = {one.get("{http://www.w3.org/XML/1998/namespace}lang"): one for one in unit.iter("tuv")}
    said = {lang: {p.get("type"): p.text for p in one.iter("prop")} for lang, one in variants.items()}
    assert said["es"]["x-worded-in"] == "spanish" and said["es"]["x-worded-on"] == "2018-01-01"
    assert said["es"]["x-origin"] == "official" and "x-worded-in" not in said["en"]


@pytest.mark.parametrize("format", ["tmx", "xliff", "csv", "jsonl"])
def test_that_the_source_reads_otherwise_now_goes_out_too(export, format):
    changed = {"pair-zh": Changed("It stays so.", "It stays face down.", "2024-05-01")}
    written = export(format, [Statement(PAIR)], languages=("en", "zh-Hans"), changed=changed).decode()
    assert "2024-05-01" in written
    if format != "jsonl":
        assert "It stays so." in written


def test_a_translation_whose_source_changed_asks_for_review():
    xliff = pytest.importorskip("translate.storage.xliff2", reason="translate-toolkit is not installed")
    from ingest.exports import EXPORTS, ExportOptions

    def fuzzy(changed):
        out = io.BytesIO()
        options = ExportOptions(languages=("en", "zh-Hans"), changed=changed)
        EXPORTS["xliff"].write([Statement(PAIR)], (), out, options)
        return [unit.isfuzzy() for unit in xliff.Xliff2File.parsestring(out.getvalue()).units]

    assert fuzzy({}) == [False]
    assert fuzzy({"pair-zh": Changed("a", "b", "2024-05-01")}) == [True]
