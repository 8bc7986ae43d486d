"""The search: its form, what answers, and why."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from app.pages.asking import Found, Params, found, search_twin, without
from app.pages.facets import Facet, Value, active, facets, named
from app.pages.hits import ShownHit, shown_hit
from app.pages.view import Answer, Ask
from app.present.explanation import Part, parts
from app.present.pager import Pager
from app.search.request import PER_PAGE, SORTS
from ingest.model import Notice

LATEST = 10
"""Rulings on the front page, newest first."""


@dataclass(frozen=True, slots=True)
class SearchPage:
    """The context of `search.html`."""

    q: str
    lang: str
    asked: bool
    kept: Sequence[tuple[str, str]]
    total: int
    hits: Sequence[ShownHit]
    understood: Sequence[Part]
    warnings: Sequence[str]
    facets: Sequence[Facet]
    active: Sequence[Value]
    sorts: Sequence[Value]
    pager: Pager
    page_urls: Mapping[int, str]
    clear_url: str


def home(ask: Ask) -> Answer:
    """The front page: the form, and the newest rulings."""
    if any(ask.args.values()):
        return search(ask)
    return _answer(ask, {"per_page": [str(LATEST)]}, ask.words.plain("site.name"))


def search(ask: Ask) -> Answer:
    """What answers the query; with an empty one, all that the filters leave."""
    q = " ".join(ask.args.get("q", "").split()) or ask.words.plain("search.all")
    return _answer(ask, ask.args.to_dict(flat=False), ask.words.plain("search.title", q=q))


def _answer(ask: Ask, given: Mapping[str, list[str]], title: str) -> Answer:
    answer = found(ask, given)
    result, params = answer.page, answer.params
    pager = Pager(result.page, result.total, result.per_page)
    page = SearchPage(
        q=answer.request.q,
        lang=result.query.language,
        asked=bool(params),
        kept=[(name, one) for name, held in without(params, "q").items() for one in held],
        total=result.total,
        hits=[shown_hit(ask, hit, result.query) for hit in result.hits],
        understood=parts(result.query, ask.words.lang, ask.words.plain, partial(named, ask)),
        warnings=warnings(ask, answer),
        facets=facets(ask, result.facets, params),
        active=active(ask, params),
        sorts=_sorts(ask, params, answer.request.sort),
        pager=pager,
        page_urls=_page_urls(ask, pager, answer),
        clear_url=ask.urls.search({"q": answer.request.q}),
    )
    twin = search_twin(answer.request)
    return Answer("search.html", page, title, twin, ask.words.plain("site.description"))


def warnings(ask: Ask, answer: Found) -> list[str]:
    """What was not taken as given, said once each."""
    every = (*answer.notices, *answer.page.query.notices, *answer.page.notices)
    return [notice(ask, one) for one in dict.fromkeys(every)]


def notice(ask: Ask, one: Notice) -> str:
    """A notice in the interface's language."""
    return ask.words.plain(f"warning.{one.code}", detail=one.detail, param=one.param)


def _sorts(ask: Ask, params: Params, chosen: str) -> list[Value]:
    rest = without(params, "sort")
    return [
        Value(
            ask.words.plain(f"sort.{key}"),
            None,
            None,
            ask.urls.search({**rest, "sort": (key,)} if key != SORTS[0] else rest),
            key == chosen,
        )
        for key in SORTS
    ]


def _page_urls(ask: Ask, pager: Pager, answer: Found) -> dict[int, str]:
    """Links to other pages, pinned to this snapshot so that pages never mix two builds."""
    length = answer.request.per_page
    lasting = {**answer.params, "per_page": str(length) if length != PER_PAGE else ""}
    wanted = {number for number in (*pager.shown, pager.previous, pager.next) if number}
    return {
        number: ask.urls.search({**lasting, "page": number, "snapshot": ask.knowledge.snapshot if number > 1 else ""})
        for number in wanted
    }
