"""Cards: the index of those that rulings stand on, and each with all its rulings by date."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from werkzeug.exceptions import NotFound

from app.pages.lists import Listing, listing
from app.pages.shown import Named, ShownRuling, best_name, named_card, named_term, shown_ruling
from app.pages.view import Answer, Ask, Moved
from app.present import urls
from app.present.pager import clamped
from ingest.model import LANGUAGES, Card, Ruling

INDEX_LENGTH = 100
LENGTH = 20


@dataclass(frozen=True, slots=True)
class CardsPage:
    """The context of `cards.html`: cards with how many rulings each has."""

    cards: Sequence[tuple[Named, int]]
    list: Listing


@dataclass(frozen=True, slots=True)
class CardPage:
    """The context of `card.html`."""

    card: Card
    name: Named
    names: Sequence[tuple[str, str | None]]
    aliases: Mapping[str, Sequence[str]]
    mechanics: Sequence[Named]
    rulings: Sequence[ShownRuling]
    mentions: Sequence[ShownRuling]
    list: Listing
    search_url: str


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
        meant = known.by_name(id)
        if len(meant) != 1:
            raise NotFound()
        return Moved(ask.urls.card(meant[0].id))
    ids = store.card_rulings(id)
    path = f"/cards/{id}"
    pager = clamped(ask.args.get("page"), len(ids), LENGTH)
    rulings = store.rulings(ids[pager.offset : pager.offset + LENGTH])
    mentions = store.rulings(store.card_rulings(id, "mention")[:LENGTH]) if pager.page == 1 else []
    page = CardPage(
        found,
        named_card(ask, found),
        [(lang, found.names.get(lang)) for lang in LANGUAGES],
        {lang: names for lang, names in found.aliases.items() if names},
        mechanics_of(ask, store.rulings(ids[:200])),
        [shown_ruling(ask, ruling) for ruling in rulings],
        [shown_ruling(ask, ruling) for ruling in mentions],
        listing(ask, path, pager),
        ask.urls.search({"card": id}),
    )
    name, _ = best_name(found.names, ask.words.lang)
    title = ask.words.plain("card.title", card=name or id)
    return Answer("card.html", page, title, urls.twin("cards", id))


def mechanics_of(ask: Ask, rulings: Sequence[Ruling]) -> list[Named]:
    """The mechanics these rulings are about, the most frequent first."""
    counts: dict[str, int] = {}
    for ruling in rulings:
        for link in ruling.links:
            if link.kind == "mechanic" and link.role == "about":
                counts[link.target] = counts.get(link.target, 0) + 1
    terms = (ask.knowledge.terms.get(id) for id in sorted(counts, key=lambda id: -counts[id]))
    return [named_term(ask, term) for term in terms if term]
