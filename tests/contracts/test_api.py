"""The contract of the API, held against the five documents as they are served."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
import schemathesis
from flask import Flask
from flask.testing import FlaskClient
from hypothesis import HealthCheck, given, settings
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    allow_header_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
    unsupported_method,
)

from app.api import ENDPOINTS
from app.i18n import load
from ingest.model import LANGUAGES
from ingest.paths import resource_dir
from tests.app.api.shapes import check

# Not among them: that a value out of range is refused. Here it is mended, with a warning.
CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    unsupported_method,
    allow_header_conformance,
]
# The client of the run reads no gzip.
PLAIN = {"Accept-Encoding": "identity"}
CODES = (
    "unknown-parameter misspelt-parameter repeated-parameter clamped not-a-number not-a-date unknown-choice"
    " too-long too-many-values unknown-language unknown-value empty-range"
).split()


def get(client: FlaskClient, path: str, **query: object) -> dict:
    """The JSON of a 200."""
    response = client.get(f"/api/v1{path}", query_string=query or None)
    assert response.status_code == 200, response.text
    return response.get_json()


def walk(client: FlaskClient, url: str) -> Iterator[dict]:
    """The pages of a list, by its own `next`."""
    following: str | None = url
    while following:
        page = client.get(following).get_json()
        yield page
        following = page["next"]


@pytest.fixture(scope="module")
def rulings(app: Flask) -> list[dict]:
    """Every ruling of the knowledge base, as the API lists them."""
    pages = walk(app.test_client(), "/api/v1/rulings?per_page=25")
    return [ruling for page in pages for ruling in page["rulings"]]


def test_every_ruling_is_listed_once_and_answers_alone(client: FlaskClient, rulings: list[dict]) -> None:
    assert len(rulings) == get(client, "/rulings")["total"] > 50
    assert len({one["id"] for one in rulings}) == len(rulings)
    for listed in rulings:
        alone = get(client, f"/rulings/{listed['id']}")
        check("RulingDetail", alone)
        assert {key: alone[key] for key in listed} == listed


def test_every_text_and_family_leads_to_its_ruling(client: FlaskClient, rulings: list[dict]) -> None:
    for ruling in rulings:
        for text in ruling["texts"]:
            response = client.get(f"/api/v1/rulings/{text['id']}", follow_redirects=True)
            assert response.get_json()["id"] == ruling["id"]
        family = get(client, f"/families/{ruling['family']}")
        check("FamilyDetail", family)
        assert ruling["id"] in {one["id"] for one in family["rulings"]}


def test_every_card_and_mechanic_listed_answers_alone(client: FlaskClient) -> None:
    for path, key, schema in (("/cards", "cards", "CardDetail"), ("/mechanics", "mechanics", "MechanicDetail")):
        listed = [noun for page in walk(client, f"/api/v1{path}?per_page=50") for noun in page[key]]
        assert listed
        for noun in listed:
            alone = get(client, f"{path}/{noun['id']}")
            check(schema, alone)
            assert alone["total"] >= noun["rulings"]


@pytest.mark.parametrize("q", ["显化", "牌面朝下 横置", "manifest", "¿puedo usar disfraz?", '"face up"', ""])
def test_a_search_is_exactly_as_described(client: FlaskClient, q: str) -> None:
    answer = get(client, "/search", q=q)
    check("SearchAnswer", answer)
    assert answer["query"]["q"] == q
    assert answer["hits"]
    assert len(answer["hits"]) == min(answer["total"], 20)


def test_marks_point_into_the_bodies_they_stand_beside(client: FlaskClient) -> None:
    marked = [
        text["body"][start:end]
        for hit in get(client, "/search", q="显化")["hits"]
        for text in hit["texts"]
        for start, end in text["marks"]
        if text["lang"] == "zh-Hans"
    ]
    assert "显化" in marked


def test_pages_of_a_search_hold_every_hit_once(client: FlaskClient) -> None:
    pages = list(walk(client, "/api/v1/search?q=manifest&per_page=3"))
    ids = [hit["id"] for page in pages for hit in page["hits"]]
    assert len(ids) == len(set(ids)) == pages[0]["total"] > 3


def test_every_usual_code_of_a_language_gives_the_same_answer(client: FlaskClient) -> None:
    totals = {
        code: get(client, "/search", lang=code)["total"]
        for code in ("zh", "zh-Hans", "zh-CN", "zh_CN", "ZH-hans", "zhs", "es", "es-ES", "es-MX", "spa", "zh-TW", "qya")
    }
    assert len({totals[code] for code in ("zh", "zh-Hans", "zh-CN", "zh_CN", "ZH-hans", "zhs")}) == 1
    assert len({totals[code] for code in ("es", "es-ES", "es-MX", "spa")}) == 1
    assert totals["zh"] > 0
    assert totals["es"] > 0
    assert (totals["zh-TW"], totals["qya"]) == (0, 0)


def test_a_question_of_signs_or_misspelt_is_never_everything(client: FlaskClient) -> None:
    everything = get(client, "/search")["total"]
    assert everything > 20
    assert get(client, "/search", q="。。。")["total"] == 0
    for spelling in ("Q", "q[]"):
        assert client.get("/api/v1/search", query_string={spelling: "显化"}).status_code == 400


def test_suggestions_and_findings_are_exactly_as_described(client: FlaskClient) -> None:
    suggestions = get(client, "/suggest", q="manif")
    check("Suggestions", suggestions)
    assert suggestions["suggestions"]
    for page in walk(client, "/api/v1/findings?per_page=50"):
        check("Findings", page)
        for finding in page["findings"]:
            for lang in LANGUAGES:
                assert finding["message"][lang]
                assert not finding["message"][lang].startswith("check.")


def test_json_is_utf8_as_it_stands_everywhere(client: FlaskClient) -> None:
    for path in ("/search?q=显化", "/rulings", "/mechanics/manifest", "/suggest?q=显", "/rulings/显化"):
        raw = client.get(f"/api/v1{path}").data
        assert b"\\u" not in raw
        assert "显".encode() in raw


@pytest.mark.parametrize("code", CODES)
def test_every_warning_has_words_in_every_language(code: str) -> None:
    words = load(resource_dir("data") / "messages")
    said = {words[lang].plain(f"warning.{code}", param="page", detail="7") for lang in LANGUAGES}
    assert len(said) == len(LANGUAGES)
    assert all(not message.startswith("warning.") for message in said)


@pytest.mark.slow
@pytest.mark.parametrize("mode", [*GenerationMode])
@pytest.mark.parametrize("path", [one.path for one in ENDPOINTS])
def test_every_answer_is_one_the_document_tells_of(app: Flask, path: str, mode: GenerationMode) -> None:
    operation = schemathesis.openapi.from_wsgi("/api/v1/openapi.json", app)[path]["GET"]
    answered = []

    @settings(
        max_examples=40,
        deadline=None,
        derandomize=True,
        database=None,
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
    )
    @given(case=operation.as_strategy(generation_mode=mode))
    def send(case: schemathesis.Case) -> None:
        answered.append(case.call_and_validate(headers=PLAIN, checks=CHECKS).status_code)

    send()
    assert answered
