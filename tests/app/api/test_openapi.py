"""The OpenAPI document is valid, complete, and true of what is answered."""

from __future__ import annotations

import pytest
from flask.testing import FlaskClient
from openapi_spec_validator import OpenAPIV31SpecValidator

from app.api import ENDPOINTS
from app.api.endpoint import Endpoint
from app.api.openapi import document
from app.api.openapi.examples import EXAMPLES
from app.api.problems import CODES, HTTP_CODES
from tests.app.api.shapes import check

ASKED = {
    "/search": ["/search?q=Rule&page=2", "/search?q=显化", "/search?q=nothing&lang=qya"],
    "/suggest": ["/suggest?q=man"],
    "/rulings": ["/rulings", "/rulings?page=99"],
    "/rulings/{id}": ["/rulings/aaaa", "/rulings/r000?x=1"],
    "/families/{id}": ["/families/bbbb", "/families/f-bbbb?per_page=1"],
    "/cards": ["/cards"],
    "/cards/{id}": ["/cards/lim-dul"],
    "/mechanics": ["/mechanics"],
    "/mechanics/{id}": ["/mechanics/manifest"],
    "/glossary": ["/glossary", "/glossary?per_page=1"],
    "/findings": ["/findings", "/findings?severity=info"],
    "/changes": ["/changes?since=s2"],
    "/concordance": ["/concordance?term="],
    "/coverage": ["/coverage", "/coverage?by=year"],
    "/sources": ["/sources", "/sources?per_page=1"],
}


def test_a_validator_accepts_the_document(client: FlaskClient) -> None:
    served = client.get("/api/v1/openapi.json").get_json()
    assert served["openapi"].startswith("3.1")
    assert [error.message for error in OpenAPIV31SpecValidator(served).iter_errors()] == []


def test_every_address_is_in_the_document_and_tried_here(client: FlaskClient) -> None:
    paths = set(client.get("/api/v1/openapi.json").get_json()["paths"])
    assert paths == {*ASKED, "/exports/{format}", "/openapi.json"}
    assert {one.path for one in ENDPOINTS} == ASKED.keys()


@pytest.mark.parametrize("endpoint", ENDPOINTS, ids=lambda one: one.path)
def test_answers_are_exactly_as_described(client: FlaskClient, endpoint: Endpoint) -> None:
    for path in ASKED[endpoint.path]:
        response = client.get(f"/api/v1{path}")
        assert response.status_code == 200
        check(endpoint.schema, response.get_json())


@pytest.mark.parametrize("path", ["/rulings/none", "/search?Q=x", "/changes", "/search?snapshot=none"])
def test_problems_are_exactly_as_described(client: FlaskClient, path: str) -> None:
    response = client.get(f"/api/v1{path}")
    assert response.status_code >= 400
    check("Problem", response.get_json())


@pytest.mark.parametrize("name", sorted(EXAMPLES))
def test_examples_are_of_the_shape_they_show(name: str) -> None:
    check(name, EXAMPLES[name])


def test_every_parameter_is_described_and_bounded() -> None:
    for path, methods in document(ENDPOINTS)["paths"].items():
        for parameter in methods["get"].get("parameters", ()):
            schema = parameter["schema"]
            assert parameter["description"], path
            bounded = schema["items"] if schema["type"] == "array" else schema
            assert bounded.keys() & {"maxLength", "enum", "maximum"}, (path, parameter["name"])
            assert schema["type"] != "array" or schema["maxItems"]


def test_every_code_of_a_problem_is_known() -> None:
    assert set(HTTP_CODES.values()) <= CODES.keys()
    problem = document(ENDPOINTS)["components"]["schemas"]["Problem"]
    assert problem["properties"]["code"]["enum"] == [*CODES]


def test_the_document_is_cached_like_every_answer(client: FlaskClient) -> None:
    first = client.get("/api/v1/openapi.json", headers={"Accept-Encoding": "gzip"})
    held = {"Accept-Encoding": "gzip", "If-None-Match": first.headers["ETag"]}
    assert first.headers["Content-Encoding"] == "gzip"
    assert client.get("/api/v1/openapi.json", headers=held).status_code == 304
