"""What there is in each language and who it is by: a matrix whose every number leads to what it counts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from app.pages.lists import Listing, listing
from app.pages.shown import best_name
from app.pages.view import Answer, Ask
from app.present.pager import clamped
from app.present.urls import api
from app.search.coverage import KINDS, ORDERS, STATES, UNITS, coverage, names_of_line
from app.search.coverage import Line as Counted
from ingest.model import LANGUAGES

LENGTH = 50
WIDTH, BAR, GAP, LEFT = 700, 26, 12, 90
"""The chart's measures, in its own units."""


@dataclass(frozen=True, slots=True)
class Cell:
    """A number and the list behind it."""

    state: str
    count: int
    url: str


@dataclass(frozen=True, slots=True)
class Line:
    """A mechanic, card or year: its name, its total and its cells by language."""

    name: str
    lang: str | None
    url: str
    total: int
    cells: Mapping[str, Sequence[Cell]]


@dataclass(frozen=True, slots=True)
class Part:
    """A stretch of a bar."""

    state: str
    count: int
    x: float
    width: float


@dataclass(frozen=True, slots=True)
class Bar:
    """A language's bar: where it stands and its parts."""

    lang: str
    y: int
    parts: Sequence[Part]


@dataclass(frozen=True, slots=True)
class Choice:
    """One choice of what is shown: its name, its address, whether it is made."""

    name: str
    url: str
    chosen: bool


@dataclass(frozen=True, slots=True)
class CoveragePage:
    """The context of `coverage.html`; `columns` are the states that are met at all in each language."""

    choices: Mapping[str, Sequence[Choice]]
    states: Sequence[str]
    columns: Mapping[str, Sequence[str]]
    every: Line
    lines: Sequence[Line]
    total: int
    bars: Sequence[Bar]
    height: int
    list: Listing


def coverage_page(ask: Ask) -> Answer:
    """The coverage by mechanic, card or year, in statements or rulings."""
    asked = {
        name: (given if (given := ask.args.get(name, "")) in options else options[0])
        for name, options in (("by", tuple(KINDS)), ("collapse", UNITS), ("sort", ORDERS))
    }
    asked |= {"collapse": "none"} if asked["by"] == "year" else {}
    found = coverage(ask.knowledge, asked["by"], asked["collapse"], asked["sort"])
    pager = clamped(ask.args.get("page"), len(found.lines), LENGTH)
    shown = [_line(ask, one, asked) for one in found.lines[pager.offset : pager.offset + LENGTH]]
    page = CoveragePage(
        choices=_choices(ask, asked),
        states=STATES,
        columns={lang: [one for one in STATES if found.every.counts.get((lang, one))] for lang in LANGUAGES},
        every=_line(ask, found.every, asked),
        lines=shown,
        total=len(found.lines),
        bars=_bars(found.every),
        height=len(LANGUAGES) * (BAR + GAP),
        list=listing(ask, "/coverage", pager, asked),
    )
    twin = api("/coverage", {**asked, "page": pager.page, "per_page": LENGTH})
    return Answer("coverage.html", page, ask.words.plain("coverage.title"), twin)


def _line(ask: Ask, line: Counted, asked: Mapping[str, str]) -> Line:
    narrowed = _narrowed(asked["by"], line.id) | ({"collapse": "none"} if asked["collapse"] == "none" else {})
    name, lang = best_name(names_of_line(ask.knowledge, asked["by"], line.id), ask.words.lang)
    cells = {
        one: [Cell(state, line.counts.get((one, state), 0), _list(ask, narrowed, one, state)) for state in STATES]
        for one in LANGUAGES
    }
    url = ask.urls.at("/compare", narrowed)
    return Line(name or line.id, lang if name else None, url, line.total, cells)


def _narrowed(by: str, id: str) -> dict[str, str]:
    if not id:
        return {}
    return {"since": f"{id}-01-01", "until": f"{id}-12-31"} if by == "year" else {by: id}


def _list(ask: Ask, narrowed: Mapping[str, str], lang: str, state: str) -> str:
    more = {"lacks": lang} if state == STATES[-1] else {"lang": lang, "origin": state}
    return ask.urls.at("/compare", {**narrowed, **more})


def _choices(ask: Ask, asked: Mapping[str, str]) -> dict[str, list[Choice]]:
    words = ask.words.plain
    missing = {lang: words("coverage.sort.missing", language=words(f"language.{lang}")) for lang in LANGUAGES}
    offered = {
        "by": {kind: words(f"coverage.by.{kind}") for kind in KINDS},
        "collapse": {unit: words(f"compare.rows.{unit}") for unit in UNITS if asked["by"] != "year" or unit == "none"},
        "sort": {"most": words("coverage.sort.most"), **missing},
    }
    return {
        name: [
            Choice(said, ask.urls.at("/coverage", {**asked, name: value}), value == asked[name])
            for value, said in values.items()
        ]
        for name, values in offered.items()
    }


def _bars(every: Counted) -> list[Bar]:
    """A bar for each language, its parts as long as their share of all that is counted there."""
    bars = []
    for number, lang in enumerate(LANGUAGES):
        counts = [(state, every.counts.get((lang, state), 0)) for state in STATES]
        whole = max(sum(count for _, count in counts), 1)
        x, parts = float(LEFT), []
        for state, count in counts:
            width = round((WIDTH - LEFT) * count / whole, 2)
            parts.append(Part(state, count, round(x, 2), width))
            x += width
        bars.append(Bar(lang, number * (BAR + GAP), [part for part in parts if part.count]))
    return bars
