"""The one place where pages put a question to the search."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from app.pages.view import Ask
from app.present.urls import api
from app.search import service
from app.search.request import PARAMETERS, SearchRequest, parse_request
from ingest.model import Notice, ResultPage

FILTERS = ("lang", "card", "mechanic", "origin", "since", "until")
"""The parameters that narrow a search, as they stand in URLs."""

_PAGING = ("page", "per_page", "snapshot", "ui")

Params = Mapping[str, "tuple[str, ...]"]
"""What is asked, less the paging: every parameter with its values."""


@dataclass(frozen=True, slots=True)
class Found:
    """What was asked, as understood, and what answers it."""

    request: SearchRequest
    params: Params
    page: ResultPage
    notices: tuple[Notice, ...]


def found(ask: Ask, given: Mapping[str, list[str]], also: tuple[str, ...] = ()) -> Found:
    """What answers these parameters, with notices for those that say nothing."""
    request, notices = parse_request({**given, "ui": [ask.words.lang]}, also)
    page = service.search(ask.knowledge, request)
    return Found(request, lasting(request), page, notices)


def lasting(request: SearchRequest) -> Params:
    """The parameters that go on from one page of an answer to the next, and into its links."""
    every = {name: _listed(value) for name, value in request.params().items()}
    return {name: values for name, values in every.items() if name not in _PAGING}


def without(params: Params, *names: str) -> Params:
    """The parameters less some of them.

    >>> without({"lang": ("en",), "q": ("x",)}, "lang")
    {'q': ('x',)}
    """
    return {name: values for name, values in params.items() if name not in names}


def turned(params: Params, name: str, value: str) -> Params:
    """The parameters with one value of one of them put in, or taken out where it is in.

    >>> turned({"lang": ("en",)}, "lang", "es"), turned({"lang": ("en",)}, "lang", "en")
    ({'lang': ('en', 'es')}, {})
    """
    held = params.get(name, ())
    kept = tuple(one for one in held if one != value) if value in held else (*held, value)
    return {**without(params, name), **({name: kept} if kept else {})}


def search_twin(request: SearchRequest) -> str:
    """The JSON twin of a page of results."""
    params = request.params()
    return api("/search", {name: params[name] for name in PARAMETERS if name in params})


def _listed(value: str | int | tuple[str, ...]) -> tuple[str, ...]:
    return value if isinstance(value, tuple) else (str(value),)
