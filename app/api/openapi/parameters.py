"""Parameters and headers of the API, each described once."""

from __future__ import annotations

from typing import Any

from app.search.arguments import VALUE_LENGTH, VALUES
from app.search.request import (
    COLLAPSES,
    PAGE_MOST,
    PER_PAGE,
    PER_PAGE_MOST,
    QUERY_LENGTH,
    SORTS,
)
from ingest.model import LANGUAGES, ORIGINS

Json = dict[str, Any]

_VALUE: Json = {"type": "string", "maxLength": VALUE_LENGTH}
_DAY: Json = {"type": "string", "maxLength": 10, "pattern": r"^[0-9]{4}(-[0-9]{2}(-[0-9]{2})?)?$"}


def _one(description: str, schema: Json = _VALUE) -> Json:
    return {"description": description, "schema": schema}


def _many(description: str, items: Json = _VALUE) -> Json:
    schema = {"type": "array", "items": items, "maxItems": VALUES}
    return {"description": description, "style": "form", "explode": True, "schema": schema}


def _number(description: str, default: int, most: int) -> Json:
    schema = {"type": "integer", "minimum": 1, "maximum": most, "default": default}
    return _one(description, schema)


def _choice(description: str, options: tuple[str, ...]) -> Json:
    return _one(description, {"type": "string", "enum": list(options), "default": options[0]})


PARAMETERS: dict[str, Json] = {
    "q": _one(
        'What is asked, in any language: words, "phrases", -not, OR, card:, mechanic:, lang:, origin:, '
        "date:2024, date>=2024-06-01, has:es, -has:es, check:. Blank: what the filters leave, newest first.",
        {"type": "string", "maxLength": QUERY_LENGTH},
    ),
    "lang": _many("Match only in texts of these languages."),
    "text_lang": _many("Show only texts of these languages."),
    "card": _many("Only rulings of these cards, by id or name."),
    "mechanic": _many("Only rulings under these mechanics, by id or name."),
    "origin": _many("Match only in texts with these behind them.", {"type": "string", "enum": list(ORIGINS)}),
    "since": _one("Not older than this day, month or year.", _DAY),
    "until": _one("Not newer than this day, month or year.", _DAY),
    "sort": _choice("What comes first: the best answer, or the newest.", SORTS),
    "collapse": _choice("A hit is a family of rulings, or one ruling (`none`).", COLLAPSES),
    "page": _number("Which page, from 1.", 1, PAGE_MOST),
    "per_page": _number("How many a page holds.", PER_PAGE, PER_PAGE_MOST),
    "limit": _number("How many suggestions at most.", 10, 20),
    "snapshot": _one("Answer from this build, as `X-Snapshot` named it."),
    "ui": _choice("The language in which the query is explained.", LANGUAGES),
    "check": _one("Only what this check found."),
    "severity": _one("Only findings of this severity.", {"type": "string", "enum": ["info", "warning", "error"]}),
}
"""Each query parameter by name."""

SPECIAL: dict[tuple[str, str], Json] = {
    ("/changes", "since"): {
        "description": "The snapshot after which changes are wanted, as `X-Snapshot` named it.",
        "required": True,
        "schema": _VALUE,
    },
    ("/glossary", "q"): _one("Only terms that hold this, in any language and inflection."),
    ("/findings", "lang"): _one("Only findings about texts of this language."),
    ("/findings", "card"): _one("Only findings about rulings of this card, by id."),
}
"""What a name means at one address where it means something else than elsewhere."""

IDENTITY: Json = {
    "name": "id",
    "in": "path",
    "required": True,
    "description": "The id, as answers give it.",
    "schema": {"type": "string", "minLength": 1, "maxLength": VALUE_LENGTH, "pattern": r"^[^/]+$"},
}


def _header(description: str) -> Json:
    return {"description": description, "schema": {"type": "string"}}


HEADERS: dict[str, Json] = {
    "ETag": _header("Names this answer in this encoding; send it back in If-None-Match."),
    "X-Snapshot": _header("The build that answered."),
    "X-Request-Id": _header("The request's id: the one it brought, or a new one."),
    "Location": _header("Where to ask instead, for good."),
}
