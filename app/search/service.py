"""The one use case of the search: a request in, a page of families out. No HTTP."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from app.search.closeness import LOOKED_AT, closest_first, looks_again
from app.search.expand import Expanded, at_page, expand
from app.search.glances import Glance, glances, hits
from app.search.parse import parse
from app.search.request import SearchRequest
from app.search.suggest import suggest
from ingest.index.contract import Answer, Plan, Row
from ingest.model import Notice, Query, ResultPage

__all__ = ["Answered", "answer", "glance", "search", "suggest"]

if TYPE_CHECKING:
    from app.services import Knowledge


@dataclass(frozen=True, slots=True)
class Answered:
    """A request answered: what was understood, and the rows of the page; nothing of them is loaded yet."""

    query: Query
    total: int
    page: int
    rows: tuple[Row, ...]
    facets: Mapping[str, tuple[tuple[str, int], ...]]
    notices: tuple[Notice, ...]
    expanded: Expanded


def answer(knowledge: Knowledge, request: SearchRequest) -> Answered:
    """What answers a request, exactly counted."""
    parsed = parse(request.q)
    expanded = expand(knowledge, parsed, request)
    if request.q.strip() and not _asks(expanded):
        return _nothing(expanded, request)
    found = _searched(knowledge, expanded)
    page, found, expanded = _within(knowledge, request, found, expanded)
    notices = list(expanded.query.notices)
    if page != request.page:
        notices.append(Notice("clamped", str(page), "page"))
    if found.cut:
        notices.append(Notice("query-too-complex"))
    return Answered(expanded.query, found.total, page, found.rows, found.facets, tuple(notices), expanded)


def glance(knowledge: Knowledge, request: SearchRequest) -> tuple[Answered, list[Glance]]:
    """The page of families (or rulings) that answers a request, each at a glance."""
    found = answer(knowledge, request)
    return found, glances(knowledge, request, found.rows, found.expanded)


def search(knowledge: Knowledge, request: SearchRequest) -> ResultPage:
    """The page of families (or rulings) that answers a request, with their rulings."""
    found = answer(knowledge, request)
    shown = hits(knowledge, request, found.rows, found.expanded)
    return ResultPage(found.query, found.total, found.page, request.per_page, shown, found.facets, found.notices)


def _asks(expanded: Expanded) -> bool:
    """Whether the query asks for anything: a word, a phrase, an exclusion, a filter."""
    asked = any(c.groups or c.concepts or c.phrases or c.exclusions for c in expanded.plan.clauses)
    return asked or expanded.plan.scope != Plan().scope


def _nothing(expanded: Expanded, request: SearchRequest) -> Answered:
    """No answer to a query of signs alone: not everything, which would look like an answer."""
    notices = (*expanded.query.notices, Notice("no-words", request.q[:60]))
    return Answered(replace(expanded.query, notices=notices), 0, 1, (), {}, notices, expanded)


def _within(
    knowledge: Knowledge, request: SearchRequest, found: Answer, expanded: Expanded
) -> tuple[int, Answer, Expanded]:
    """The page asked for, or the last there is."""
    last = max(1, -(-found.total // request.per_page))
    if request.page <= last:
        return request.page, found, expanded
    expanded = at_page(expanded, last, request.per_page)
    return last, _searched(knowledge, expanded), expanded


def _searched(knowledge: Knowledge, expanded: Expanded) -> Answer:
    """What the index answers, the first hits looked at again; which texts match is seen by their marks."""
    plan = replace(expanded.plan, texts=False)
    if not looks_again(plan):
        return knowledge.engine.search(plan)
    end = plan.offset + plan.limit
    found = knowledge.engine.search(replace(plan, offset=0, limit=max(end, LOOKED_AT)))
    return replace(found, rows=closest_first(knowledge, found.rows, expanded, plan.offset, end))
