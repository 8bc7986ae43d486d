"""A ruling's page tells what became of it: mended words as a diff, and a text that went with its last wording."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from bs4 import BeautifulSoup
from flask.testing import FlaskClient

from app import create_app
from app.http.snapshot import knowledge
from ingest.paths import resource_dir
from ingest.pipeline import build
from ingest.snapshot import Home
from ingest.store.writer import Change

FIRST = """单卡释疑

• (2024-04-12 official)

  你抓一张牌，然后弃一张牌。

  You draw a card, then you discard a card if you can.

• (2024-04-12 gpt)

  此咒语不会反击任何东西。

  This spell counters nothing at all, whatever it is said to do elsewhere.
"""
SECOND = FIRST.replace("then you discard a card if you can.", "then you discard two cards if you can.").split(
    "• (2024-04-12 gpt)"
)[0]


@pytest.fixture(scope="module")
def changed(tmp_path_factory: pytest.TempPathFactory) -> FlaskClient:
    """A site whose one source was built, changed and built again."""
    folder = tmp_path_factory.mktemp("changed")
    source, catalogue = folder / "a.txt", resource_dir("data") / "catalogue"
    home = Home(folder / "home")
    for content in (FIRST, SECOND):
        source.write_text(content, "utf-8")
        build(home, [Path(source)], catalogue)
    app = create_app(home=folder / "home")
    app.testing = True
    return app.test_client()


def changes(client: FlaskClient, kind: str) -> list[Change]:
    """The changes of one kind that the second build made, at least one."""
    with client.application.test_request_context("/"):
        found = [one for one in knowledge().store.changes() if one.kind == kind]
    assert found
    return found


def test_a_changed_wording_is_shown_as_a_diff(changed: FlaskClient) -> None:
    (change,) = changes(changed, "corrected")
    page = BeautifulSoup(changed.get(f"/en/rulings/{change.ruling}").data, "html.parser")
    diff = page.select_one(".diff")
    assert [(tag.name, tag.get_text()) for tag in diff.find_all(["del", "ins"])][:2] == [("del", "a"), ("ins", "two")]


def test_the_old_id_leads_to_the_new_wording(changed: FlaskClient) -> None:
    (change,) = changes(changed, "corrected")
    response = changed.get(f"/es/rulings/{json.loads(change.data)['text']}")
    assert response.status_code == 308
    assert response.headers["Location"].startswith(f"/es/rulings/{change.ruling}")


def test_what_is_stated_no_more_answers_gone_with_its_last_wording(changed: FlaskClient) -> None:
    for change in changes(changed, "withdrawn"):
        held = json.loads(change.data)
        response = changed.get(f"/en/rulings/{held['text']}")
        assert response.status_code == 410
        assert held["before"] in BeautifulSoup(response.data, "html.parser").get_text()
