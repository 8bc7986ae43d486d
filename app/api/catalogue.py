"""Cards and mechanics, each with its rulings."""

from __future__ import annotations

from collections.abc import Sequence

from app.api import problems, serialise
from app.api.endpoint import PAGING, Asked, Data, Endpoint, Moved
from app.present import urls

_CARD_ROLES = ("subject", "candidate", "mention")


def cards(asked: Asked) -> Data:
    """The cards that rulings stand on, by name."""
    store = asked.knowledge.store
    page = asked.page_of(store.count_cards())
    return {
        **page.members("/cards"),
        "cards": [{**serialise.card(one), "rulings": count} for one, count in store.cards(page.offset, page.size)],
    }


def card(asked: Asked, id: str) -> Data | Moved:
    """One card with its rulings: those that stand on it, that may, that name it; newest first.

    A name leads to the card that has it, if only one does.
    """
    known = asked.knowledge.catalogue.cards
    found = asked.knowledge.store.card(id) or known.get(id)
    if found is None:
        named = asked.knowledge.cards_named(id)
        if len(named) != 1:
            raise problems.unknown("card", id)
        return Moved(urls.twin("cards", named[0].id))
    by_role = (asked.knowledge.store.card_rulings(id, role) for role in _CARD_ROLES)
    every = tuple(dict.fromkeys(one for some in by_role for one in some))
    return {**serialise.card(found), **_rulings(asked, f"/cards/{id}", every)}


def mechanics(asked: Asked) -> Data:
    """Every mechanic of the catalogue, each with how many rulings it has."""
    every = asked.knowledge.store.mechanics()
    page = asked.page_of(len(every))
    return {
        **page.members("/mechanics"),
        "mechanics": [{**serialise.mechanic(one), "rulings": count} for one, count in page.cut(every)],
    }


def mechanic(asked: Asked, id: str) -> Data:
    """One mechanic with its rulings, newest first."""
    found = asked.knowledge.terms.get(id)
    if found is None or not found.mechanic:
        raise problems.unknown("mechanic", id)
    every = asked.knowledge.store.mechanic_rulings(id)
    return {**serialise.mechanic(found), **_rulings(asked, f"/mechanics/{id}", every)}


def _rulings(asked: Asked, path: str, every: Sequence[str]) -> Data:
    page = asked.page_of(len(every))
    shown = asked.knowledge.store.rulings(page.cut(every))
    return {
        **page.members(path),
        "rulings": [serialise.ruling(one, asked.knowledge) for one in shown],
    }


ENDPOINTS = (
    Endpoint("/cards", cards, "The cards that rulings stand on", "Cards", PAGING, errors=(410,)),
    Endpoint("/cards/{id}", card, "One card with its rulings", "CardDetail", PAGING, errors=(404, 410), moves=True),
    Endpoint("/mechanics", mechanics, "Every mechanic of the catalogue", "Mechanics", PAGING, errors=(410,)),
    Endpoint(
        "/mechanics/{id}",
        mechanic,
        "One mechanic with its rulings",
        "MechanicDetail",
        PAGING,
        errors=(404, 410),
    ),
)
