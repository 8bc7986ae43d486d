"""Where else a statement is worded: the other rulings of a family and the languages they have."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from app.pages.shown import Named, ShownDate, ShownRuling, ShownText, shown_ruling
from app.pages.view import Ask
from app.present.urls import anchored
from ingest.model import ORIGINS, Ruling

READ = 60
"""Rulings of one family that are looked through; the rest say the same again."""

_TRUST = {origin: place for place, origin in enumerate(("official", "unstated", "community", "machine"))}


@dataclass(frozen=True, slots=True)
class Place:
    """Where a text stands: its ruling's cards and date, and the link to its very words."""

    cards: Sequence[Named]
    date: ShownDate
    url: str


@dataclass(frozen=True, slots=True)
class Elsewhere:
    """A version in a language that a ruling lacks, in another ruling of its family."""

    text: ShownText
    place: Place


def place_of(ruling: ShownRuling, text: ShownText) -> Place:
    """Where a text of a ruling stands."""
    return Place(ruling.cards, ruling.date, anchored(ruling.url, text.id))


def elsewhere(ask: Ask, ruling: Ruling, langs: Collection[str]) -> dict[str, Elsewhere]:
    """For each of these languages in which the ruling's family is worded, its best version there."""
    found: dict[str, Elsewhere] = {}
    for lang in langs:
        best = min(
            (one for one in _family(ask, ruling) if one.id != ruling.id and one.text_in(lang)),
            key=lambda one: _worth(one, lang),
            default=None,
        )
        if best:
            shown = shown_ruling(ask, best)
            text = next(text for text in shown.texts if text.lang == lang)
            found[lang] = Elsewhere(text, place_of(shown, text))
    return found


def _family(ask: Ask, ruling: Ruling) -> list[Ruling]:
    store = ask.knowledge.store
    family = store.family(store.family_of(ruling.id) or "")
    return store.rulings(family.rulings[:READ]) if family else []


def _worth(ruling: Ruling, lang: str) -> tuple[int, int, str]:
    """The order of versions to offer: by how much one may rely on them, then the newest."""
    text = ruling.text_in(lang)
    origin = text.origin if text else ORIGINS[-1]
    return _TRUST[origin], -(ruling.date.toordinal() if ruling.date else 0), ruling.id
