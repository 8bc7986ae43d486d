"""The search page: what answers is shown with its standing, and nothing typed gives an error."""

from __future__ import annotations

import pytest
from bs4 import BeautifulSoup
from flask.testing import FlaskClient
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from app.services import Knowledge
from ingest.model import LANGUAGES
from tests.app.pages.conftest import Reader


def total(page: BeautifulSoup) -> int:
    return int("".join(char for char in page.select_one(".total").get_text() if char.isdigit()))


@pytest.mark.parametrize("prefix", ["/en", "/es", "/zh"])
def test_the_interface_language_never_restricts_results(client: FlaskClient, read: Reader, prefix: str) -> None:
    asked = client.get("/api/v1/search", query_string={"q": "显化"}).get_json()["total"]
    assert asked > 0
    assert total(read(f"{prefix}/search", q="显化")) == asked


def test_a_hit_shows_each_version_in_its_language_with_its_standing(read: Reader) -> None:
    page = read("/es/search", q="显化")
    for version in page.select(".hit .version"):
        body = version.select_one(".body")
        assert body["lang"] in LANGUAGES
        assert version.select_one(".standing").get_text(strip=True)
        assert version.select_one(".standing use")["href"].startswith("#o-")


def test_the_visitors_language_is_read_first(read: Reader) -> None:
    for prefix, lang in (("/en", "en"), ("/zh", "zh-Hans")):
        hits = read(f"{prefix}/search", q="显化").select(".hit")
        both = [hit for hit in hits if hit.select(f'.body[lang="{lang}"]')]
        assert both
        assert all(hit.select_one(".body")["lang"] == lang for hit in both)


def test_a_machine_translation_is_never_shown_as_anything_else(read: Reader) -> None:
    page = read("/en/search", q="origin:machine")
    versions = [version for version in page.select(".version") if version.select(".standing.machine")]
    assert versions
    for version in versions:
        assert version.select_one(".caution")
        assert "gpt" in version.select_one(".label").get_text()
        assert not version.select(".standing.official")


def test_matches_are_marked_where_they_stand(read: Reader) -> None:
    marked = read("/zh/search", q='"牌面朝下"').select(".body mark")
    assert marked
    assert {mark.get_text() for mark in marked} == {"牌面朝下"}


def test_facets_are_links_to_the_narrowed_search(read: Reader) -> None:
    page = read("/en/search", q="manifest")
    for link in page.select(".facets li a")[:6]:
        narrowed = read(link["href"])
        count = int(link.select_one(".count").get_text())
        assert total(narrowed) == count
        assert narrowed.select(".facets [aria-current]")


def test_a_filter_in_force_can_be_removed(read: Reader) -> None:
    page = read("/en/search", q="manifest", card="lightform")
    chip = page.select_one(".chips a")
    assert "Lightform" in chip.get_text()
    assert chip["href"] == "/en/search?q=manifest"
    assert page.select_one('form input[name="card"]')["value"] == "lightform"


def test_pages_of_results_are_pinned_to_one_snapshot_and_do_not_overlap(read: Reader, held: Knowledge) -> None:
    first = read("/en/search", q="permanent", per_page="5")
    following = first.select_one('.pages a[rel="next"]')["href"]
    assert f"snapshot={held.snapshot}" in following
    second = read(following)
    seen = [link["href"] for page in (first, second) for link in page.select(".hit-title a")]
    assert len(seen) == 10
    assert len(set(seen)) == len(seen)


def test_a_snapshot_that_is_gone_still_shows_something(read: Reader) -> None:
    assert read("/en/search", q="manifest", snapshot="20010101T000000000-abc").select(".hit")


def test_an_empty_result_helps(read: Reader) -> None:
    page = read("/es/search", q="zzzzqqq", card="lightform")
    assert total(page) == 0
    help_ = page.select_one(".empty")
    assert help_.select_one('a[href="/es/search?q=zzzzqqq"]')


def test_a_query_is_said_back(read: Reader) -> None:
    understood = read("/en/search", q="boca abajo -girar").select_one(".understood").get_text(" ", strip=True)
    assert "face down" in understood
    assert "girar" in understood


def said_back(page: BeautifulSoup) -> list[str]:
    """The values of what was understood, in order."""
    return [one.get_text() for one in page.select(".understood b")]


@pytest.mark.parametrize(
    ("path", "q", "concepts"),
    [
        ("/es/search", "si una criatura boca abajo muere", ["criatura", "boca abajo", "morir"]),
        ("/es/search", "¿Muere la criatura boca abajo?", ["criatura", "boca abajo", "morir"]),
        ("/zh/search", "牌面朝下的生物", ["牌面朝下", "生物"]),
    ],
)
def test_what_only_holds_a_question_together_is_not_said_back(
    read: Reader, path: str, q: str, concepts: list[str]
) -> None:
    said = said_back(read(path, q=q))
    assert set(concepts) & set(said)
    assert [one for one in said if one not in concepts] == []


def test_what_no_term_says_of_a_chinese_question_is_said_back(read: Reader) -> None:
    assert "龙" in said_back(read("/zh/search", q="牌面朝下的龙"))


def test_a_question_of_small_words_alone_is_still_said_back(read: Reader) -> None:
    assert said_back(read("/en/search", q="to the with"))


def test_what_was_not_understood_is_said_and_the_rest_answered(read: Reader) -> None:
    page = read("/en/search", q="manifest", page="abc", nonsense="1")
    notes = [note.get_text() for note in page.select(".notes li")]
    assert any("page" in note for note in notes)
    assert any("nonsense" in note for note in notes)
    assert page.select(".hit")


def test_the_front_page_shows_the_latest_rulings(read: Reader, held: Knowledge) -> None:
    page = read("/en")
    assert len(page.select(".hit")) == 10
    assert page.select_one("form[role=search] input[name=q]")["value"] == ""


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(q=st.text(max_size=60), page=st.text(max_size=6), lang=st.sampled_from(["", "zh", "x", "es,en"]))
def test_nothing_a_person_can_type_gives_an_error(client: FlaskClient, q: str, page: str, lang: str) -> None:
    response = client.get("/zh/search", query_string={"q": q, "page": page, "lang": lang})
    assert response.status_code == 200
    field = BeautifulSoup(response.get_data(as_text=True), "html.parser").select_one("input[name=q]")
    assert field is not None


@pytest.mark.parametrize(
    "q", ['"', "(((", "OR OR", "-", "card:", "date:99-99", "<script>alert(1)</script>", "{X} +1/+1", "x" * 3000]
)
def test_odd_queries_are_answered_and_escaped(client: FlaskClient, q: str) -> None:
    text = client.get("/en/search", query_string={"q": q}).get_data(as_text=True)
    assert "<script>alert" not in text
