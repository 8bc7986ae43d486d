"""Documents to take home: what a search leaves, or the glossary, streamed in a translator's format."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from flask import Response, request

from app.api import problems
from app.http.caching import known_already, request_tag
from app.http.snapshot import knowledge
from app.present.urls import api
from app.search.arguments import Arguments
from app.search.request import PARAMETERS, SearchRequest, read_request
from app.search.selection import Selection, export_options
from app.search.terms import named_like
from app.services import Knowledge
from ingest.exports import EXPORTS, Export, ExportOptions
from ingest.languages import canonical
from ingest.model import LANGUAGES

PATH = "/exports/{format}"
OWN = ("languages", "codes", "dialect", "part")
CODES = 12
"""How many languages may be given other codes."""


def export(format: str) -> Response:
    """A document with what a search leaves, `part` by part where that is much; of terms, those that `q` leaves.

    `languages` are the columns, the source first; `codes` renames languages (`zh-Hans:zh-CN`) for
    the tool that reads; `dialect` is a variant of the format.
    """
    kind = EXPORTS.get(format)
    if kind is None:
        raise problems.unknown("export", format)
    arguments = Arguments(request.args.to_dict(flat=False), (*PARAMETERS, *OWN))
    known = knowledge(arguments.one("snapshot") or None)
    unchanged = known_already(request_tag(known.snapshot))
    if unchanged:
        return unchanged
    options = export_options(known, _languages(arguments), _codes(arguments), _dialect(arguments, kind))
    if kind.holds == "terms":
        terms = named_like(known, arguments.one("q"))
        return _sent(kind, kind.pieces((), terms, options), known, "")
    return _rulings(kind, known, options, arguments)


def _rulings(kind: Export, known: Knowledge, options: ExportOptions, arguments: Arguments) -> Response:
    asked = replace(read_request(arguments), sort="date")
    selection = Selection(known, asked)
    parts = max(1, -(-selection.total // kind.part))
    part = arguments.number("part", 1, 1, parts)
    statements = selection.statements(options.languages, (part - 1) * kind.part, kind.part)
    response = _sent(kind, kind.pieces(statements, (), options), known, f"-{part}-of-{parts}" if parts > 1 else "")
    if part < parts:
        response.headers.add("Link", f'<{_next(kind, asked, part, known)}>; rel="next"')
    return response


def _sent(kind: Export, pieces: Iterator[bytes], known: Knowledge, part: str) -> Response:
    response = Response(pieces if request.method == "GET" else (), mimetype=kind.media_type)
    name = f"rosetta-{kind.holds}-{known.snapshot[:15]}{part}{kind.extension}"
    response.headers.set("Content-Disposition", "attachment", filename=name)
    return response


def _next(kind: Export, asked: SearchRequest, part: int, known: Knowledge) -> str:
    own = {name: request.args.getlist(name) for name in OWN}
    params: dict[str, Any] = {**asked.params(), **own, "part": part + 1, "snapshot": known.snapshot}
    return api(f"/exports/{kind.id}", params)


def _languages(arguments: Arguments) -> tuple[str, ...]:
    wanted = tuple(lang for lang in arguments.languages("languages") if lang in LANGUAGES)
    return wanted or LANGUAGES


def _codes(arguments: Arguments) -> dict[str, str]:
    pairs = (one.partition(":") for one in arguments.many("codes")[:CODES])
    return {tag: code.strip()[:35] for name, _, code in pairs if (tag := canonical(name)) and code.strip()}


def _dialect(arguments: Arguments, kind: Export) -> str:
    return arguments.choice("dialect", ("", *kind.dialects))
