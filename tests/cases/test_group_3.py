"""Failures people reported of HTTP interfaces: forged highlights, unreadable JSON, broken validators, repeated parameters."""

from __future__ import annotations

import gzip
import json
import os
import re
import subprocess
import sys
from pathlib import Path
from urllib.parse import quote

import pytest
from bs4 import BeautifulSoup
from flask import Flask
from flask.testing import FlaskClient

from app import create_app
from app.settings import Settings
from ingest.paths import resource_dir
from ingest.pipeline import build
from ingest.snapshot import Home

ROOT = Path(__file__).resolve().parents[2]
CATALOGUE = resource_dir("data") / "catalogue"
A = "0000000b-1111-4111-8111-111111111111"
FORGED = "Choose &amp;<img src=x onerror=alert(1)> first; <mark>that</mark> is literal & so is <script>y</script> \"quoted' text."
NAME = 'Test <b>Bold</b> & "Quote"'
MANIFESTED = "• (2024-06-07 official)\n\n  已显化的生物没有名称。\n\n  A manifested creature has no name.\n"
MORPH = "• (2024-06-08 gpt)\n\n  具有变身异能的牌可以翻回正面🃏。\n\n  A card with morph can be turned face up.\n"
SPANISH = "Prueba\n\n02/02/2024\n\nHace dos puntos de daño a la campaña y se manifiesta.\n"


def write(folder: Path, **files: str) -> Path:
    folder.mkdir(exist_ok=True)
    for name, text in files.items():
        (folder / name.replace("_", ".")).write_text(text, encoding="utf-8")
    return folder


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("http")
    feed = [{"oracle_id": A, "source": "wotc", "published_at": "2024-02-03", "comment": FORGED}]
    card = [{"object": "card", "oracle_id": A, "name": "Test Forger", "lang": "en", "layout": "normal"}]
    page = f"{NAME}\n\n02/02/2024\n\n{FORGED}\n"
    sources = write(
        folder / "sources", feed_json=json.dumps(feed), cards_json=json.dumps(card), page_txt=page, pairs_txt=MANIFESTED + "\n" + MORPH, es_txt=SPANISH
    )  # fmt: skip
    build(Home(folder / "home"), [sources], CATALOGUE)
    return folder


@pytest.fixture(scope="module")
def site(folder: Path) -> Flask:
    return create_app(settings=Settings(home=folder / "home", catalogue=CATALOGUE, refresh_seconds=0.0))


@pytest.fixture
def client(site: Flask) -> FlaskClient:
    return site.test_client()


def parsed(client: FlaskClient, path: str, **query: str) -> BeautifulSoup:
    answer = client.get(path, query_string=query or None)
    assert answer.status_code == 200, path
    return BeautifulSoup(answer.get_data(as_text=True), "html.parser")


class TestTextIsText:
    """API-03: what a source says appears letter for letter, is never an element, and forges no mark."""

    ASKED = ("img", "literal", "mark", "<script>alert(1)</script>", '"><svg onload=alert(1)>', "javascript:alert(1)")

    def pages(self, client: FlaskClient) -> list[BeautifulSoup]:
        listed = client.get("/api/v1/rulings").get_json()["rulings"]
        rulings = [one["id"] for one in listed if any(text["body"] == FORGED for text in one["texts"])]
        assert len(rulings) == 2
        places = [f"/en/rulings/{id}" for id in rulings] + ["/en/cards/test-forger", "/en", "/es/search", "/zh/cards"]
        asked = [(place, {}) for place in places]
        asked += [
            (place, {"q": q})
            for q in self.ASKED
            for place in ("/en/search", "/es/compare", "/zh/glossary", "/en/cards")
        ]
        return [parsed(client, place, **query) for place, query in asked]

    def test_nothing_in_the_data_becomes_an_element(self, client: FlaskClient) -> None:
        for page in self.pages(client):
            assert page.select("img[src=x], svg[onload], [onerror], b b") == []
            assert all(
                script.get("src", "").startswith("/static/") and not script.string for script in page.select("script")
            )
            assert not any(name.startswith("on") for tag in page.find_all(True) for name in tag.attrs)
            assert not any(link.get("href", "").lower().startswith("javascript:") for link in page.select("a"))

    def test_the_words_stand_there_letter_for_letter(self, client: FlaskClient) -> None:
        shown = [body.get_text() for page in self.pages(client)[:3] for body in page.select(".body")]
        assert shown.count(FORGED) >= 3

    @pytest.mark.parametrize("q", ["img", "literal", "mark"])
    def test_only_what_was_asked_for_is_marked(self, client: FlaskClient, q: str) -> None:
        bodies = [body for body in parsed(client, "/en/search", q=q).select(".body") if body.get_text() == FORGED]
        assert bodies
        for body in bodies:
            assert {mark.get_text().lower() for mark in body.select("mark")} == {q}

    @pytest.mark.parametrize("q", ASKED)
    def test_the_query_comes_back_as_it_was_typed(self, client: FlaskClient, q: str) -> None:
        page = parsed(client, "/en/search", q=q)
        assert page.select_one("#q")["value"] == q
        assert q in page.title.get_text()

    def test_json_is_plain_text_with_offsets(self, client: FlaskClient) -> None:
        hits = client.get("/api/v1/search", query_string={"q": "literal"}).get_json()["hits"]
        texts = [text for hit in hits for text in hit["texts"]]
        assert [text["body"] for text in texts] and {text["body"] for text in texts} == {FORGED}
        assert {text["body"][start:end] for text in texts for start, end in text["marks"]} == {"literal"}

    def test_no_script_could_run_if_there_were_one(self, client: FlaskClient) -> None:
        policy = client.get("/en/search?q=img").headers["Content-Security-Policy"]
        assert "script-src 'self'" in policy and "unsafe" not in policy


class TestReadableJson:
    """API-04: characters as they are, in every answer alike, on the command line too."""

    PATHS = (
        "/search?q=%E6%98%BE%E5%8C%96", "/search?q=da%C3%B1o", "/search?q=%F0%9F%83%8F", "/rulings", "/cards", "/mechanics?per_page=100",
        "/findings", "/suggest?q=%E6%98%BE", "/sources", "/rulings/%E6%98%BE", "/cards/%C3%B1", "/search?%C3%B1=1",
    )  # fmt: skip

    @pytest.mark.parametrize("path", PATHS)
    @pytest.mark.parametrize("charset", ["", "gbk", "ascii;q=0.1"])
    def test_every_answer_is_utf8_without_escapes(self, client: FlaskClient, path: str, charset: str) -> None:
        answer = client.get(f"/api/v1{path}", headers={"Accept-Charset": charset} if charset else {})
        assert answer.mimetype in ("application/json", "application/problem+json")
        text = answer.data.decode("utf-8")
        assert "\\u" not in text
        assert json.loads(text)
        assert client.head(f"/api/v1{path}").headers["Content-Type"] == answer.headers["Content-Type"]

    def test_characters_of_every_kind_are_there(self, client: FlaskClient) -> None:
        told = client.get("/api/v1/rulings").data.decode("utf-8")
        assert all(word in told for word in ("显化", "daño", "🃏"))

    @pytest.mark.parametrize("path", ["/", "/es/search?q=显化", "/zh/cards", "/en/nothing"])
    def test_pages_say_their_encoding_at_once(self, client: FlaskClient, path: str) -> None:
        answer = client.get(path)
        assert answer.headers["Content-Type"] == "text/html; charset=utf-8"
        assert b'<meta charset="utf-8">' in answer.data[:1024]

    @pytest.mark.parametrize("words", [("search", "显化"), ("search", "显化", "--json"), ("status",)])
    def test_the_command_writes_utf8_wherever_it_runs(self, folder: Path, words: tuple[str, ...]) -> None:
        strange = {
            "LANG": "C",
            "LC_ALL": "C",
            "PYTHONIOENCODING": "ascii",
            "PYTHONUTF8": "0",
            "PYTHONCOERCECLOCALE": "0",
        }
        command = [sys.executable, "-c", "from app.command import main; main()", *words, "--home", str(folder / "home")]
        ran = subprocess.run(command, cwd=ROOT, env=os.environ | strange, capture_output=True, check=False)
        assert (ran.returncode, ran.stderr) == (0, b"")
        if words[0] == "search":
            assert "已显化的生物没有名称。" in ran.stdout.decode("utf-8")


class TestValidators:
    """API-05: who holds an answer is told so, in each encoding and language, until it changes."""

    WELL_FORMED = re.compile(r'(W/)?"[\x21\x23-\x7e]+"')

    def places(self, client: FlaskClient) -> list[str]:
        first = client.get("/api/v1/rulings").get_json()["rulings"][0]["id"]
        return [
            f"/api/v1/rulings/{first}",
            f"/es/rulings/{first}",
            "/api/v1/search?q=creature",
            "/zh/search?q=creature",
            "/static/base.css",
        ]

    @pytest.mark.parametrize("encoding", ["gzip", "identity"])
    def test_held_answers_are_not_sent_again(self, client: FlaskClient, encoding: str) -> None:
        for place in self.places(client):
            asked = {"Accept-Encoding": encoding}
            first = client.get(place, headers=asked, buffered=True)
            tag = first.headers["ETag"]
            assert self.WELL_FORMED.fullmatch(tag) and "Accept-Encoding" in first.headers["Vary"]
            for held in (tag, "*", f'"x", W/{tag.removeprefix("W/")}'):
                again = client.get(place, headers=asked | {"If-None-Match": held}, buffered=True)
                assert (again.status_code, again.data) == (304, b""), (place, held)
                assert again.headers["Vary"] == first.headers["Vary"]
                # A star asks for any representation; a file's own answer names that of the file as it is.
                assert again.headers["ETag"] == tag or (held == "*" and place.startswith("/static/"))

    def test_encodings_and_languages_never_share_a_tag(self, client: FlaskClient) -> None:
        for place in self.places(client):
            tags = {
                client.get(place, headers={"Accept-Encoding": one}, buffered=True).headers["ETag"]
                for one in ("gzip", "identity")
            }
            assert len(tags) == 2
        pages = [client.get("/", headers={"Accept-Language": lang}) for lang in ("es", "zh", "en")]
        assert len({page.headers["ETag"] for page in pages}) == 3
        assert all("Accept-Language" in page.headers["Vary"] for page in pages)
        held = {"Accept-Language": "zh", "If-None-Match": pages[0].headers["ETag"]}
        assert client.get("/", headers=held).status_code == 200

    def test_what_a_build_changed_is_sent(self, tmp_path: Path) -> None:
        sources = write(tmp_path / "sources", pairs_txt=MANIFESTED)
        build(Home(tmp_path / "home"), [sources], CATALOGUE)
        client = create_app(
            settings=Settings(home=tmp_path / "home", catalogue=CATALOGUE, refresh_seconds=0.0)
        ).test_client()
        asked = {"Accept-Encoding": "gzip"}
        before = client.get("/api/v1/rulings", headers=asked)
        write(sources, pairs_txt=MANIFESTED.replace("no name", "no name at all"))
        build(Home(tmp_path / "home"), [sources], CATALOGUE)
        after = client.get("/api/v1/rulings", headers=asked | {"If-None-Match": before.headers["ETag"]})
        assert after.status_code == 200
        body = gzip.decompress(after.data) if after.headers.get("Content-Encoding") == "gzip" else after.data
        assert "no name at all" in body.decode("utf-8")


class TestRepeatedParameters:
    """API-08: the first of a repeated parameter counts, everywhere in an answer; an unknown spelling is never everything."""

    @pytest.mark.parametrize("query", ["q=显化&q=变身", "q=显化&page=1&page=2", "q=显化&q="])
    def test_the_first_counts_and_it_is_said(self, client: FlaskClient, query: str) -> None:
        alone = client.get("/api/v1/search?q=显化").get_json()
        answer = client.get(f"/api/v1/search?{query}").get_json()
        assert answer["total"] == alone["total"] > 0
        assert answer["hits"] == alone["hits"] and answer["query"]["q"] == "显化" and answer["page"] == 1
        assert "repeated-parameter" in [one["code"] for one in answer["warnings"]]
        page = parsed(client, f"/en/search?{query}")
        assert page.select_one("#q")["value"] == "显化"
        switches = [link["href"] for link in page.select(".switch a")]
        assert switches and all(f"q={quote('显化')}" in href for href in switches)

    def test_a_language_may_be_given_more_than_once(self, client: FlaskClient) -> None:
        def total(*langs: str) -> int:
            asked = "".join(f"&lang={lang}" for lang in langs)
            return client.get(f"/api/v1/search?collapse=none{asked}").get_json()["total"]

        assert total("es", "zh") == total("es") + total("zh") > total("es") > 0

    @pytest.mark.parametrize("query", ["q[]=显化", "Q=显化", "query=显化"])
    def test_a_misspelt_question_is_no_wish_for_everything(self, client: FlaskClient, query: str) -> None:
        every = client.get("/api/v1/search?q=").get_json()["total"]
        answer = client.get(f"/api/v1/search?{query}")
        if answer.status_code == 200:
            assert answer.get_json()["total"] < every or answer.get_json()["warnings"]
        else:
            assert answer.status_code == 400 and "q" in answer.get_json()["hint"]

    def test_a_semicolon_is_part_of_the_question(self, client: FlaskClient) -> None:
        answer = client.get("/api/v1/search?q=显化;page=2").get_json()
        assert answer["query"]["q"] == "显化;page=2" and answer["page"] == 1
