"""The answer of a search as JSON: hits with all versions of a statement, facets, what was understood."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from itertools import repeat
from typing import TYPE_CHECKING, Any

from msgspec import Raw
from msgspec.json import Encoder

from app.api import serialise
from app.search.glances import Glance
from ingest.model import Query, Reason

if TYPE_CHECKING:
    from app.services import Knowledge

Facets = Mapping[str, tuple[tuple[str, int], ...]]
Json = dict[str, Any]

TEXTS = 20
"""How many versions of a hit are given; `texts_total` says how many there are."""


FACETS = ("mechanics", "cards", "languages", "origins", "years")


_ENCODER = Encoder()


def query(given: Query, explanation: str) -> Json:
    """What was asked, as it was understood."""
    return {
        "q": given.raw,
        "language": given.language,
        "concepts": list(given.concepts),
        "explanation": explanation,
    }


def facets(given: Facets, knowledge: Knowledge) -> dict[str, Raw]:
    """How many families each value of a facet would leave, with names where there are any."""
    labels = {"mechanics": knowledge.labels.mechanics, "cards": knowledge.labels.cards}
    return {name: _facet(given.get(name, ()), labels.get(name)) for name in FACETS}


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
        "partial": given.partial,
        "missing": [reason(one) for one in given.missing],
    }


def reason(given: Reason) -> Json:
    """Why a hit answers."""
    told = {"kind": given.kind, "detail": given.detail}
    return {**told, "asked": given.asked} if given.asked else told


def _facet(given: Sequence[tuple[str, int]], labels: Callable[[Sequence[str]], Sequence[bytes]] | None) -> Raw:
    """The values of a facet as JSON, written as it is: there are hundreds on a page, and their names are kept so."""
    named = labels([value for value, _ in given]) if labels else repeat(b"")
    values = [
        b'{"value":%s,"count":%d%s}' % (_quoted(value), count, label and b',"label":' + label)
        for (value, count), label in zip(given, named, strict=False)
    ]
    return Raw(b"[" + b",".join(values) + b"]")


@lru_cache(maxsize=1 << 14)
def _quoted(value: str) -> bytes:
    return _ENCODER.encode(value)
