"""The names of what rulings point to, by id."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import TYPE_CHECKING

from ingest.synopsis import Names

if TYPE_CHECKING:
    from app.services import Knowledge


def names_of(knowledge: Knowledge) -> tuple[Names, Names]:
    """What gives the names of a card, and of a mechanic; none for an unknown id."""
    return partial(_card, knowledge), partial(_mechanic, knowledge)


def _card(knowledge: Knowledge, id: str) -> Mapping[str, str]:
    card = knowledge.store.card(id)
    return card.names if card else {}


def _mechanic(knowledge: Knowledge, id: str) -> Mapping[str, str]:
    term = knowledge.terms.get(id)
    return term.names if term else {}
