"""A term in its contexts with its renderings counted, and what is covered: each number leads to what it counts."""

from __future__ import annotations

import re

import pytest
from flask.testing import FlaskClient

from app.search.concordance import concordance
from app.search.coverage import KINDS, STATES, coverage
from app.services import Knowledge
from ingest.model import LANGUAGES
from tests.app.api.shapes import check
from tests.app.pages.conftest import Reader

PREFIXES = ("/en", "/es", "/zh")


def counts(knowledge: Knowledge, words: str, lang: str, into: str) -> dict[str | None, int]:
    return {one.form: one.count for one in concordance(knowledge, words, lang).counts[into]}


@pytest.mark.parametrize("words", ["face down", "face-down", "boca abajo", "牌面朝下", "翻成背面"])
def test_a_term_is_found_by_any_name_or_form_and_its_renderings_are_counted(held: Knowledge, words: str) -> None:
    assert concordance(held, words).subject.term.id == "face-down"
    found = counts(held, words, "en", "zh-Hans")
    assert next(iter(found)) == "牌面朝下" and found["牌面朝下"] > found["翻成背面"] > 0


def test_inflections_of_a_rendering_are_counted_as_one(held: Knowledge) -> None:
    found = concordance(held, "creature", "en").counts["es"]
    assert [one.form for one in found if one.form and one.form.startswith("criatura")] in (["criatura"], ["criaturas"])


def test_every_place_holds_the_term_and_every_count_has_its_places(held: Knowledge) -> None:
    for words in ("plot", "face-down", "tapped"):
        found = concordance(held, words, "en")
        assert found.places
        for place in found.places:
            spans = held.store.term_spans([place.text.id])[place.text.id]
            assert (found.subject.term.id, *place.span) in spans
        for lang, some in found.counts.items():
            assert [len(found.where(lang, one.key)) for one in some] == [one.count for one in some]


def test_what_the_machine_says_instead_is_among_other_words(held: Knowledge) -> None:
    places = concordance(held, "plot", "en").where("zh-Hans", "-")
    assert places
    assert {place.renderings["zh-Hans"].text.origin for place in places} >= {"machine"}


def test_words_that_are_no_term_stand_literally_and_whole(held: Knowledge) -> None:
    found = concordance(held, "knowing what", "en")
    assert found.subject.term is None
    assert all(re.fullmatch("knowing what", one.text.body[slice(*one.span)], re.I) for one in found.places)
    assert not concordance(held, "nowing what", "en").places


@pytest.mark.parametrize("prefix", PREFIXES)
def test_the_key_word_stands_in_the_middle(read: Reader, prefix: str) -> None:
    page = read(f"{prefix}/concordance", term="face-down", lang="zh")
    rows = page.select(".kwic tr:not(.others)")[1:]
    assert len(rows) > 5
    for row in rows:
        left, word, right = row.select("td")
        assert "朝下" in word.get_text() or "背面" in word.get_text()
        assert left.get_text() or right.get_text()
    assert page.select(".kwic .others mark")


def test_a_rendering_leads_to_its_places(read: Reader) -> None:
    page = read("/en/concordance", term="face-down", lang="en")
    link = next(one for one in page.select(".renderings a") if "翻成背面" in one.get_text())
    only = read(link["href"])
    marks = [one.get_text() for one in only.select('.others span[lang="zh-Hans"] mark')]
    assert marks == ["翻成背面"] * int(link.b.get_text())


@pytest.mark.parametrize("words", ["", " ", "<b>", "\0", "x" * 3000, '"', "的", "no such word anywhere"])
def test_nothing_a_person_can_ask_of_a_concordance_is_an_error(read: Reader, client: FlaskClient, words: str) -> None:
    assert read("/zh/concordance", term=words, lang="es", into="en", rendering="-").h1
    check("ConcordanceAnswer", client.get("/api/v1/concordance", query_string={"term": words}).get_json())


def test_the_concordance_s_twin_says_the_same(client: FlaskClient, held: Knowledge) -> None:
    answer = client.get("/api/v1/concordance?term=face+down&lang=en&per_page=5").get_json()
    check("ConcordanceAnswer", answer)
    found = concordance(held, "face down", "en")
    assert answer["total"] == len(found.places) and len(answer["places"]) == 5
    assert {one["form"]: one["count"] for one in answer["renderings"]["zh-Hans"]["forms"]} == counts(
        held, "face down", "en", "zh-Hans"
    )
    second = client.get(answer["next"]).get_json()
    assert second["page"] == 2 and second["places"] != answer["places"]


@pytest.mark.parametrize("by", sorted(KINDS))
@pytest.mark.parametrize("unit", ["family", "none"])
def test_every_number_of_the_matrix_is_the_length_of_the_list_behind_it(
    read: Reader, client: FlaskClient, by: str, unit: str
) -> None:
    page = read("/en/coverage", by=by, collapse=unit)
    links = [one for one in page.select(".matrix tbody a") if one["href"]]
    assert len(links) > 20
    for link in links[:: max(1, len(links) // 12)]:
        total = read(link["href"]).select_one(".total").get_text().split()[0]
        assert total == link.get_text(), link["href"]


def test_the_five_documents_are_covered_as_they_are(held: Knowledge) -> None:
    found = coverage(held, "mechanic", "none").every
    rulings = held.store.list_rulings(0, 100)
    for lang in LANGUAGES:
        for state in STATES[:-1]:
            told = sum(any((t.lang, t.origin) == (lang, state) for t in one.texts) for one in rulings)
            assert found.counts[lang, state] == told
    assert found.counts["zh-Hans", "machine"] == 9
    assert found.total == len(rulings)


def test_lines_come_in_the_order_asked_for(held: Knowledge) -> None:
    most = [line.total for line in coverage(held, "card").lines]
    lacking = [line.counts.get(("es", "missing"), 0) for line in coverage(held, "mechanic", order="es").lines]
    years = [line.id for line in coverage(held, "year").lines]
    assert most == sorted(most, reverse=True) and lacking == sorted(lacking, reverse=True)
    assert years == sorted(years, reverse=True) and len(years) > 3


@pytest.mark.parametrize("prefix", PREFIXES)
def test_the_chart_shows_each_language_s_share_and_says_it_in_words(read: Reader, prefix: str) -> None:
    chart = read(f"{prefix}/coverage").select_one("svg.chart")
    assert chart["role"] == "img" and chart["aria-label"]
    assert len(chart.select("text")) == 3
    for y in {one["y"] for one in chart.select("rect")}:
        parts = [one for one in chart.select("rect") if one["y"] == y]
        assert 609 < sum(float(one["width"]) for one in parts) < 611
        assert all(one.title.get_text() for one in parts)


def test_the_coverage_s_twin_is_as_described(client: FlaskClient) -> None:
    for asked in ("", "?by=card&collapse=none&sort=es", "?by=year", "?by=nothing&sort=x&page=99"):
        answer = client.get(f"/api/v1/coverage{asked}").get_json()
        check("CoverageAnswer", answer)
        assert answer["lines"] and answer["everything"]["total"] > 0
