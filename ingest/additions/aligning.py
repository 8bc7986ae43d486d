"""Translations and the English of their card and day, where rulings came."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date as Date

from ingest.additions.before import Before
from ingest.linking.alignment import OF_ENGLISH, align
from ingest.linking.profile import Profile
from ingest.model import Relation, Ruling

Day = tuple[str, Date]
"""A card and a day."""


@dataclass(frozen=True, slots=True)
class Aligned:
    """How rulings without English are aligned now, as far as that is another way than before.

    `settled` are those of before among the two of each, `alone` those of before that have no English any more.
    """

    relations: list[Relation]
    settled: frozenset[str]
    alone: frozenset[str]


def aligned_with(new: Sequence[Ruling], before: Before, profiles: Mapping[str, Profile]) -> Aligned:
    """How those are aligned that are new, and those that stand on a card and day of a new one, or of one gone."""
    near = _on(_days([*new, *map(before.ruling, before.gone)]), before)
    waiting = {one.id: one for one in (*new, *near.values()) if not one.text_in("en")}
    beside = near | _on(_days(waiting.values()), before)
    own = {ruling.id for ruling in new}
    every = align([*new, *beside.values()], profiles)
    found = {id: one for one in every for id in (one.a, one.b) if id in waiting}
    held = {id: one for id in waiting if id not in own and (one := _held(id, before))}
    relations = [one for id, one in found.items() if id in own or not _is_of(held.get(id), one, before)]
    settled = {id for one in relations for id in (one.a, one.b)} - own
    return Aligned(relations, frozenset(settled), frozenset(held.keys() - found.keys()))


def _is_of(held: Relation | None, one: Relation, before: Before) -> bool:
    """Whether a ruling of before has the English that it had."""
    return held is not None and held.b not in before.gone and {held.a, held.b} == {one.a, one.b}


def _held(id: str, before: Before) -> Relation | None:
    """How a ruling of before was aligned."""
    return next((one for one in before.store.relations(id) if one.reason.startswith(OF_ENGLISH)), None)


def _days(rulings: Iterable[Ruling]) -> set[Day]:
    return {
        (link.target, ruling.date)
        for ruling in rulings
        for link in ruling.links
        if ruling.date and link.kind == "card" and link.role == "subject"
    }


def _on(days: Iterable[Day], before: Before) -> dict[str, Ruling]:
    """The rulings of before that stand on these cards on these days."""
    return {one.id: one for card, day in sorted(days) for one in before.on_card(card) if one.date == day}
