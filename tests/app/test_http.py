"""What all answers share: validators, compression, headers, health, figures."""

from __future__ import annotations

import gzip
import json
import logging
import re
import sys
from collections.abc import Iterator

import pytest
from flask import Flask, Response, request
from flask.testing import FlaskClient

from app import http
from app.http.logs import Lines
from app.http.snapshot import knowledge
from ingest.errors import SnapshotError

GZIP = {"Accept-Encoding": "gzip"}
PLAIN = {"Accept-Encoding": "identity"}
WELL_FORMED = re.compile(r'(W/)?"[\x21\x23-\x7e]+"')


class Knowledge:
    """An open snapshot."""

    def __init__(self, snapshot: str) -> None:
        self.snapshot = snapshot


class Services:
    """What opens snapshots; the test says which serves."""

    serving: str | None = "s1"

    def pinned(self, name: str | None) -> Knowledge | None:
        if self.serving is None:
            raise SnapshotError("nothing is built yet")
        return Knowledge(self.serving) if name in (None, self.serving) else None


@pytest.fixture
def app(tmp_path) -> Flask:
    made = Flask("test", static_folder=str(tmp_path), static_url_path="/static")
    (tmp_path / "long.css").write_text("a{color:red}" * 200, encoding="utf-8")
    made.extensions["rosetta"] = Services()
    http.register(made)

    @made.get("/page")
    def page() -> Response:
        response = Response(f"<p>{request.accept_languages.best or 'en'} {knowledge().snapshot}</p>" * 100)
        response.vary.add("Accept-Language")
        return response

    @made.get("/short")
    def short() -> str:
        return "short"

    @made.get("/stream")
    def stream() -> Response:
        def lines() -> Iterator[str]:
            yield "x" * 2000

        return Response(lines(), mimetype="text/plain")

    @made.get("/own")
    def own() -> Response:
        return Response("x", headers={"Content-Security-Policy": "default-src 'self'"})

    return made


class Reader(FlaskClient):
    """A client that reads answers to their end, as servers do: files must be closed."""

    def open(self, *args: object, **more: object) -> Response:
        return super().open(*args, buffered=True, **more)


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    app.test_client_class = Reader
    return app.test_client()


@pytest.mark.parametrize("path", ["/page", "/static/long.css"])
@pytest.mark.parametrize("encoding", ["gzip", "identity"])
def test_who_holds_an_answer_gets_304_with_its_validators(client: FlaskClient, path: str, encoding: str) -> None:
    asked = {"Accept-Encoding": encoding}
    first = client.get(path, headers=asked)
    second = client.get(path, headers={**asked, "If-None-Match": first.headers["ETag"]})
    assert first.status_code == 200
    assert (second.status_code, second.data) == (304, b"")
    for header in ("ETag", "Vary", "Cache-Control"):
        assert second.headers[header] == first.headers[header]
    assert "Content-Encoding" not in second.headers


@pytest.mark.parametrize("path", ["/page", "/static/long.css"])
def test_each_encoding_has_a_tag_of_its_own_and_both_vary(client: FlaskClient, path: str) -> None:
    zipped, plain = client.get(path, headers=GZIP), client.get(path, headers=PLAIN)
    assert zipped.headers["Content-Encoding"] == "gzip"
    assert "Content-Encoding" not in plain.headers
    assert gzip.decompress(zipped.data) == plain.data
    assert int(zipped.headers["Content-Length"]) == len(zipped.data) < len(plain.data)
    tags = {zipped.headers["ETag"], plain.headers["ETag"]}
    assert len(tags) == 2
    assert all(WELL_FORMED.fullmatch(tag) for tag in tags)
    assert "Accept-Encoding" in zipped.headers["Vary"]
    assert "Accept-Encoding" in plain.headers["Vary"]


def test_one_encodings_tag_is_not_the_others(client: FlaskClient) -> None:
    zipped = client.get("/page", headers=GZIP).headers["ETag"]
    assert client.get("/page", headers={**PLAIN, "If-None-Match": zipped}).status_code == 200


@pytest.mark.parametrize("held", ["*", '"x", W/{tag}', '"x", {tag}', "W/{tag}"])
def test_lists_weak_tags_and_stars_are_understood(client: FlaskClient, held: str) -> None:
    tag = client.get("/page", headers=GZIP).headers["ETag"]
    headers = {**GZIP, "If-None-Match": held.format(tag=tag)}
    assert client.get("/page", headers=headers).status_code == 304


@pytest.mark.parametrize("held", ['"x"', "", "nonsense", '"unclosed'])
def test_another_tag_gets_the_answer(client: FlaskClient, held: str) -> None:
    assert client.get("/page", headers={"If-None-Match": held}).status_code == 200


def test_another_snapshot_is_another_answer(client: FlaskClient, app: Flask) -> None:
    first = client.get("/page", headers=GZIP)
    app.extensions["rosetta"].serving = "s2"
    second = client.get("/page", headers={**GZIP, "If-None-Match": first.headers["ETag"]})
    assert (second.status_code, second.headers["X-Snapshot"]) == (200, "s2")
    assert b"s2" in gzip.decompress(second.data)


def test_two_languages_never_share_a_cached_body(client: FlaskClient) -> None:
    spanish = client.get("/page", headers={"Accept-Language": "es"})
    chinese = client.get("/page", headers={"Accept-Language": "zh"})
    assert spanish.headers["ETag"] != chinese.headers["ETag"]
    assert "Accept-Language" in spanish.headers["Vary"]
    assert "Accept-Encoding" in spanish.headers["Vary"]
    held = {"Accept-Language": "zh", "If-None-Match": spanish.headers["ETag"]}
    assert client.get("/page", headers=held).status_code == 200


@pytest.mark.parametrize("wish", ["gzip;q=0", "identity", "br", "", "gzip;q=0.1, identity;q=1"])
def test_who_does_not_want_gzip_gets_none(client: FlaskClient, wish: str) -> None:
    assert "Content-Encoding" not in client.get("/page", headers={"Accept-Encoding": wish}).headers


@pytest.mark.parametrize("path", ["/short", "/stream"])
def test_short_and_streamed_answers_stay_as_they_are(client: FlaskClient, path: str) -> None:
    response = client.get(path, headers=GZIP)
    assert response.status_code == 200
    assert "Content-Encoding" not in response.headers
    assert "Accept-Encoding" in response.headers["Vary"]


def test_head_says_what_get_says_without_a_body(client: FlaskClient) -> None:
    got, asked = client.get("/page", headers=GZIP), client.head("/page", headers=GZIP)
    assert asked.data == b""
    for header in ("ETag", "Content-Length", "Content-Type", "Content-Encoding", "Vary"):
        assert asked.headers[header] == got.headers[header]


def test_browsers_are_held_to_our_own_files(client: FlaskClient) -> None:
    for path in ("/page", "/static/long.css", "/nothing", "/healthz"):
        headers = client.get(path).headers
        policy = headers["Content-Security-Policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert "*" not in policy
        assert headers["X-Content-Type-Options"] == "nosniff"
        assert "Access-Control-Allow-Origin" not in headers
    assert client.get("/own").headers["Content-Security-Policy"] == "default-src 'self'"


def test_a_request_keeps_its_own_id_if_it_is_a_fit_one(client: FlaskClient) -> None:
    assert client.get("/page", headers={"X-Request-Id": "abc-1.2_3"}).headers["X-Request-Id"] == "abc-1.2_3"
    for unfit in ("a b", "x" * 65, "<x>"):
        given = client.get("/page", headers={"X-Request-Id": unfit}).headers["X-Request-Id"]
        assert re.fullmatch("[0-9a-f]{32}", given)


def test_the_log_names_the_request_and_nobody(client: FlaskClient, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.INFO, "rosetta.access"):
        client.get("/page?q=secret", headers={"X-Request-Id": "r1", "User-Agent": "someone"})
    (record,) = [one for one in caplog.records if one.name == "rosetta.access"]
    line = Lines().format(record)
    told = json.loads(line)
    assert (told["method"], told["route"], told["status"], told["snapshot"]) == ("GET", "/page", 200, "s1")
    for private in ("secret", "someone", "127.0.0.1"):
        assert private not in line


def test_a_fault_is_told_by_its_kind_and_place_and_not_in_its_words(app: Flask) -> None:
    with app.test_request_context("/page?q=secret", headers={"X-Request-Id": "r2"}):
        app.preprocess_request()
        try:
            raise ValueError("secret")
        except ValueError:
            record = logging.LogRecord("rosetta", logging.ERROR, __file__, 1, "fault on %s", ("/page",), sys.exc_info())
        line = Lines().format(record)
    told = json.loads(line)
    assert (told["request"], told["level"], told["error"]) == ("r2", "error", "ValueError")
    assert told["message"] == "fault on /page" and "test_http.py" in told["trace"][0]
    assert "secret" not in line


def test_ready_only_once_a_snapshot_is_open(client: FlaskClient, app: Flask) -> None:
    app.extensions["rosetta"].serving = None
    assert client.get("/healthz").status_code == 200
    assert (client.get("/readyz").status_code, client.get("/readyz").json["status"]) == (503, "not ready")
    app.extensions["rosetta"].serving = "s1"
    assert client.get("/readyz").json == {"status": "ready", "snapshot": "s1"}
    assert client.get("/readyz").headers["Cache-Control"] == "no-store"


def test_metrics_count_routes_not_addresses(client: FlaskClient) -> None:
    client.get("/page?q=1")
    client.get("/no/such/thing")
    client.open("/page", method="BREW")
    text = client.get("/metrics").text
    assert 'rosetta_requests_total{method="GET",route="/page",status="200"} 1.0' in text
    assert 'route="none",status="404"' in text
    assert 'method="other"' in text
    assert "no/such" not in text
    assert "BREW" not in text
