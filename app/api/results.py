"""The answer of a search as JSON: hits with all versions of a statement, facets, what was understood."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date as Date
from typing import TYPE_CHECKING, Any

from app.api import serialise
from app.search.request import SearchRequest
from ingest.model import LANGUAGES, Hit, Query, Reason, ResultPage, Ruling, SourceRef, Span, Text

if TYPE_CHECKING:
    from app.services import Knowledge

Json = dict[str, Any]

TEXTS = 20
"""How many versions of a hit are given; `texts_total` says how many there are."""

FACETS = ("mechanics", "cards", "languages", "origins", "years")


@dataclass(frozen=True, slots=True)
class Version:
    """A text of a hit where it stands: its ruling, how that relates, what matched."""

    text: Text
    ruling: Ruling
    relation: str
    marks: tuple[Span, ...]
    sources: tuple[SourceRef, ...]


def query(given: Query, explanation: str) -> Json:
    """What was asked, as it was understood."""
    return {
        "q": given.raw,
        "language": given.language,
        "concepts": list(given.concepts),
        "explanation": explanation,
    }


def facets(page: ResultPage, knowledge: Knowledge) -> Json:
    """How many families each value of a facet would leave, with names where there are any."""
    return {
        name: [_facet(name, value, count, knowledge) for value, count in page.facets.get(name, ())] for name in FACETS
    }


def hit(given: Hit, request: SearchRequest, knowledge: Knowledge) -> Json:
    """A statement that answers: its versions, those that match first, and why it does."""
    shown = [one for one in versions(given, knowledge) if _is_wanted(one, request.text_langs)]
    return {
        "id": given.id,
        "family": serialise.family_id(given.family),
        "score": round(float(given.score), 4),
        "date": _newest(given.rulings),
        "url": f"/rulings/{given.id}",
        **serialise.links((link for one in given.rulings for link in one.links), knowledge),
        "texts": [_text(version) for version in shown[:TEXTS]],
        "texts_total": len(shown),
        "reasons": [reason(one) for one in given.reasons],
    }


def reason(given: Reason) -> Json:
    """Why a hit answers."""
    return {"kind": given.kind, "detail": given.detail}


def versions(given: Hit, knowledge: Knowledge) -> list[Version]:
    """The texts of a hit, one per language and body, those that match first, the newest of equals."""
    relations = relations_to(given, knowledge)
    every = [
        Version(text, one, relations[one.id], tuple(given.marks.get(text.id, ())), text.sources)
        for one in given.rulings
        for text in one.texts
    ]
    distinct: dict[tuple[str, str], Version] = {}
    for version in sorted(every, key=_order):
        key = (version.text.lang, version.text.body)
        distinct[key] = _joined(distinct[key], version) if key in distinct else version
    return list(distinct.values())


def relations_to(given: Hit, knowledge: Knowledge) -> dict[str, str]:
    """How each ruling of a hit relates to the one it goes by: `same` or `reworded`."""
    members = {one.id for one in given.rulings}
    reached, front = {given.id}, [given.id]
    while front and len(reached) < len(members):
        known = (one for id_ in front for one in knowledge.store.relations(id_))
        same = {one.b for one in known if one.kind == "same"}
        front = [id_ for id_ in members & same if id_ not in reached]
        reached.update(front)
    return {id_: "same" if id_ in reached else "reworded" for id_ in members}


def _text(version: Version) -> Json:
    date = serialise.day(version.ruling)
    return serialise.text(version.text, date, version.relation, version.marks, version.sources)


def _order(version: Version) -> tuple[bool, bool, int, int, str]:
    lang = version.text.lang
    place = LANGUAGES.index(lang) if lang in LANGUAGES else len(LANGUAGES)
    newest_first = -(version.ruling.date or Date.min).toordinal()
    return (not version.marks, version.relation != "same", newest_first, place, version.text.id)


def _joined(kept: Version, other: Version) -> Version:
    sources = tuple(dict.fromkeys((*kept.sources, *other.sources)))
    return Version(kept.text, kept.ruling, kept.relation, kept.marks, sources)


def _is_wanted(version: Version, langs: Sequence[str]) -> bool:
    return not langs or version.text.lang in langs


def _newest(rulings: Iterable[Ruling]) -> str | None:
    dates = [one.date for one in rulings if one.date]
    return max(dates).isoformat() if dates else None


def _facet(name: str, value: str, count: int, knowledge: Knowledge) -> Json:
    label = _label(name, value, knowledge)
    return {"value": value, "count": int(count)} | ({"label": label} if label else {})


def _label(name: str, value: str, knowledge: Knowledge) -> Mapping[str, str | None] | None:
    if name == "mechanics":
        noun = knowledge.terms.get(value)
    elif name == "cards":
        noun = knowledge.store.card(value)
    else:
        return None
    return serialise.names(noun.names) if noun else None
