"""Documents to take home, asked for over the network."""

from __future__ import annotations

import csv
import io
import json
import zipfile

import pytest
from flask.testing import FlaskClient

from app import create_app
from ingest.exports import EXPORTS, Export


@pytest.fixture
def client(home) -> FlaskClient:
    """A client of the application over the five documents, not over this folder's small stand-in."""
    return create_app(home=home).test_client()


@pytest.mark.parametrize("format", sorted(EXPORTS))
def test_a_document_comes_with_its_kind_its_name_and_its_tag(client: FlaskClient, format: str) -> None:
    response = client.get(f"/api/v1/exports/{format}")
    assert response.status_code == 200
    assert response.mimetype == EXPORTS[format].media_type
    assert response.headers["Content-Disposition"].endswith(EXPORTS[format].extension)
    assert len(response.data) > 1000
    held = {"If-None-Match": response.headers["ETag"]}
    assert client.get(f"/api/v1/exports/{format}", headers=held).status_code == 304
    assert client.head(f"/api/v1/exports/{format}").data == b""


def test_an_unknown_format_is_a_problem(client: FlaskClient) -> None:
    response = client.get("/api/v1/exports/doc")
    assert (response.status_code, response.get_json()["code"]) == (404, "unknown-export")


def rows(client: FlaskClient, **asked: object) -> list[dict[str, str]]:
    data = client.get("/api/v1/exports/csv", query_string=asked).get_data(as_text=True)
    return list(csv.DictReader(io.StringIO(data)))


@pytest.mark.parametrize("asked", [{"card": "lightform"}, {"q": "显化"}, {"origin": "machine"}, {"since": "2024"}])
def test_what_goes_out_is_what_the_search_finds(client: FlaskClient, asked: dict[str, str]) -> None:
    params = {**asked, "collapse": "none"}
    found = client.get("/api/v1/search", query_string={**params, "per_page": 100}).get_json()
    assert 0 < found["total"] < 67
    assert {row["ruling"] for row in rows(client, **params)} == {hit["id"] for hit in found["hits"]}


def test_languages_and_their_codes_are_the_reader_s_choice(client: FlaskClient) -> None:
    first = rows(client, languages=["zh", "en"], codes="zh-Hans:zh-CN")[0]
    own = [name for name in first if ":" in name]
    assert own[0] == "text:zh-CN" and own[5] == "text:en" and len(own) == 10


def test_spanish_of_another_ruling_goes_out_with_the_english_that_says_the_same(client: FlaskClient) -> None:
    memory = client.get("/api/v1/exports/tmx").get_data(as_text=True)
    three = [unit for unit in memory.split("<tu ") if unit.count("<tuv ") == 3]
    assert three
    assert all('"x-worded-in"' in unit for unit in three), "no aligned Spanish pair exists in the documents"


def test_much_comes_in_parts_that_together_are_all(client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Export, "part", 30)
    seen: list[str] = []
    url, parts = "/api/v1/exports/jsonl?collapse=none", 0
    while url:
        response = client.get(url)
        parts += 1
        assert f"-{parts}-of-3" in response.headers["Content-Disposition"]
        seen += [json.loads(line)["id"] for line in response.get_data(as_text=True).splitlines()]
        following = [link for link in response.headers.getlist("Link") if 'rel="next"' in link]
        url = following[0].split(">")[0].lstrip("<") if following else ""
    assert parts == 3 and len(seen) == len(set(seen)) == 107


def test_a_workbook_is_a_workbook(client: FlaskClient) -> None:
    data = client.get("/api/v1/exports/xlsx?card=lightform").data
    assert "xl/workbook.xml" in zipfile.ZipFile(io.BytesIO(data)).namelist()


def test_the_glossary_goes_out_as_the_word_leaves_it(client: FlaskClient) -> None:
    every = client.get("/api/v1/exports/tbx").get_data(as_text=True).count("<conceptEntry ")
    some = client.get("/api/v1/exports/tbx", query_string={"q": "显化"}).get_data(as_text=True)
    assert 0 < some.count("<conceptEntry ") < every
    assert "manifest" in some
    assert "<martif " in client.get("/api/v1/exports/tbx?dialect=martif").get_data(as_text=True)
