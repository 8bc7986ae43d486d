"""What narrows a search: names turned into ids, fields and parameters put together."""

from __future__ import annotations

from dataclasses import dataclass, fields
from datetime import date as Date
from typing import TYPE_CHECKING

from ingest.index.contract import Scope
from ingest.model import Filters, Notice

if TYPE_CHECKING:
    from app.services import Knowledge


_NOTHING = Filters()


@dataclass(frozen=True, slots=True)
class Narrowed:
    """The filters as understood, and as the index takes them."""

    filters: Filters
    scope: Scope


def scope_of(knowledge: Knowledge, *given: Filters) -> tuple[Narrowed, list[Notice]]:
    """All given filters as one, cards and mechanics by id; a name nobody has is noted.

    Such a name stays in the filter and matches nothing: it must not widen the answer.
    """
    notices: list[Notice] = []
    if all(one == _NOTHING for one in given):  # as most searches
        return Narrowed(_NOTHING, Scope()), notices
    together = _joined(given)
    resolved = {
        name: tuple(dict.fromkeys(_id(knowledge, kind, value, notices) for value in getattr(together, name)))
        for kind in ("card", "mechanic")
        for name in (f"{kind}s", f"not_{kind}s")
    }
    plain = {item.name: getattr(together, item.name) for item in fields(Filters)}
    filters = Filters(**(plain | resolved))
    return Narrowed(filters, _scope(filters)), notices


def _joined(given: tuple[Filters, ...]) -> Filters:
    lists: dict[str, tuple[str, ...]] = {}
    for item in fields(Filters):
        if item.name not in ("since", "until"):
            values = (value for one in given for value in getattr(one, item.name))
            lists[item.name] = tuple(dict.fromkeys(values))
    since = max((one.since for one in given if one.since), default=None)
    until = min((one.until for one in given if one.until), default=None)
    return Filters(**lists, since=since, until=until)  # type: ignore[arg-type]


def _id(knowledge: Knowledge, kind: str, value: str, notices: list[Notice]) -> str:
    found = _card(knowledge, value) if kind == "card" else _mechanic(knowledge, value)
    if found is None:
        notices.append(Notice(f"unknown-{kind}", value[:60], kind))
    return found or value


def _card(knowledge: Knowledge, value: str) -> str | None:
    if knowledge.store.card(value):
        return value
    named = [card.id for card in knowledge.catalogue.cards.by_name(value)]
    # Other names, such as those that pages give: the cards that rulings stand on know them.
    known = [one.target for one in knowledge.card_names.find_query(value) if one.end - one.start >= len(value.strip())]
    held = [*named, *known]
    return next((id for id in held if knowledge.store.card(id)), held[0] if held else None)


def _mechanic(knowledge: Knowledge, value: str) -> str | None:
    if value in knowledge.terms:
        return value
    found = knowledge.finder.find_query(value)
    whole = [match for match in found if match.end - match.start >= len(value.strip()) * 0.8]
    return whole[0].target if whole else None


def _scope(filters: Filters) -> Scope:
    return Scope(
        langs=filters.langs,
        origins=filters.origins,
        since=_ordinal(filters.since),
        until=_ordinal(filters.until),
        cards=filters.cards,
        mechanics=filters.mechanics,
        checks=filters.checks,
        has=filters.has,
        lacks=filters.lacks,
        not_langs=filters.not_langs,
        not_origins=filters.not_origins,
        not_cards=filters.not_cards,
        not_mechanics=filters.not_mechanics,
        not_checks=filters.not_checks,
    )


def _ordinal(day: Date | None) -> int | None:
    return day.toordinal() if day else None
