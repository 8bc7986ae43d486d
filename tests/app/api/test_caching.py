"""The API's validators are known before any work is done, and say which snapshot answered."""

from __future__ import annotations

from dataclasses import replace

import pytest
from flask import Flask
from flask.testing import FlaskClient

from app.api import searching
from tests.app.api.conftest import Services, swapped

GZIP = {"Accept-Encoding": "gzip"}
PLAIN = {"Accept-Encoding": "identity"}


@pytest.mark.parametrize("headers", [GZIP, PLAIN], ids=["gzip", "identity"])
@pytest.mark.parametrize("path", ["/search?q=显化", "/rulings", "/rulings/aaaa", "/cards/lim-dul", "/findings"])
def test_who_holds_an_answer_gets_304(client: FlaskClient, path: str, headers: dict[str, str]) -> None:
    first = client.get(f"/api/v1{path}", headers=headers)
    second = client.get(f"/api/v1{path}", headers={**headers, "If-None-Match": first.headers["ETag"]})
    assert first.status_code == 200
    assert (second.status_code, second.data) == (304, b"")
    for header in ("ETag", "Vary", "X-Snapshot", "Access-Control-Allow-Origin"):
        assert second.headers[header] == first.headers[header]


def test_a_held_answer_costs_no_search(client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    tag = client.get("/api/v1/search?q=显化", headers=GZIP).headers["ETag"]
    monkeypatch.setattr(searching.service, "glance", None)
    held = client.get("/api/v1/search?q=显化", headers={**GZIP, "If-None-Match": f'"x", W/{tag}'})
    assert held.status_code == 304


def test_each_question_encoding_and_snapshot_has_its_own_tag(client: FlaskClient, services: Services) -> None:
    asked = [("/search?q=显化", GZIP), ("/search?q=显化", PLAIN), ("/search?q=Rule", GZIP), ("/rulings", GZIP)]
    tags = [client.get(f"/api/v1{path}", headers=headers).headers["ETag"] for path, headers in asked]
    services.kept["s2"] = replace(services.kept["s2"], snapshot="s3")
    tags.append(client.get("/api/v1/rulings", headers=GZIP).headers["ETag"])
    assert len(set(tags)) == len(tags)


def test_a_changed_ruling_is_sent_again(client: FlaskClient, services: Services) -> None:
    first = client.get("/api/v1/rulings/aaaa", headers=GZIP)
    ruling = services.kept["s2"].store.held[0]
    swapped(services, "s3", [replace(ruling, texts=(replace(ruling.texts[0], body="Mended."),))])
    second = client.get("/api/v1/rulings/aaaa", headers={"If-None-Match": first.headers["ETag"]})
    assert (second.status_code, second.headers["X-Snapshot"]) == (200, "s3")
    assert second.get_json()["texts"][0]["body"] == "Mended."


def test_a_star_is_304_for_what_there_is_and_404_for_what_there_is_not(client: FlaskClient) -> None:
    star = {"If-None-Match": "*"}
    assert client.get("/api/v1/rulings/aaaa", headers=star).status_code == 304
    assert client.get("/api/v1/rulings/none", headers=star).status_code == 404


def test_any_origin_may_read_answers_and_errors(client: FlaskClient) -> None:
    for path in ("/rulings/aaaa", "/rulings/none", "/nothing", "/rulings/aazh"):
        headers = client.get(f"/api/v1{path}", headers={"Origin": "https://example.org"}).headers
        assert headers["Access-Control-Allow-Origin"] == "*"
        assert "X-Snapshot" in headers["Access-Control-Expose-Headers"]
    asked = client.options("/api/v1/search", headers={"Access-Control-Request-Method": "GET"})
    assert (asked.status_code, asked.headers["Access-Control-Allow-Methods"]) == (200, "GET, HEAD, OPTIONS")
    assert "If-None-Match" in asked.headers["Access-Control-Allow-Headers"]


@pytest.mark.parametrize("path", ["/search?q=显化", "/rulings/aaaa", "/rulings/none", "/openapi.json"])
def test_head_answers_like_get_without_a_body(client: FlaskClient, path: str) -> None:
    got, asked = client.get(f"/api/v1{path}"), client.head(f"/api/v1{path}")
    assert (asked.status_code, asked.data) == (got.status_code, b"")
    assert asked.headers["Content-Length"] == got.headers["Content-Length"]
    assert asked.headers.get("ETag") == got.headers.get("ETag")


def test_every_error_keeps_its_tag_to_itself(client: FlaskClient, app: Flask) -> None:
    response = client.get("/api/v1/rulings/none")
    assert "ETag" not in response.headers
    assert response.headers["X-Request-Id"] == response.get_json()["request_id"]
