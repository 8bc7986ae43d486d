"""The search: its form, what answers, and why."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from app.pages.asking import Found, Params, found, search_twin, without
from app.pages.facets import Facet, Value, active, facets, named
from app.pages.hits import ShownHit, said_forms, shown_hit
from app.pages.view import Answer, Ask
from app.present.explanation import Part, parts
from app.present.pager import Pager
from app.search.request import PER_PAGE, SORTS
from app.search.telling import is_small
from ingest.languages.scripts import is_han
from ingest.model import Notice, Query

ALONE = ("names", "concepts", "words", "phrases")
"""The parts of a query that can be asked for alone."""
WORDS = 6

PUNCTUATION = "¿?¡!.,;:…\"'()«»“”‘’，。？！；：、"
"""What may stand around a word of a question and is no part of it."""

LATEST = 10
"""Rulings on the front page, newest first."""


@dataclass(frozen=True, slots=True)
class Meant:
    """What was searched for instead of words that nothing holds; `literal_url` insists on those."""

    typed: str
    meant: str
    literal_url: str


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
    meant: Meant | None
    narrower: Sequence[Value]
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
    understood = parts(result.query, ask.words.lang, ask.words.plain, partial(named, ask))
    searched = _as_searched(ask, understood, result.query)
    page = SearchPage(
        q=answer.request.q,
        lang=result.query.language,
        asked=bool(params),
        kept=[(name, one) for name, held in without(params, "q").items() for one in held],
        total=result.total,
        hits=[shown_hit(ask, hit, result.query) for hit in result.hits],
        understood=searched,
        meant=_meant(ask, result.query),
        narrower=[] if result.total else _narrower(ask, searched),
        warnings=warnings(ask, answer, but="corrected"),
        facets=facets(ask, result.facets, params),
        active=active(ask, params),
        sorts=_sorts(ask, params, answer.request.sort),
        pager=pager,
        page_urls=_page_urls(ask, pager, answer),
        clear_url=ask.urls.search({"q": answer.request.q}),
    )
    twin = search_twin(answer.request)
    return Answer("search.html", page, title, twin, ask.words.plain("site.description"))


def warnings(ask: Ask, answer: Found, but: str = "") -> list[str]:
    """What was not taken as given, said once each, `but` for what is said elsewhere."""
    every = (*answer.notices, *answer.page.query.notices, *answer.page.notices)
    return [notice(ask, one) for one in dict.fromkeys(every) if one.code != but]


def notice(ask: Ask, one: Notice) -> str:
    """A notice in the interface's language."""
    return ask.words.plain(f"warning.{one.code}", detail=one.detail, param=one.param)


def _as_searched(ask: Ask, understood: Sequence[Part], query: Query) -> list[Part]:
    """What was understood, without words that were searched for as something else or that a term says already,
    and, where more was asked, without what only holds a sentence together."""
    typed = {word for word, _ in query.corrections}
    forms = sorted(map(str.casefold, said_forms(ask, query)), key=len, reverse=True)
    shown = [_less(part, typed, forms) if part.key == "words" else part for part in understood]
    shown = [part for part in shown if part.values and part.key != "corrections"]
    told = [part for part in map(_telling, shown) if part.values]
    return told or shown


def _less(part: Part, typed: Collection[str], forms: Sequence[str]) -> Part:
    """The words of a query less those that are said elsewhere."""
    left = [(" ".join(_left(value, typed, forms)), lang) for value, lang in part.values]
    return Part(part.key, tuple((value, lang) for value, lang in left if value))


def _left(words: str, typed: Collection[str], forms: Sequence[str]) -> list[str]:
    """The words that neither a correction nor a term says; Chinese is one run, and terms are cut out of it."""
    for form in filter(is_han, (*typed, *forms)):
        words = words.replace(form, " ")
    bare = [one.strip(PUNCTUATION) for one in words.split()]
    return [one for one in bare if one and one not in typed and not _within(one, forms)]


def _telling(part: Part) -> Part:
    """The part without words and terms such as *si* and *una*."""
    if part.key == "concepts":
        return Part(part.key, tuple(one for one in part.values if not is_small(one[0])))
    if part.key != "words":
        return part
    told = [(" ".join(one for one in value.split() if not is_small(one)), lang) for value, lang in part.values]
    return Part(part.key, tuple((value, lang) for value, lang in told if value))


def _within(word: str, forms: Sequence[str]) -> bool:
    """Whether one of these forms holds the word: whole in Latin script, anywhere in Chinese, which has no spaces."""
    folded = word.casefold()
    return any(folded in (form if is_han(folded[:1]) else form.split()) for form in forms)


def _meant(ask: Ask, query: Query) -> Meant | None:
    """The corrections of a query, and the same query that insists on what was typed."""
    if not query.corrections:
        return None
    literal = query.raw
    for typed, _ in query.corrections:
        literal = literal.replace(typed, f'"{typed}"')
    said = [ask.words.plain("list.comma").join(words) for words in zip(*query.corrections, strict=True)]
    return Meant(*said, ask.urls.search({"q": literal}))


def _narrower(ask: Ask, understood: Sequence[Part]) -> list[Value]:
    """Where several things were asked for at once, each of them that finds something alone."""
    asked = [value for part in understood if part.key in ALONE for value in part.values]
    each = [(word, lang) for value, lang in asked for word in ([value] if lang is None else value.split()[:WORDS])]
    counted = [(name, lang, found(ask, {"q": [name]}).page.total) for name, lang in dict.fromkeys(each)][:WORDS]
    found_alone = [one for one in counted if one[2] and len(counted) > 1]
    return [Value(name, lang, total, ask.urls.search({"q": name}), False) for name, lang, total in found_alone]


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
