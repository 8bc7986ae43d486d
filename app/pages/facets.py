"""Facets and active filters as links that can be shared."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date as Date

from app.pages.asking import FILTERS, Params, turned, without
from app.pages.shown import best_name
from app.pages.view import Ask
from app.present.dates import long_date

PARAMETERS = {
    "mechanics": "mechanic",
    "cards": "card",
    "languages": "lang",
    "origins": "origin",
    "years": "since",
}
"""Which parameter a facet's value goes into, in the order facets are shown."""

OFFERED = 12
"""Values of a facet that are offered; those in force always are."""


@dataclass(frozen=True, slots=True)
class Value:
    """One value of a facet: its name and that name's language, its count, its link."""

    name: str
    lang: str | None
    count: int | None
    url: str
    active: bool


@dataclass(frozen=True, slots=True)
class Facet:
    """A facet with the values worth offering."""

    key: str
    values: Sequence[Value]


def facets(ask: Ask, counts: Mapping[str, Sequence[tuple[str, int]]], params: Params) -> list[Facet]:
    """The facets of a result, those with values only."""
    every = (Facet(key, _values(ask, key, counts.get(key, ()), params)) for key in PARAMETERS)
    return [facet for facet in every if facet.values]


def active(ask: Ask, params: Params, path: str = "/search") -> list[Value]:
    """The filters in force, each linked to the same page without it."""
    return [
        Value(*label(ask, name, value), None, ask.urls.at(path, turned(params, name, value)), True)
        for name in FILTERS
        for value in params.get(name, ())
    ]


def label(ask: Ask, parameter: str, value: str) -> tuple[str, str | None]:
    """How a filter's value reads, and the language of that reading where it isn't the page's."""
    words = ask.words
    if parameter in ("card", "mechanic"):
        return named(ask, parameter, value)
    if parameter in ("lang", "origin"):
        key = f"{'language' if parameter == 'lang' else 'origin'}.{value}"
        return (words.plain(key) if words.has(key) else value), None
    day = long_date(Date.fromisoformat(value), words.lang)
    return words.plain(f"filter.{parameter}", what=day), None


def named(ask: Ask, kind: str, identity: str) -> tuple[str, str | None]:
    """The name of a card or mechanic and its language, else its id as it stands."""
    store = ask.knowledge.store
    thing = store.card(identity) if kind == "card" else ask.knowledge.terms.get(identity)
    if thing is None:
        return identity, None
    name, lang = best_name(thing.names, ask.words.lang)
    return name or identity, lang


def _values(ask: Ask, key: str, counts: Sequence[tuple[str, int]], params: Params) -> list[Value]:
    if key == "years":
        return [_year(ask, value, count, params) for value, count in counts][:OFFERED]
    name = PARAMETERS[key]
    held = params.get(name, ())
    offered = [pair for n, pair in enumerate(counts) if n < OFFERED or pair[0] in held]
    return [
        Value(
            *label(ask, name, value),
            count,
            ask.urls.search(turned(params, name, value)),
            value in held,
        )
        for value, count in offered
    ]


def _year(ask: Ask, year: str, count: int, params: Params) -> Value:
    span = {"since": (f"{year}-01-01",), "until": (f"{year}-12-31",)}
    chosen = all(params.get(name) == value for name, value in span.items())
    rest = without(params, *span)
    return Value(year, None, count, ask.urls.search(rest if chosen else {**rest, **span}), chosen)
