"""The glossary as programs get it, over the five documents."""

from __future__ import annotations

import pytest
from flask.testing import FlaskClient

from ingest.model import LANGUAGES
from tests.app.api.shapes import check


@pytest.fixture
def client(home) -> FlaskClient:
    from app import create_app

    return create_app(home=home).test_client()


def test_a_term_has_names_meaning_rule_and_counts_in_three_languages(client):
    answer = client.get("/api/v1/glossary", query_string={"q": "显化"}).get_json()
    check("Glossary", answer)
    term = answer["terms"][0]
    assert (term["id"], term["rule"], term["mechanic"]) == ("manifest", "701.40", True)
    assert set(term["definition"]) == set(LANGUAGES) and all(term["definition"].values())
    assert all(term["texts"][lang] > 0 for lang in LANGUAGES), "the five documents speak of it in each"


def test_the_pages_hold_every_term_once(client):
    following, seen = "/api/v1/glossary?per_page=100", []
    while following:
        page = client.get(following).get_json()
        check("Glossary", page)
        seen += [term["id"] for term in page["terms"]]
        following = page["next"]
    assert len(seen) == len(set(seen)) == page["total"] > 500


def test_a_term_nobody_described_has_no_meaning_rather_than_a_made_up_one(client):
    terms = client.get("/api/v1/glossary", query_string={"q": "goblin"}).get_json()["terms"]
    assert [term["definition"] for term in terms if term["id"] == "goblin"] == [None]
