"""The offline pack as the server gives it: its size before it is fetched, its parts as the list says."""

from __future__ import annotations

import gzip
import json

import pytest
from flask import Flask
from flask.testing import FlaskClient

from app.pages import pack
from app.present.dates import size
from tests.app.pages.conftest import Reader

LANGUAGES = {"/en": "en", "/es": "es", "/zh": "zh-Hans"}


@pytest.fixture
def listed(client: FlaskClient) -> dict:
    return client.get("/offline/pack.json").get_json()


@pytest.mark.parametrize("prefix", LANGUAGES)
def test_the_size_is_said_before_anything_is_fetched(read: Reader, listed: dict, prefix: str) -> None:
    page = read(f"{prefix}/offline")
    said = size(listed["bytes"], LANGUAGES[prefix])
    assert said in page.select_one(".pack-box p").get_text()
    assert said in page.select_one("[data-act=fetch]").get_text()


def test_each_part_is_as_large_as_the_list_says_and_never_changes(client: FlaskClient, listed: dict) -> None:
    assert {part["name"].split("-")[0] for part in listed["parts"]} == {"terms", "cards", "families"}
    for part in listed["parts"]:
        response = client.get(f"/offline/{part['name']}", headers={"Accept-Encoding": "gzip"})
        assert response.headers["Content-Encoding"] == "gzip"
        assert len(response.data) == part["bytes"]
        assert "immutable" in response.headers["Cache-Control"]
        plain = client.get(f"/offline/{part['name']}", headers={"Accept-Encoding": "identity"})
        assert json.loads(plain.data) == json.loads(gzip.decompress(response.data))
    assert listed["bytes"] == sum(part["bytes"] for part in listed["parts"])


def test_the_list_says_of_which_day_it_is(client: FlaskClient, listed: dict) -> None:
    assert client.get("/en").headers["X-Snapshot"] == listed["snapshot"]
    assert listed["created"][:4].isdigit()


@pytest.mark.parametrize("name", ["nope", "families-00000000000000000000", "..%2frecord.sqlite"])
def test_what_is_no_part_is_not_there(client: FlaskClient, name: str) -> None:
    assert client.get(f"/offline/{name}").status_code == 404


def test_a_snapshot_without_a_pack_offers_none(
    app: Flask, client: FlaskClient, read: Reader, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pack, "open_pack", lambda _: None)
    pack._opened.cache_clear()
    assert client.get("/offline/pack.json").status_code == 404
    assert read("/en/offline").select("[data-act]") == []
    pack._opened.cache_clear()
