"""The comparison as a translator uses it: columns, passages, terms across, gaps, wordings, filters."""

from __future__ import annotations

import re
from urllib.parse import parse_qs, urlsplit

import pytest
from flask.testing import FlaskClient

from app.services import Knowledge
from ingest.model import LANGUAGES
from tests.app.pages.conftest import Reader

PREFIXES = ("/en", "/es", "/zh")


@pytest.mark.parametrize(
    ("chosen", "shown"),
    [
        (("zh-Hans", "es"), ["es", "zh-Hans"]),
        (("zh",), ["en", "zh-Hans"]),
        ((), list(LANGUAGES)),
        (("en",), list(LANGUAGES)),
        (("tlh",), list(LANGUAGES)),
    ],
)
def test_two_or_three_languages_stand_in_columns(read: Reader, chosen, shown) -> None:
    page = read("/en/compare", q="card:lightform", text_lang=list(chosen))
    rows = page.select(".row")
    assert rows
    assert {len(row.select("th")) for row in rows} == {len(shown)}
    assert [box["value"] for box in page.select('input[name="text_lang"][checked]')] == shown


@pytest.mark.parametrize("prefix", PREFIXES)
def test_sentences_stand_beside_each_other_and_none_is_lost(read: Reader, held: Knowledge, prefix: str) -> None:
    compared = 0
    for row in read(f"{prefix}/compare", per_page=100, text_lang=["en", "zh-Hans"]).select(".row"):
        ruling = held.store.ruling(row.select_one(".hit-title a")["href"].rsplit("/", 1)[-1])
        for lang in ("en", "zh-Hans"):
            if text := ruling.text_in(lang):
                said = "".join(cell.get_text() for cell in row.select(f'td[lang="{lang}"]'))
                assert re.sub(r"\s", "", said) == re.sub(r"\s", "", text.body)
                compared += len(row.select("tbody tr")) > 1
    assert compared > 20


def test_a_term_is_linked_to_its_counterparts_in_every_column(read: Reader) -> None:
    page = read("/es/compare", q="mechanic:plot", text_lang=["en", "zh-Hans"])
    across = 0
    for row in page.select(".row"):
        for key in row.select(".key"):
            marked = {
                cell["lang"] for cell in row.select("td[lang]") if cell.select(f'[data-term="{key["data-term"]}"]')
            }
            assert marked
            across += len(marked) == 2
            assert ("lone" in key["class"]) == (len(marked) == 1), key
            assert f"term={key['data-term']}" in key["href"]
    assert across > 10


@pytest.mark.parametrize("prefix", PREFIXES)
def test_the_machine_s_entry_shows_what_is_wrong_with_it(read: Reader, prefix: str) -> None:
    page = read(f"{prefix}/compare", card="fblthp-lost-on-the-range", origin="machine")
    (row,) = page.select(".row")
    assert row.select("th.machine .standing.machine") and not row.select("th.official")
    assert row.select(".key.lone[data-term=plot]")
    assert any("设谋" in flaw.get_text() for flaw in row.select(".flaw"))


def test_what_is_not_there_is_a_gap_and_said(read: Reader, held: Knowledge) -> None:
    page = read("/en/compare", lacks="es", per_page=100)
    rows = page.select(".row")
    assert rows
    for row in rows:
        assert row.select("th")[1]["class"] == ["missing"]
        assert row.select("td.gap")
        family = held.store.family_of(row.select_one(".hit-title a")["href"].rsplit("/", 1)[-1])
        members = held.store.rulings(held.store.family(family).rulings)
        assert not [one for one in members if one.text_in("es")]


def test_words_of_another_language_are_marked_and_said(read: Reader) -> None:
    page = read("/en/compare", per_page=100)
    partly = [row for row in page.select(".row") if row.select("th .state") and row.select(".foreign")]
    assert partly
    assert all(row.select('td[lang="es"] .foreign[lang="en"]') or row.select(".foreign") for row in partly)


def test_other_wordings_of_a_language_are_shown_as_differences(read: Reader, held: Knowledge) -> None:
    shown = 0
    for row in read("/en/compare", per_page=100).select(".row"):
        for wording in row.select(".wordings p.body"):
            shown += 1
            assert wording.select("ins, del")
            assert wording.find_next_sibling("p").select_one(".standing")
    assert shown > 3


@pytest.mark.parametrize(
    ("asked", "query"),
    [
        ({"has": "es"}, "has:es"),
        ({"lacks": ["es", "zh"]}, "-has:es -has:zh-Hans"),
        ({"check": "terminology"}, "check:terminology"),
        ({"has": "zh-Hans", "q": "plot"}, "has:zh-Hans plot"),
        ({"lacks": "es", "q": '"an open quote'}, '-has:es "an open quote'),
    ],
)
def test_the_form_says_what_a_query_says(client: FlaskClient, read: Reader, asked, query) -> None:
    page = read("/en/compare", **asked)
    answer = client.get("/api/v1/search", query_string={"q": query}).get_json()
    assert page.select_one(".total").get_text().split()[0] == str(answer["total"])
    assert page.select_one("#q")["value"] == asked.get("q", "")
    assert page.select(".chips a")


@pytest.mark.parametrize(("collapse", "words"), [("", "statement"), ("none", "ruling")])
def test_the_total_says_what_it_counts(read: Reader, held: Knowledge, collapse: str, words: str) -> None:
    said = read("/en/compare", collapse=collapse).select_one(".total").get_text()
    count = held.store.count_rulings() if collapse else len(held.store.families())
    assert said == f"{count} {words}s"


def test_the_address_keeps_everything(read: Reader) -> None:
    asked = {"has": "zh-Hans", "card": "lightform", "since": "2014", "text_lang": ["en", "zh-Hans"], "per_page": "1"}
    page = read("/es/compare", **asked)
    following = parse_qs(urlsplit(page.select_one('a[rel="next"]')["href"]).query)
    for name, value in asked.items():
        assert following[name] == (value if isinstance(value, list) else [{"2014": "2014-01-01"}.get(value, value)])
    other = parse_qs(urlsplit(page.select_one(".sorts a:not([aria-current])")["href"]).query)
    assert other["has"] == ["zh-Hans"] and other["card"] == ["lightform"] and other["collapse"] == ["none"]


@pytest.mark.parametrize("name", ["q", "card", "mechanic", "since", "until", "origin", "check", "has", "lacks", "page"])
def test_nothing_a_person_can_ask_is_an_error(read: Reader, name: str) -> None:
    for value in ("x" * 3000, "<b>", "\0", "-1", '"', "显化", "%", "has:has:es", "²"):
        assert read("/zh/compare", **{name: value}).h1


def test_what_the_page_shows_can_be_taken_home(client: FlaskClient, read: Reader) -> None:
    page = read("/en/compare", card="lightform", lacks="es", text_lang=["en", "zh-Hans"])
    links = {link.get_text(strip=True): link["href"] for link in page.select(".taking a")}
    assert links.keys() == {"TMX", "XLIFF", "XLSX", "CSV", "JSONL"}
    shown = {row.select_one(".hit-title a")["href"].rsplit("/", 1)[-1] for row in page.select(".row")}
    assert shown
    rows = client.get(links["JSONL"]).get_data(as_text=True)
    assert all(f'"ruling": "{id}"' in rows for id in shown)
    assert '"lang": "es"' not in rows
