"""The OpenAPI 3.1 document, made from the same table as the routes."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from app.api.openapi import bench
from app.api.openapi.examples import EXAMPLES
from app.api.openapi.files import FILES
from app.api.openapi.parameters import HEADERS, IDENTITY, PARAMETERS, SPECIAL
from app.api.openapi.schemas import SCHEMAS as PLAIN

if TYPE_CHECKING:
    from app.api.endpoint import Endpoint

Json = dict[str, Any]

SCHEMAS = {**PLAIN, **bench.SCHEMAS}

VERSION = "1.0"

ABOUT = """Rulings of Magic: The Gathering in English, Spanish and Chinese, searched across languages.

**Reading only.** GET, HEAD and OPTIONS; any origin may read. No key.

**Parameters.** A value out of range is moved to the nearest that is allowed; a parameter or value that is
not known is left out or matches nothing; each time a member of `warnings` says so. Of a repeated parameter
the first value that is not blank counts; `lang`, `text_lang`, `card`, `mechanic` and `origin` of a search
take several values, repeated or with commas (in names of cards and mechanics, commas with a space after them
belong to the name). Only `&` separates parameters. A request that has no `q` but something spelt like it
(`Q`, `q[]`, `query`) is answered 400 and never with everything.

**Languages** are taken under every usual code (`zh`, `zhs`, `zh_CN`, `spa`, `es-MX`, `Spanish`) and given as
BCP 47 tags. Traditional Chinese is `zh-Hant`, never `zh-Hans`.

**Snapshots.** Every answer names the build it comes from in `X-Snapshot`. `next` pins it, so that the pages
of a list never mix two builds; a build that is not kept any more answers 410.

**Caching.** Every answer has an `ETag` for its build, address and encoding; send it back in `If-None-Match`.

**Errors** are `application/problem+json` (RFC 9457) with a stable `code`.

All offsets are half-open and count code points. The rulings and names are their publisher's; this service is
unofficial."""

_PROBLEMS = {
    400: "The request asks for something that was not understood.",
    404: "There is nothing under this address.",
    410: "The snapshot that the request is pinned to is not kept any more.",
    503: "No knowledge base is open yet.",
}


def document(endpoints: Iterable[Endpoint]) -> Json:
    """The whole document for these endpoints."""
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Rosetta Rulings",
            "version": VERSION,
            "summary": "Card rulings in three languages, one permalink each.",
            "description": ABOUT,
            "license": {"name": "MIT", "identifier": "MIT"},
        },
        "servers": [{"url": "/api/v1"}],
        "paths": {one.path: {"get": operation(one)} for one in endpoints} | FILES | {"/openapi.json": _own()},
        "components": {"schemas": SCHEMAS, "headers": HEADERS},
    }


def operation(endpoint: Endpoint) -> Json:
    """What can be asked of an endpoint and what it answers."""
    return {
        "operationId": endpoint.name,
        "summary": endpoint.summary,
        "description": endpoint.view.__doc__,
        "parameters": [*_identity(endpoint), *(_parameter(endpoint, one) for one in endpoint.known)],
        "responses": _responses(endpoint),
    }


def _identity(endpoint: Endpoint) -> list[Json]:
    return [IDENTITY] if "{id}" in endpoint.path else []


def _parameter(endpoint: Endpoint, name: str) -> Json:
    special = {**SPECIAL, **bench.SPECIAL}.get((endpoint.path, name))
    described = special or {**PARAMETERS, **bench.PARAMETERS}[name]
    example = endpoint.example.get(name)
    return {"name": name, "in": "query", **described} | ({"example": example} if example else {})


def _responses(endpoint: Endpoint) -> Json:
    answers: Json = {
        "200": _answer(endpoint.schema),
        "304": {"description": "You hold this answer already.", "headers": _headers("ETag")},
    }
    if endpoint.moves:
        answers["308"] = {
            "description": "The id is a text's, a former or a member's one: this is where it leads.",
            "headers": _headers("Location"),
        }
    errors = {*endpoint.errors, 503}
    return answers | {str(status): _problem(_PROBLEMS[status]) for status in sorted(errors)}


def _answer(schema: str) -> Json:
    content: Json = {"schema": {"$ref": f"#/components/schemas/{schema}"}}
    if schema in EXAMPLES:
        content["example"] = EXAMPLES[schema]
    return {
        "description": SCHEMAS[schema]["description"],
        "headers": _headers("ETag", "X-Snapshot", "X-Request-Id"),
        "content": {"application/json": content},
    }


def _problem(description: str) -> Json:
    schema = {"$ref": "#/components/schemas/Problem"}
    return {"description": description, "content": {"application/problem+json": {"schema": schema}}}


def _headers(*names: str) -> Json:
    return {name: {"$ref": f"#/components/headers/{name}"} for name in names}


def _own() -> Json:
    answer = {"description": "This document.", "content": {"application/json": {"schema": {"type": "object"}}}}
    return {
        "get": {
            "operationId": "openapi",
            "summary": "This document",
            "responses": {"200": answer, "304": {"description": "You hold this answer already."}},
        }
    }
