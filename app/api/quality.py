"""What the checks of translations found."""

from __future__ import annotations

from collections.abc import Sequence

from app.api import serialise
from app.api.endpoint import PAGING, Asked, Data, Endpoint
from app.search.findings import matching

FILTERS = ("check", "severity", "lang", "card")
SEVERITIES = ("info", "warning", "error")


def findings(asked: Asked) -> Data:
    """What checks found, those that the filters leave; each filter takes one value."""
    wanted = {
        "check": asked.arguments.one("check"),
        "severity": _first(asked, "severity", asked.arguments.options("severity", SEVERITIES)),
        "lang": _first(asked, "lang", asked.arguments.languages("lang")),
        "card": asked.arguments.one("card"),
    }
    store = asked.knowledge.store
    page = asked.page_of(matching(store, wanted, limit=0)[0])
    _, found = matching(store, wanted, page.offset, page.size)
    return {
        **page.members("/findings", wanted),
        "findings": [serialise.finding(one, asked.knowledge, asked.words) for one in found],
    }


def _first(asked: Asked, name: str, values: Sequence[str]) -> str:
    if len(values) > 1:
        asked.arguments.note("repeated-parameter", values[0], name)
    return values[0] if values else ""


ENDPOINTS = (
    Endpoint(
        "/findings",
        findings,
        "What the checks of translations found",
        "Findings",
        parameters=(*FILTERS, *PAGING),
        errors=(410,),
    ),
)
