"""The names of what rulings point to, by id."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING

from ingest.lookup.labels import CardLabels, label
from ingest.model import Term
from ingest.synopsis import Names

if TYPE_CHECKING:
    from app.services import Knowledge


_KEPT = 20_000
"""So many labels of cards are kept, some hundred bytes each; then they begin anew."""


class Labels:
    """The names of cards and mechanics as JSON, a facet's worth at once; those asked for before are at hand."""

    def __init__(self, cards: CardLabels, terms: Mapping[str, Term]) -> None:
        self._read = cards
        self._cards: dict[str, bytes] = {}
        self._mechanics = {id: label(term.names) for id, term in terms.items()}

    def cards(self, ids: Sequence[str]) -> list[bytes]:
        """The names of each card in every language, empty for one that is not known."""
        known = self._cards
        missing = [id for id in ids if id not in known]
        if missing and len(known) > _KEPT:
            self._cards = known = {}
            missing = list(ids)
        known.update(zip(missing, self._read.labels(missing), strict=True))
        return [known[id] for id in ids]

    def mechanics(self, ids: Sequence[str]) -> list[bytes]:
        """The names of each mechanic in every language, empty for one that is not known."""
        return [self._mechanics.get(id, b"") for id in ids]


def names_of(knowledge: Knowledge) -> tuple[Names, Names]:
    """What gives the names of a card, and of a mechanic; none for an unknown id."""
    return partial(_card, knowledge), partial(_mechanic, knowledge)


def _card(knowledge: Knowledge, id: str) -> Mapping[str, str]:
    card = knowledge.store.card(id)
    return card.names if card else {}


def _mechanic(knowledge: Knowledge, id: str) -> Mapping[str, str]:
    term = knowledge.terms.get(id)
    return term.names if term else {}
