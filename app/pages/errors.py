"""Pages for what went wrong: what it was, and the search to go on with."""

from __future__ import annotations

import logging
from dataclasses import dataclass

from flask import Response, request
from werkzeug.exceptions import HTTPException, InternalServerError

from app.pages.serve import PATHS, bare, finished, rendered
from app.pages.view import Answer
from ingest.errors import RosettaError

log = logging.getLogger(__name__)

OWN = (404, 410, 500, 503)
"""The statuses with words of their own; any other has those of its kind."""


@dataclass(frozen=True, slots=True)
class ErrorPage:
    """The context of `error.html`."""

    status: int
    key: str


def from_http(error: HTTPException) -> Response | HTTPException:
    """The page for an error of HTTP; programs' addresses keep their own form."""
    if request.path.startswith("/api/") or error.response is not None:
        return error
    return page(error.code or 500, dict(error.get_headers()))


def not_ready(error: RosettaError) -> Response:
    """The page where no knowledge base is open."""
    log.error("no snapshot: %s", error)
    return page(503)


def crashed(error: Exception) -> Response:
    """The page for a fault of ours, which is logged."""
    fault = error.original_exception if isinstance(error, InternalServerError) else error
    log.error("fault while serving %s", request.path, exc_info=fault)
    return page(500)


def page(status: int, headers: dict[str, str] | None = None) -> Response:
    """The error page in the visitor's language; it needs no knowledge base."""
    key = str(status) if status in OWN else ("500" if status >= 500 else "400")
    first = request.path.split("/")[1]
    ask = bare(first if first in PATHS else None)
    title = ask.words.plain(f"error.{key}.title")
    answer = Answer("error.html", ErrorPage(status, key), title, "", status=status)
    response = finished(rendered(ask, answer), ask, "")
    for name, value in (headers or {}).items():
        if name.lower() not in ("content-type", "content-length"):
            response.headers[name] = value
    response.headers["Cache-Control"] = "no-store"
    return response
