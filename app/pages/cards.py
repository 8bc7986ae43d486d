"""Cards: the index of those that rulings stand on, and each with all its rulings by date."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from werkzeug.exceptions import NotFound

from app.pages.elsewhere import Elsewhere, elsewhere
from app.pages.lists import Listing, listing
from app.pages.shown import Named, ShownRuling, best_name, named_card, named_term, reading_order, shown_ruling
from app.pages.superseded import Lost, Newer, lost, superseded
from app.pages.view import Answer, Ask, Moved
from app.present import urls
from app.present.pager import clamped
from ingest.model import LANGUAGES, Card, Ruling

INDEX_LENGTH = 100
LENGTH = 20
READ = 200
"""Rulings of one card that are read for what they are about and which of them words another anew."""


@dataclass(frozen=True, slots=True)
class CardsPage:
    """The context of `cards.html`: cards with how many rulings each has."""

    cards: Sequence[tuple[Named, int]]
    list: Listing


@dataclass(frozen=True, slots=True)
class Row:
    """A ruling of a card: `elsewhere` words it in the reader's language, `newer` words it anew."""

    ruling: ShownRuling
    elsewhere: Elsewhere | None
    newer: Newer | None


@dataclass(frozen=True, slots=True)
class CardPage:
    """The context of `card.html`."""

    card: Card
    name: Named
    names: Sequence[tuple[str, str | None]]
    aliases: Mapping[str, Sequence[str]]
    texts: Sequence[tuple[str, str]]
    mechanics: Sequence[Named]
    rulings: Sequence[Row]
    mentions: Sequence[Row]
    lost: Sequence[Lost]
    list: Listing


def cards(ask: Ask) -> Answer:
    """The cards that rulings stand on, by name."""
    store = ask.knowledge.store
    pager = clamped(ask.args.get("page"), store.count_cards(), INDEX_LENGTH)
    rows = store.cards(pager.offset, pager.per_page)
    page = CardsPage([(named_card(ask, card), count) for card, count in rows], listing(ask, "/cards", pager))
    twin = urls.api("/cards", {"page": pager.page, "per_page": INDEX_LENGTH})
    return Answer("cards.html", page, ask.words.plain("cards.title"), twin)


def card(ask: Ask, id: str) -> Answer | Moved:
    """A card's page: names, mechanics and rulings, newest first; a name only one card has leads there."""
    store, known = ask.knowledge.store, ask.knowledge.catalogue.cards
    found = store.card(id) or known.get(id)
    if found is None:
        meant = ask.knowledge.cards_named(id)
        if len(meant) != 1:
            raise NotFound()
        return Moved(ask.urls.card(meant[0].id))
    ids = store.card_rulings(id)
    path = f"/cards/{id}"
    pager = clamped(ask.args.get("page"), len(ids), LENGTH)
    every = store.rulings(ids[:READ])
    newer = superseded(ask, every)
    rulings = store.rulings(ids[pager.offset : pager.offset + LENGTH])
    mentions = store.rulings(store.card_rulings(id, "mention")[:LENGTH]) if pager.page == 1 else []
    page = CardPage(
        found,
        named_card(ask, found),
        [(lang, found.names.get(lang)) for lang in LANGUAGES],
        {lang: names for lang, names in found.aliases.items() if names},
        sorted(found.texts.items(), key=lambda one: reading_order(one[0], ask.words.lang)),
        mechanics_of(ask, every),
        [_row(ask, ruling, newer) for ruling in rulings],
        [_row(ask, ruling, {}) for ruling in mentions],
        lost(ask, id) if pager.page == pager.last else [],
        listing(ask, path, pager),
    )
    name, _ = best_name(found.names, ask.words.lang)
    title = ask.words.plain("card.title", card=name or id)
    return Answer("card.html", page, title, urls.twin("cards", id))


def _row(ask: Ask, ruling: Ruling, newer: Mapping[str, Newer]) -> Row:
    own = ask.words.lang
    other = elsewhere(ask, ruling, [own]).get(own) if ruling.text_in(own) is None else None
    return Row(shown_ruling(ask, ruling), other, newer.get(ruling.id))


def mechanics_of(ask: Ask, rulings: Sequence[Ruling]) -> list[Named]:
    """The mechanics these rulings are about, the most frequent first."""
    counts: dict[str, int] = {}
    for ruling in rulings:
        for link in ruling.links:
            if link.kind == "mechanic" and link.role == "about":
                counts[link.target] = counts.get(link.target, 0) + 1
    terms = (ask.knowledge.terms.get(id) for id in sorted(counts, key=lambda id: -counts[id]))
    return [named_term(ask, term) for term in terms if term]
