"""Cards with two halves or sides answer to the name of either."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import cached_property

from ingest.catalogue.cards import CardNames
from ingest.model import Card

BETWEEN = " // "
"""What stands between the names of a card's sides."""


class BySides:
    """Some cards, each under the names of its sides too, in every language; they are read when first asked for."""

    def __init__(self, cards: Callable[[], Iterable[Card]] = tuple) -> None:
        self._read = cards

    def by_name(self, name: str) -> list[Card]:
        """The cards that a name may mean, best first.

        >>> names = BySides(lambda: [Card("day-night", {"en": "Day // Night", "zh-Hans": "昼 // 夜"})])
        >>> [[card.id for card in names.by_name(name)] for name in ("night", "昼", "Day // Night", "dusk")]
        [['day-night'], ['day-night'], ['day-night'], []]
        """
        return self._names.by_name(name)

    @cached_property
    def _names(self) -> CardNames:
        return CardNames(extra=[_with_sides(card) for card in self._read()])


def _with_sides(card: Card) -> Card:
    aliases = {
        lang: tuple(dict.fromkeys((*card.aliases.get(lang, ()), *_sides(card.names.get(lang, "")))))
        for lang in (*card.names, *card.aliases)
    }
    return replace(card, aliases={lang: others for lang, others in aliases.items() if others})


def _sides(name: str) -> list[str]:
    sides = [side.strip() for side in name.split(BETWEEN)]
    return [side for side in sides if side] if len(sides) > 1 else []
