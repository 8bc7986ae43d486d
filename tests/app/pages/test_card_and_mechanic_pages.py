"""A card with its past, a mechanic with what rulings say of it: both stay usable however much there is."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from bs4 import BeautifulSoup
from flask.testing import FlaskClient

from app import create_app
from app.services import Knowledge
from ingest.paths import resource_dir
from ingest.pipeline import build
from ingest.snapshot import Home
from tests.app.pages.conftest import Reader

ORACLE = "0b0b0b0b-1111-4111-8111-111111111111"
NAME = "Quiet Oracle of Tests"
OLD = "If a manifested creature would leave the battlefield, its controller reveals that creature."
NEW = "If a manifested creature leaves the battlefield, you must reveal that creature."
GONE = "A manifested creature has no mana cost."
KEPT = "A manifested creature can't transform while it is face down."


def statements(*given: tuple[str, str]) -> str:
    return json.dumps(
        [{"oracle_id": ORACLE, "published_at": day, "comment": text, "source": "wotc"} for day, text in given]
    )


@pytest.fixture(scope="module")
def old_card(tmp_path_factory: pytest.TempPathFactory) -> BeautifulSoup:
    """The page of a card with a reworded ruling, a ruling that went with the second build, and a rules text."""
    folder = tmp_path_factory.mktemp("past")
    sources, home = folder / "sources", Home(folder / "home")
    sources.mkdir()
    printed = {"object": "card", "oracle_id": ORACLE, "name": NAME, "lang": "en", "layout": "normal"}
    (sources / "cards.json").write_text(
        json.dumps([printed | {"oracle_text": "Manifest the top card.\nFlying"}]), "utf-8"
    )
    both = [("2014-11-24", OLD), ("2018-07-13", NEW), ("2014-11-24", KEPT)]
    for held in ([*both, ("2014-11-24", GONE)], both):
        (sources / "rulings.json").write_text(statements(*held), "utf-8")
        build(home, [sources], resource_dir("data") / "catalogue", accept_loss=True)
    return page_of(create_app(home=Path(home.path)).test_client(), "/en/cards/quiet-oracle-of-tests")


def page_of(client: FlaskClient, path: str) -> BeautifulSoup:
    response = client.get(path)
    assert response.status_code == 200
    return BeautifulSoup(response.get_data(as_text=True), "html.parser")


def test_what_a_newer_ruling_words_anew_is_marked_and_leads_there(old_card: BeautifulSoup) -> None:
    marked = {hit.select_one(".body").get_text(): hit.select_one(".superseded") for hit in old_card.select(".hit.old")}
    assert set(marked) == {OLD}
    assert "July 13, 2018" in marked[OLD].get_text()
    assert marked[OLD].a["href"].startswith("/en/rulings/")


def test_what_is_no_longer_stated_is_struck_through_with_the_day_it_was_missed(old_card: BeautifulSoup) -> None:
    lost = old_card.select(".withdrawn")
    assert [one.select_one("del").get_text() for one in lost] == [GONE]
    assert lost[0].a["href"].startswith("/en/rulings/")
    assert "Missing" in lost[0].get_text()


def test_the_rules_text_of_a_feed_stands_above_the_rulings(old_card: BeautifulSoup) -> None:
    text = old_card.select_one(".rules-text .wording")
    assert (text["lang"], text.get_text()) == ("en", "Manifest the top card.\nFlying")


def test_a_card_without_a_feed_shows_no_rules_text(read: Reader) -> None:
    assert read("/en/cards/lightform").select(".rules-text") == []


@pytest.mark.parametrize(("prefix", "lang"), [("/en", "en"), ("/es", "es"), ("/zh", "zh-Hans")])
def test_a_card_reads_in_the_language_of_its_reader_where_the_family_has_it(
    read: Reader, held: Knowledge, prefix: str, lang: str
) -> None:
    page = read(f"{prefix}/cards/lightform")
    for hit in page.select(".hit"):
        id = hit.select_one(".hit-title a")["href"].rsplit("/", 1)[-1]
        family = held.store.family(held.store.family_of(id) or "")
        worded = any(one.text_in(lang) for one in held.store.rulings(family.rulings if family else [id]))
        assert (hit.select_one(".body")["lang"] == lang) == worded
    assert page.select(".borrowed .from a")


def test_a_mechanic_says_each_thing_once_and_how_often_it_is_said(
    client: FlaskClient, read: Reader, held: Knowledge
) -> None:
    page = read("/en/mechanics/manifest")
    total = client.get("/api/v1/search?mechanic=manifest").get_json()["total"]
    rulings = len(held.store.mechanic_rulings("manifest"))
    assert total < rulings
    assert f"{total} statements" in page.select_one(".section").get_text()
    assert f"in {rulings} rulings" in page.select_one(".section").get_text()
    assert len(page.select(".hit")) == min(total, 20)


def test_the_pages_of_a_mechanic_hold_all_that_is_said_once(client: FlaskClient, read: Reader) -> None:
    total = client.get("/api/v1/search?mechanic=face-down").get_json()["total"]
    shown = [link["href"] for n in (1, 2, 3) for link in read("/en/mechanics/face-down", page=n).select(".hit-title a")]
    assert len(set(shown)) == total > 10
    assert read("/en/mechanics/face-down", page="x²").select(".hit")


def test_a_mechanic_leads_to_its_rule_its_cards_and_a_search_among_what_is_said(read: Reader, held: Knowledge) -> None:
    page = read("/es/mechanics/face-down")
    rule = page.select_one('.facts a[rel~="external"]')
    assert rule.get_text() == held.store.term("face-down").rule
    assert rule["href"].endswith(f"#R{rule.get_text().replace('.', '')}")
    cards = page.select('.facts a[href*="card="]')
    assert all("mechanic=face-down" in card["href"] for card in cards)
    assert cards
    kept = {field["name"]: field["value"] for field in page.select(".among input[type=hidden]")}
    assert kept == {"mechanic": "face-down"}


def test_a_ruling_names_the_rules_behind_its_terms(read: Reader, held: Knowledge) -> None:
    every = held.store.rulings(held.store.mechanic_rulings("manifest"))
    about = (one.id for one in every for link in one.links if (link.target, link.role) == ("manifest", "about"))
    ruling = next(about)
    rules = [link.get_text(" ", strip=True) for link in read(f"/en/rulings/{ruling}").select('a[rel~="external"]')]
    assert any(text.startswith(held.store.term("manifest").rule) for text in rules)


def test_where_nothing_answers_each_part_that_finds_something_is_offered_alone(read: Reader) -> None:
    page = read("/en/search", q='manifest "zzqqzz"')
    assert page.select_one(".empty")
    links = page.select(".narrower a")
    assert [link.get_text(" ").split()[0] for link in links] == ["manifest"]
    assert read(links[0]["href"]).select(".hit")


def test_a_correction_is_said_on_a_line_of_its_own_with_the_way_back(read: Reader) -> None:
    page = read("/en/search", q="manfest")
    line = page.select_one(".meant")
    assert [word.get_text() for word in line.select("b")][:2] == ["manfest", "manifest"]
    assert "%22manfest%22" in line.a["href"]
    assert "manfest" not in page.select_one(".understood").get_text()
    assert page.select(".hit mark")
    assert read("/en/search", q="manifest").select(".meant") == []
