"""The answer of a search as JSON: hits with all versions of a statement, facets, what was understood."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import zip_longest
from typing import TYPE_CHECKING, Any

from app.api import serialise
from app.search.glances import Glance
from ingest.model import Card, Query, Reason, Term

if TYPE_CHECKING:
    from app.services import Knowledge

Facets = Mapping[str, tuple[tuple[str, int], ...]]
Json = dict[str, Any]

TEXTS = 20
"""How many versions of a hit are given; `texts_total` says how many there are."""

FACETS = ("mechanics", "cards", "languages", "origins", "years")


def query(given: Query, explanation: str) -> Json:
    """What was asked, as it was understood."""
    return {
        "q": given.raw,
        "language": given.language,
        "concepts": list(given.concepts),
        "explanation": explanation,
    }


def facets(given: Facets, knowledge: Knowledge) -> Json:
    """How many families each value of a facet would leave, with names where there are any."""
    named = {
        "mechanics": [knowledge.terms.get(value) for value, _ in given.get("mechanics", ())],
        "cards": [knowledge.store.card(value) for value, _ in given.get("cards", ())],
    }
    return {
        name: [
            _facet(value, count, noun) for (value, count), noun in zip_longest(given.get(name, ()), named.get(name, ()))
        ]
        for name in FACETS
    }


def hit(given: Glance, langs: Sequence[str]) -> Json:
    """A statement that answers: its versions (in some languages where any are named), those that match first."""
    shown = given.kept.synopsis
    versions, total = given.kept.first(TEXTS, langs)
    return {
        "id": shown.id,
        "family": serialise.family_id(given.family),
        "score": round(given.score, 4),
        "date": shown.date,
        "url": f"/rulings/{shown.id}",
        "cards": shown.cards,
        "cards_total": shown.cards_total,
        "mechanics": shown.mechanics,
        "mechanics_total": shown.mechanics_total,
        "texts": versions,
        "texts_total": total,
        "reasons": [reason(one) for one in given.reasons],
    }


def reason(given: Reason) -> Json:
    """Why a hit answers."""
    return {"kind": given.kind, "detail": given.detail} | ({"asked": given.asked} if given.asked else {})


def _facet(value: str, count: int, noun: Card | Term | None) -> Json:
    return {"value": value, "count": count} | ({"label": serialise.names(noun.names)} if noun else {})
