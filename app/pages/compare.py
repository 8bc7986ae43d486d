"""Rulings in language columns, for those who compare versions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from app.pages.asking import Params, found, without
from app.pages.facets import Value, active
from app.pages.lists import Listing, listing
from app.pages.passages import Row, page_rows
from app.pages.search import warnings
from app.pages.taking import Taking, taking
from app.pages.view import Answer, Ask
from app.present.pager import Pager
from app.present.urls import api
from app.search.findings import known_checks
from app.search.request import PER_PAGE
from ingest.languages import canonical
from ingest.model import LANGUAGES, ORIGINS

ASKED = ("has", "lacks", "check")
"""What the page's own form asks beside a search's parameters; a query says it as `has:es -has:zh check:…`."""

TYPED = ("card", "mechanic", "since", "until")


@dataclass(frozen=True, slots=True)
class Choice:
    """One choice of a filter: its value, how it reads, whether it is made."""

    value: str
    name: str
    chosen: bool


@dataclass(frozen=True, slots=True)
class ComparePage:
    """The context of `compare.html`; `unit` says what its rows are and its total counts."""

    q: str
    kept: Sequence[tuple[str, str]]
    typed: Mapping[str, str]
    choices: Mapping[str, Sequence[Choice]]
    languages: Sequence[str]
    rows: Sequence[Row]
    total: int
    unit: str
    warnings: Sequence[str]
    active: Sequence[Value]
    modes: Sequence[Value]
    machine_url: str
    taking: Taking
    list: Listing


def compare(ask: Ask) -> Answer:
    """What a query and filters leave, a row for each statement or each ruling, a column for each language."""
    given = ask.args.to_dict(flat=False)
    own = _own(given)
    q = next((one for one in given.get("q", ()) if one.strip()), "")
    answer = found(ask, {**without(given, *ASKED), "q": [_composed(own, q)]})
    request = answer.request
    columns = _columns(request.text_langs)
    length = {"per_page": (str(request.per_page),)} if request.per_page != PER_PAGE else {}
    params: Params = {**without(answer.params, "q"), **({"q": (q,)} if q else {}), **own, **length}
    page = ComparePage(
        q=q,
        kept=[(name, one) for name in ("collapse", "sort", "lang", "per_page") for one in params.get(name, ())],
        typed={name: ", ".join(params.get(name, ())) for name in TYPED},
        choices=_choices(ask, params, columns),
        languages=columns,
        rows=page_rows(ask, [hit for hit in answer.page.hits if hit.rulings], columns, request.filters.origins),
        total=answer.page.total,
        unit=request.collapse,
        warnings=warnings(ask, answer),
        active=[*active(ask, params, "/compare"), *_chips(ask, params, own)],
        modes=_modes(ask, params, request.collapse),
        machine_url=ask.urls.at("/compare", {"q": "origin:machine"}),
        taking=taking(ask, {**answer.params, "languages": tuple(columns)}, answer.page.total),
        list=listing(ask, "/compare", Pager(answer.page.page, answer.page.total, answer.page.per_page), params),
    )
    return Answer("compare.html", page, ask.words.plain("compare.title"), api("/search", request.params()))


def _columns(chosen: Sequence[str]) -> list[str]:
    """The languages to compare, at least two, in the order of the product; one alone stands beside its source.

    >>> _columns(["zh-Hans"]), _columns(["es", "zh-Hans"]), _columns([])
    (['en', 'zh-Hans'], ['es', 'zh-Hans'], ['en', 'es', 'zh-Hans'])
    """
    wanted = [lang for lang in LANGUAGES if lang in chosen]
    beside = [lang for lang in LANGUAGES if lang in (*wanted, LANGUAGES[0])]
    return wanted if len(wanted) > 1 else beside if len(beside) > 1 else list(LANGUAGES)


def _own(given: Mapping[str, Sequence[str]]) -> dict[str, tuple[str, ...]]:
    """The form's own filters, those that mean something."""
    known = known_checks()
    tags = {name: [canonical(one) for one in given.get(name, ())] for name in ("has", "lacks")}
    found = {name: tuple(dict.fromkeys(tag for tag in some if tag in LANGUAGES)) for name, some in tags.items()}
    found["check"] = tuple(one for one in dict.fromkeys(given.get("check", ())) if one in known)
    return {name: values for name, values in found.items() if values}


def _composed(own: Mapping[str, Sequence[str]], q: str) -> str:
    """The query that says what the form says.

    >>> _composed({"has": ("es",), "lacks": ("zh-Hans",)}, "ward")
    'has:es -has:zh-Hans ward'
    """
    fields = {"has": "has:", "lacks": "-has:", "check": "check:"}
    said = [prefix + value for name, prefix in fields.items() for value in own.get(name, ())]
    return " ".join([*said, q]).strip()


def _choices(ask: Ask, params: Params, columns: Sequence[str]) -> dict[str, list[Choice]]:
    words = ask.words.plain
    tongues = {lang: words(f"language.{lang}") for lang in LANGUAGES}
    offered = {
        "text_lang": (tongues, columns),
        "has": (tongues, params.get("has", ())),
        "lacks": (tongues, params.get("lacks", ())),
        "origin": ({one: words(f"origin.{one}") for one in ORIGINS}, params.get("origin", ())),
        "check": ({one: words(f"check.{one}.name") for one in known_checks()}, params.get("check", ())),
    }
    return {
        name: [Choice(value, said, value in chosen) for value, said in values.items()]
        for name, (values, chosen) in offered.items()
    }


def _chips(ask: Ask, params: Params, own: Mapping[str, Sequence[str]]) -> list[Value]:
    """The form's own filters in force, each linked to the same page without it."""
    made = []
    for name, values in own.items():
        for value in values:
            key = f"check.{value}.name" if name == "check" else f"language.{value}"
            rest = {**without(params, name), name: tuple(one for one in values if one != value)}
            said = ask.words.plain(f"compare.{name}.chip", what=ask.words.plain(key))
            made.append(Value(said, None, None, ask.urls.at("/compare", rest), True))
    return made


def _modes(ask: Ask, params: Params, chosen: str) -> list[Value]:
    """What a row can be: each statement once, or every ruling."""
    rest = without(params, "collapse")
    asked = {"family": rest, "none": {**rest, "collapse": "none"}}
    return [
        Value(ask.words.plain(f"compare.rows.{mode}"), None, None, ask.urls.at("/compare", given), mode == chosen)
        for mode, given in asked.items()
    ]
