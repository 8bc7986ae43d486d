"""A limit for each address, where whoever runs the service wants one."""

from __future__ import annotations

from pathlib import Path

import pytest
from flask import Flask

from app import create_app
from app.settings import Settings
from ingest.errors import RosettaError

pytest.importorskip("flask_limiter", reason="the extra `limits` is not installed")


def app_with(home: Path, **environment: str) -> Flask:
    return create_app(settings=Settings.from_environment(environment, home=home))


def statuses(app: Flask, path: str, times: int, **headers: str) -> list[int]:
    given = {name.replace("_", "-"): value for name, value in headers.items()}
    return [app.test_client().get(path, headers=given, buffered=True).status_code for _ in range(times)]


def test_there_is_no_limit_by_default(home: Path) -> None:
    assert statuses(app_with(home), "/api/v1/suggest?q=man", 30) == [200] * 30


def test_who_asks_more_is_told_when_to_go_on(home: Path) -> None:
    app = app_with(home, ROSETTA_RATE_LIMIT="3 per hour")
    assert statuses(app, "/api/v1/suggest?q=man", 2) + statuses(app, "/es/help", 1) == [200] * 3
    refused = app.test_client().get("/api/v1/rulings")
    assert (refused.status_code, refused.mimetype) == (429, "application/problem+json")
    assert refused.json["code"] == "too-many-requests" and refused.json["request_id"]
    assert 0 < int(refused.headers["Retry-After"]) <= 3600
    page = app.test_client().get("/zh/help")
    assert (page.status_code, page.mimetype) == (429, "text/html")


def test_those_who_watch_the_server_are_never_counted(home: Path) -> None:
    app = app_with(home, ROSETTA_RATE_LIMIT="1 per hour")
    assert (
        statuses(app, "/readyz", 5) == statuses(app, "/metrics", 5) == statuses(app, "/static/base.css", 5) == [200] * 5
    )
    assert statuses(app, "/api/v1/suggest?q=man", 2) == [200, 429]


def test_behind_a_proxy_each_visitor_is_counted_alone(home: Path) -> None:
    app = app_with(home, ROSETTA_RATE_LIMIT="1 per hour", ROSETTA_PROXIES="1")
    assert statuses(app, "/api/v1/suggest?q=a", 2, X_Forwarded_For="192.0.2.1") == [200, 429]
    assert statuses(app, "/api/v1/suggest?q=a", 1, X_Forwarded_For="192.0.2.2") == [200]
    # Who says so himself changes nothing: only what the proxy adds last counts.
    assert statuses(app, "/api/v1/suggest?q=a", 1, X_Forwarded_For="192.0.2.9, 192.0.2.1") == [429]


def test_without_a_proxy_nobody_says_who_he_is(home: Path) -> None:
    app = app_with(home, ROSETTA_RATE_LIMIT="1 per hour")
    assert statuses(app, "/api/v1/suggest?q=a", 1, X_Forwarded_For="192.0.2.1") == [200]
    assert statuses(app, "/api/v1/suggest?q=a", 1, X_Forwarded_For="192.0.2.2") == [429]


@pytest.mark.parametrize(
    ("name", "value"),
    [("ROSETTA_RATE_LIMIT", "many"), ("ROSETTA_PROXIES", "one"), ("ROSETTA_PROXIES", "-1"), ("ROSETTA_LOG", "loud")],
)
def test_a_setting_that_is_none_is_said_with_its_name(home: Path, name: str, value: str) -> None:
    with pytest.raises(RosettaError, match=value) as said:
        app_with(home, **{name: value})
    assert said.value.where == name and said.value.hint
