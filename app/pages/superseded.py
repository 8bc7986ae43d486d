"""Which rulings of a card a newer one words anew, and which the card has lost."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from weakref import WeakKeyDictionary

from app.pages.shown import ShownDate, shown_date
from app.pages.view import Ask
from app.present.dates import built_on
from ingest.model import Ruling
from ingest.store import Store
from ingest.store.schema import ruling_of
from ingest.store.writer import Former

LOST = 20
"""Withdrawn rulings of one card that are listed, the newest."""


@dataclass(frozen=True, slots=True)
class Newer:
    """The ruling that words a statement of the same card anew: its day and its page."""

    date: ShownDate
    url: str


@dataclass(frozen=True, slots=True)
class Lost:
    """A ruling that no source states any more: its last words, and when they were missed."""

    body: str
    lang: str
    url: str
    noticed: ShownDate


def superseded(ask: Ask, rulings: Sequence[Ruling]) -> dict[str, Newer]:
    """For each of a card's rulings that a newer one of them words anew, that newer one.

    The same words given again on a later day supersede nothing.
    """
    families: dict[str | None, list[Ruling]] = {}
    for ruling in rulings:
        if ruling.date:
            families.setdefault(ask.knowledge.store.family_of(ruling.id), []).append(ruling)
    found: dict[str, Newer] = {}
    for members in families.values():
        newest = max(members, key=_day)
        newer = Newer(shown_date(ask, newest.date), ask.urls.ruling(newest.id))
        found |= {one.id: newer for one in members if _day(one) < _day(newest) and _reworded(one, newest)}
    return found


def lost(ask: Ask, card: str) -> list[Lost]:
    """The texts that a card had and that no source states any more, the last lost first."""
    store = ask.knowledge.store
    if store not in _LOST:
        _LOST[store] = _by_card(store)
    return [_lost(ask, former) for former in _LOST[store].get(card, ())[:LOST]]


_LOST: WeakKeyDictionary[Store, dict[str, list[Former]]] = WeakKeyDictionary()


def _by_card(store: Store) -> dict[str, list[Former]]:
    """The withdrawn texts of each card, the last lost first; made once, for the record has no table of it."""
    found: dict[str, list[Former]] = {}
    gone = (former for former in store.all_former() if former.successor is None)
    for former in sorted(gone, key=lambda former: former.since, reverse=True):
        for card in {link.target for link in ruling_of(former.data).links if link.role == "subject"}:
            found.setdefault(card, []).append(former)
    return found


def _lost(ask: Ask, former: Former) -> Lost:
    text = next(text for text in ruling_of(former.data).texts if text.id == former.id)
    return Lost(text.body, text.lang, ask.urls.ruling(former.id), shown_date(ask, built_on(former.since)))


def _day(ruling: Ruling) -> int:
    return ruling.date.toordinal() if ruling.date else 0


def _reworded(old: Ruling, new: Ruling) -> bool:
    """Whether two rulings have a language in common and other words in it."""
    words = {text.lang: text.body for text in new.texts}
    return any(words.get(text.lang, text.body) != text.body for text in old.texts)
