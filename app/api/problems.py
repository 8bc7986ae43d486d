"""Errors as RFC 9457 problems: one shape, a stable `code`, and what to do about it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from http import HTTPStatus

from flask import Response, g
from werkzeug.exceptions import HTTPException

from app.api.reply import json_bytes

MEDIA_TYPE = "application/problem+json"

CODES = {
    "bad-request": "The request was not understood.",
    "misspelt-parameter": "A parameter is spelt in a way that is not known, and without it everything would answer.",
    "missing-parameter": "A parameter that is needed was not given.",
    "not-found": "There is nothing under this address.",
    "unknown-ruling": "No ruling, text or former ruling has this id.",
    "unknown-family": "No family has this id.",
    "unknown-card": "No card has this id.",
    "unknown-mechanic": "No mechanic has this id.",
    "unknown-export": "No document is made in a format of this name.",
    "unknown-snapshot": "No snapshot of this name is known.",
    "method-not-allowed": "The API is for reading: GET, HEAD and OPTIONS.",
    "snapshot-gone": "The snapshot this page belongs to is not kept any more.",
    "too-large": "The request is larger than anything that is read.",
    "too-many-requests": "More was asked from this address than it may ask; Retry-After says when to go on.",
    "internal": "Something went wrong on our side.",
    "not-ready": "No knowledge base is open yet.",
    "search-unavailable": "The machines that search do not answer; rulings, cards and mechanics are still here by id.",
}
"""Every code of a problem, with what it says."""

HTTP_CODES = {
    400: "bad-request",
    404: "not-found",
    405: "method-not-allowed",
    413: "too-large",
    429: "too-many-requests",
    500: "internal",
    503: "not-ready",
}


@dataclass(eq=False)
class ApiProblem(Exception):
    """An error that is the answer: its status, its code and what the client can do."""

    status: int
    code: str
    detail: str = ""
    hint: str = ""
    param: str | None = None
    headers: Mapping[str, str] = field(default_factory=dict)

    def response(self) -> Response:
        """The problem as it is sent."""
        body = json_bytes(self.document())
        response = Response(body, status=self.status, content_type=MEDIA_TYPE)
        response.headers.update(self.headers)
        return response

    def document(self) -> dict[str, object]:
        """The members of the problem, those that say nothing left out."""
        members = {
            "type": "about:blank",
            "title": HTTPStatus(self.status).phrase,
            "status": self.status,
            "code": self.code,
            "detail": self.detail or CODES[self.code],
            "hint": self.hint,
            "param": self.param,
            "request_id": g.get("request_id"),
        }
        return {name: value for name, value in members.items() if value}


def from_http(error: HTTPException) -> ApiProblem:
    """The problem for an error that Flask or Werkzeug raised."""
    status = error.code or 500
    code = HTTP_CODES.get(status, "bad-request" if status < 500 else "internal")
    headers = {"Allow": "GET, HEAD, OPTIONS"} if status == 405 else {}
    hint = "See /api/v1/openapi.json for every address." if status == 404 else ""
    return ApiProblem(status, code, hint=hint, headers=headers)


def unknown(noun: str, identity: str) -> ApiProblem:
    """The 404 for a noun that has no such id."""
    code = f"unknown-{noun}"
    return ApiProblem(404, code, f"{CODES[code]} ({identity[:80]})")


def gone(snapshot: str) -> ApiProblem:
    """The 410 for a snapshot that is not kept."""
    detail = f"{CODES['snapshot-gone']} ({snapshot[:80]})"
    return ApiProblem(410, "snapshot-gone", detail, "Ask again without snapshot= and from page 1.")


def misspelt(given: str, meant: str) -> ApiProblem:
    """The 400 for a request whose question was not understood."""
    detail = f"{CODES['misspelt-parameter']} The parameter is {meant}, not {given}."
    return ApiProblem(400, "misspelt-parameter", detail, f"Write {meant}=…", given)


def missing(param: str, hint: str) -> ApiProblem:
    """The 400 for a parameter without which there is no question."""
    return ApiProblem(400, "missing-parameter", f"The parameter {param} is needed.", hint, param)
