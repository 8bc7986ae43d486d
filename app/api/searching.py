"""Search and suggestions."""

from __future__ import annotations

from dataclasses import replace

from app.api import results, serialise
from app.api.endpoint import Asked, Data, Endpoint
from app.present.explanation import sentence
from app.search import service
from app.search.request import PARAMETERS, QUERY_LENGTH, SearchRequest, read_request
from ingest.model import Query

SUGGESTIONS = 10
SUGGESTIONS_MOST = 20


def search(asked: Asked) -> Data:
    """The statements that answer a query, best first."""
    request = read_request(asked.arguments)
    page, shown = service.glance(asked.knowledge, request)
    return {
        "query": results.query(page.query, _explanation(asked, page.query, request.ui)),
        "total": page.total,
        "page": page.page,
        "per_page": request.per_page,
        "next": _next(request, page, asked.knowledge.snapshot),
        "warnings": [serialise.notice(one, asked.words) for one in page.notices],
        "facets": results.facets(page.facets, asked.knowledge),
        "hits": [results.hit(one, request.text_langs) for one in shown],
    }


def suggest(asked: Asked) -> Data:
    """What a person who has typed this much may mean."""
    q = asked.arguments.one("q", QUERY_LENGTH)
    limit = asked.arguments.number("limit", SUGGESTIONS, 1, SUGGESTIONS_MOST)
    found = service.suggest(asked.knowledge, q, limit)
    return {"q": q, "suggestions": [serialise.suggestion(one) for one in found]}


def _explanation(asked: Asked, query: Query, lang: str) -> str:
    def label(kind: str, id: str) -> tuple[str, str]:
        knowledge = asked.knowledge
        noun = knowledge.store.card(id) if kind == "card" else knowledge.terms.get(id)
        name = noun.names.get(lang) or noun.names.get("en") if noun else None
        return name or id, lang

    return sentence(query, lang, asked.words[lang].plain, label)


def _next(request: SearchRequest, page: service.Answered, snapshot: str) -> str | None:
    if page.page * request.per_page >= page.total:
        return None
    following = replace(request, page=page.page + 1, snapshot=snapshot)
    return serialise.next_url("/search", following.params(), snapshot)


ENDPOINTS = (
    Endpoint(
        "/search",
        search,
        "Search rulings in any of the languages",
        "SearchAnswer",
        parameters=PARAMETERS,
        errors=(400, 410),
        example={"q": "牌面朝下 横置"},
    ),
    Endpoint(
        "/suggest",
        suggest,
        "Complete what is typed to mechanics, cards and terms",
        "Suggestions",
        parameters=("q", "limit"),
        errors=(400, 410),
        example={"q": "manif"},
    ),
)
