"""The addresses that answer with a document to keep, not with JSON."""

from __future__ import annotations

from typing import Any

from app.api.openapi.parameters import PARAMETERS
from app.search.arguments import VALUE_LENGTH, VALUES
from app.search.request import PARAMETERS as SEARCHED
from ingest.exports import EXPORTS

Json = dict[str, Any]

_TEXT: Json = {"type": "string", "maxLength": VALUE_LENGTH}
_LIST: Json = {"type": "array", "items": _TEXT, "maxItems": VALUES}

_OWN: dict[str, Json] = {
    "languages": {
        "description": "The languages that go out, the source first; XLIFF and martif hold the first two.",
        "style": "form",
        "explode": True,
        "schema": _LIST,
    },
    "codes": {
        "description": "Other codes for languages, as the reading tool wants them: `zh-Hans:zh-CN`.",
        "style": "form",
        "explode": True,
        "schema": _LIST,
    },
    "dialect": {
        "description": "A format's own variant: `excel` for CSV, `martif` for TBX.",
        "schema": {"type": "string", "enum": sorted({one for export in EXPORTS.values() for one in export.dialects})},
    },
    "part": {
        "description": "Which part, where there is more than one document holds; `Link: rel=next` names the next.",
        "schema": {"type": "integer", "minimum": 1, "maximum": 1_000_000, "default": 1},
    },
}

_PAGING = ("page", "per_page", "sort", "text_lang", "ui")


def _export() -> Json:
    narrowing = [{"name": name, "in": "query", **PARAMETERS[name]} for name in SEARCHED if name not in _PAGING]
    own = [{"name": name, "in": "query", **described} for name, described in _OWN.items()]
    format_: Json = {
        "name": "format",
        "in": "path",
        "required": True,
        "description": "The format of the document.",
        "schema": {"type": "string", "enum": sorted(EXPORTS)},
    }
    document: Json = {"type": "string", "contentMediaType": "application/octet-stream"}
    problem = {"schema": {"$ref": "#/components/schemas/Problem"}}
    return {
        "operationId": "exports-format",
        "summary": "Take home what a search leaves, or the glossary (TBX)",
        "description": "A document in a translator's format: TMX 1.4b, XLIFF 2.1, CSV, XLSX, JSON Lines, TBX. "
        "Versions that another ruling of the family words go along where it says the same; what is borrowed, "
        "who each version is by and whether its source has changed since is said in the document.",
        "parameters": [format_, *narrowing, *own],
        "responses": {
            "200": {
                "description": "The document.",
                "headers": {"ETag": {"$ref": "#/components/headers/ETag"}},
                "content": {kind.media_type: {"schema": document} for kind in EXPORTS.values()},
            },
            "304": {"description": "You hold this document already."},
            "404": {"description": "There is no such format.", "content": {"application/problem+json": problem}},
            "410": {
                "description": "The snapshot is not kept any more.",
                "content": {"application/problem+json": problem},
            },
            "503": {"description": "No knowledge base is open yet.", "content": {"application/problem+json": problem}},
        },
    }


FILES: dict[str, Json] = {"/exports/{format}": {"get": _export()}}
"""Their part of the document, by path."""
