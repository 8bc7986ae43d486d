"""What the translators' addresses take and answer."""

from __future__ import annotations

from typing import Any

from app.api.openapi.schemas import (
    COUNT,
    LANG,
    MAYBE_DAY,
    MAYBE_TEXT,
    PAGED,
    SPAN,
    TEXT,
    URL,
    WARNINGS,
    array,
    ref,
    shape,
)
from app.search.arguments import VALUE_LENGTH
from app.search.coverage import KINDS, ORDERS, STATES
from app.search.request import PER_PAGE_MOST
from ingest.model import LANGUAGES

Json = dict[str, Any]

_TEXT: Json = {"type": "string", "maxLength": VALUE_LENGTH}
_MAYBE_SPAN: Json = {**SPAN, "type": ["array", "null"]}
_BY_LANGUAGE: Json = {"type": "object", "propertyNames": {"enum": [*LANGUAGES]}}


def _maybe(name: str) -> Json:
    return {"oneOf": [ref(name), {"type": "null"}]}


def _choice(description: str, options: tuple[str, ...]) -> Json:
    return {"description": description, "schema": {"type": "string", "enum": [*options], "default": options[0]}}


PARAMETERS: dict[str, Json] = {
    "term": {"description": "A term of the glossary by id, name or form, or any words.", "schema": _TEXT},
    "into": {"description": "Only places that this language renders as `rendering` says.", "schema": _TEXT},
    "rendering": {"description": "A rendering, as `renderings` names it; `-` for other words.", "schema": _TEXT},
    "by": _choice("What a line is.", tuple(KINDS)),
}

SPECIAL: dict[tuple[str, str], Json] = {
    ("/concordance", "lang"): {"description": "The language whose texts are looked through.", "schema": _TEXT},
    ("/coverage", "sort"): _choice("Most first, or what is missing most in a language.", ORDERS),
}

SCHEMAS: dict[str, Json] = {
    "RenderingCount": shape(
        "How often a form stands for the term; null: in other words, or left out.",
        form=MAYBE_TEXT,
        rendering=TEXT,
        count=COUNT,
        likely={"type": "boolean", "description": "Told by numbers, not by the glossary."},
    ),
    "Renderings": shape(
        "What stands for the term in a language.", forms=array(ref("RenderingCount")), without_version=COUNT
    ),
    "Rendering": shape(
        "What stands for the term at one place.",
        form=MAYBE_TEXT,
        likely={"type": "boolean"},
        text=TEXT,
        ruling=TEXT,
        origin=TEXT,
        span=_MAYBE_SPAN,
        passage=TEXT,
    ),
    "ConcordancePlace": shape(
        "A place where the term stands.",
        ruling=TEXT,
        url=URL,
        date=MAYBE_DAY,
        text=TEXT,
        origin=TEXT,
        span=SPAN,
        before=TEXT,
        word=TEXT,
        after=TEXT,
        renderings={**_BY_LANGUAGE, "additionalProperties": _maybe("Rendering")},
    ),
    "CoverageStates": shape("How many versions are by whom.", **dict.fromkeys(STATES, COUNT)),
    "CoverageLine": shape(
        "A mechanic, card or year, or (id null) everything.",
        id=MAYBE_TEXT,
        names={"oneOf": [{"type": "object", "additionalProperties": MAYBE_TEXT}, {"type": "null"}]},
        total=COUNT,
        languages={**_BY_LANGUAGE, "additionalProperties": ref("CoverageStates")},
    ),
    "ConcordanceAnswer": shape(
        "A term in its contexts.",
        **PAGED,
        term=MAYBE_TEXT,
        words=TEXT,
        lang=LANG,
        rulings={**COUNT, "description": "How many rulings hold it."},
        counted={**COUNT, "description": "How many of them, the newest, were read and counted."},
        renderings={**_BY_LANGUAGE, "additionalProperties": ref("Renderings")},
        places=array(ref("ConcordancePlace"), PER_PAGE_MOST),
        **WARNINGS,
    ),
    "CoverageAnswer": shape(
        "What is covered.",
        **PAGED,
        by=TEXT,
        collapse=TEXT,
        everything=ref("CoverageLine"),
        lines=array(ref("CoverageLine"), PER_PAGE_MOST),
        **WARNINGS,
    ),
}
