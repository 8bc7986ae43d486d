"""Who published a ruling, who is behind a translation, what is owed to a feed: shown beside the words, never mixed up."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from bs4 import BeautifulSoup
from click.testing import CliRunner
from flask.testing import FlaskClient

from app import create_app
from app.cli import cli
from ingest.feeds import FEEDS
from ingest.paths import resource_dir
from ingest.pipeline import build
from ingest.snapshot import Home

A = "0000000a-1111-4111-8111-111111111111"
BEFORE = "When it dies, choose his or her hand or library."
AFTER = "When it dies, choose their hand or library."
NOTE = "A note that the site added about its cost."
CHINESE = "当它死去时，选择其手牌或牌库。"
SPANISH = "Cuando muera, elige su mano o su biblioteca."
PAGE = f"Test Warden\n\n• (2021-03-05 gpt)\n\n  {CHINESE}\n\n  {BEFORE}\n"


def rulings(english: str) -> str:
    said = ((english, "2021-03-05", "wotc"), (NOTE, "2021-03-06", "scryfall"))
    return json.dumps([{"oracle_id": A, "source": by, "published_at": day, "comment": text} for text, day, by in said])


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A home built twice: the feed reworded its English under a Chinese and a Spanish translation."""
    folder = tmp_path_factory.mktemp("provenance")
    sources = folder / "sources"
    sources.mkdir()
    card = {"object": "card", "oracle_id": A, "name": "Test Warden", "lang": "en", "layout": "normal"}
    rows = (
        {"date": "2021-03-05", "lang": lang, "text": text, "ruling": "1"}
        for lang, text in (("en", BEFORE), ("es", SPANISH))
    )
    (sources / "cards.json").write_text(json.dumps([card]), encoding="utf-8")
    (sources / "page.txt").write_text(PAGE, encoding="utf-8")
    (sources / "es.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    for english in (BEFORE, AFTER):
        (sources / "rulings.json").write_text(rulings(english), encoding="utf-8")
        build(Home(folder / "home"), [sources], resource_dir("data") / "catalogue")
    return folder


@pytest.fixture(scope="module")
def site(folder: Path) -> FlaskClient:
    return create_app(home=folder / "home").test_client()


@pytest.fixture(scope="module")
def texts(site: FlaskClient) -> dict[str, dict]:
    """Every text of the API by its body."""
    listed = site.get("/api/v1/rulings").get_json()["rulings"]
    return {text["body"]: text | {"ruling": one["id"]} for one in listed for text in one["texts"]}


def page_of(site: FlaskClient, ui: str, text: dict) -> BeautifulSoup:
    return BeautifulSoup(site.get(f"/{ui}/rulings/{text['ruling']}").data, "html.parser")


def test_the_publisher_of_a_ruling_and_the_origin_of_a_translation_are_two_things(texts: dict[str, dict]) -> None:
    assert [one["publisher"] for one in texts[AFTER]["sources"]] == ["wotc"]
    assert [one["publisher"] for one in texts[NOTE]["sources"]] == ["scryfall"]
    assert (texts[CHINESE]["origin"], texts[CHINESE]["label"]) == ("machine", "gpt")
    assert [(one["label"], one["publisher"]) for one in texts[CHINESE]["sources"]] == [("gpt", None)]
    assert texts[AFTER]["origin"] == texts[NOTE]["origin"] == "unstated"


@pytest.mark.parametrize(
    ("ui", "said"), [("en", "published by Scryfall"), ("es", "publicado por Scryfall"), ("zh", "由 Scryfall 发布")]
)
def test_the_page_says_who_published_it(site: FlaskClient, texts: dict[str, dict], ui: str, said: str) -> None:
    assert page_of(site, ui, texts[NOTE]).select_one(".sources .publisher").get_text() == said
    assert page_of(site, ui, texts[CHINESE]).select_one(".sources .publisher") is None


@pytest.mark.parametrize("ui", ["en", "es", "zh"])
@pytest.mark.parametrize("translation", [CHINESE, SPANISH])
def test_a_translation_whose_source_was_reworded_says_so_with_a_diff(
    site: FlaskClient, texts: dict[str, dict], ui: str, translation: str
) -> None:
    text = texts[translation]
    version = page_of(site, ui, text).select_one(f"#t-{text['id']}").find_parent("article")
    diff = version.select_one(".stale .diff")
    assert diff["lang"] == "en"
    assert [(tag.name, tag.get_text()) for tag in diff.find_all(["del", "ins"])] == [
        ("del", "his or her"),
        ("ins", "their"),
    ]
    assert version.select_one(".stale time")["datetime"]


def test_what_still_fits_its_source_says_nothing(site: FlaskClient, texts: dict[str, dict]) -> None:
    assert page_of(site, "en", texts[NOTE]).select_one(".stale") is None


def test_what_changed_is_told_by_the_api_since_a_snapshot(site: FlaskClient, folder: Path) -> None:
    _, first = Home(folder / "home").names()[:2]
    told = site.get(f"/api/v1/changes?since={first}").get_json()
    (change,) = [one for one in told["changes"] if one["kind"] == "corrected"]
    assert (change["before"], change["after"]) == (BEFORE, AFTER)
    assert len(change["beside"]) == 2
    newest = told["snapshot"]
    assert site.get(f"/api/v1/changes?since={newest}").get_json()["total"] == 0


def test_what_is_owed_to_a_feed_stands_on_pages_in_the_api_and_on_the_command_line(
    site: FlaskClient, folder: Path
) -> None:
    (feed,) = [one for one in FEEDS if one.name == "scryfall rulings"]
    owed = {one["file"]: one for one in site.get("/api/v1/sources").get_json()["sources"]}
    assert (owed["rulings.json"]["attribution"], owed["rulings.json"]["licence"]) == (feed.attribution, feed.licence)
    assert owed["page.txt"]["attribution"] == ""
    for ui in ("en", "es", "zh"):
        page = BeautifulSoup(site.get(f"/{ui}/help").data, "html.parser")
        (credit,) = page.select("footer .credit")
        assert feed.attribution in credit.get_text() and feed.licence in credit.get_text()
    said = CliRunner().invoke(cli, ["status", "--changes", "--home", str(folder / "home")])
    assert said.exit_code == 0
    assert feed.attribution in said.output and f"+ {AFTER}" in said.output and f"- {BEFORE}" in said.output
