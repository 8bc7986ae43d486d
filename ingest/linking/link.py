"""Rulings linked: to mechanics, to cards, and to each other."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from ingest.assemble import Assembled
from ingest.catalogue import Catalogue
from ingest.languages import LANGUAGES
from ingest.linking import decided
from ingest.linking.alignment import align
from ingest.linking.card_finder import CardMatch, card_finder
from ingest.linking.cards import PageOfCard, page_links, subjects
from ingest.linking.families import JOINING, gather, relate
from ingest.linking.finder import Finder, Match
from ingest.linking.mechanics import mechanic_links
from ingest.linking.own_names import own_names
from ingest.linking.profile import KEYWORD_KINDS, NameSpan, Profiler
from ingest.model import Card, Entry, Family, Link, Relation, Ruling

PageKey = tuple[str, str | None]
MANY = 8
"""A ruling on more cards than this is of all of them: only a few are looked for by name."""


@dataclass(frozen=True, slots=True)
class Linked:
    """Rulings with their links, the families they form, and the terms found in each text."""

    rulings: tuple[Ruling, ...]
    families: tuple[Family, ...]
    relations: tuple[Relation, ...] = ()
    matches: Mapping[str, tuple[Match, ...]] = field(default_factory=dict)


def link(assembled: Assembled, catalogue: Catalogue) -> Linked:
    """The rulings with links to cards and mechanics, and the relations between them."""
    finder = Finder(catalogue.terms, LANGUAGES, catalogue.contexts)
    matches = {
        text.id: tuple(finder.find(text.body, text.lang, text.insertions))
        for ruling in assembled.rulings
        for text in ruling.texts
    }
    mechanics = {ruling.id: mechanic_links(ruling, matches, catalogue.terms) for ruling in assembled.rulings}
    pages = _pages(assembled, mechanics, catalogue)
    cards, names = _card_links(assembled, pages, catalogue)
    rulings = tuple(replace(r, links=(*cards[r.id], *mechanics[r.id])) for r in assembled.rulings)
    lists = _lists(rulings, pages)
    relations = _relations(rulings, matches, names, pages, lists, catalogue)
    families = gather(rulings, relations, decided.apart(catalogue.decisions, rulings), lists)
    return Linked(rulings, tuple(families), tuple(relations), matches)


# --- cards -----------------------------------------------------------------


def _pages(
    assembled: Assembled, mechanics: Mapping[str, Sequence[Link]], catalogue: Catalogue
) -> dict[PageKey, PageOfCard]:
    """The rulings by the page they stand on: a file's heading, or the card a feed names."""
    pages: dict[PageKey, PageOfCard] = {}
    for ruling in assembled.rulings:
        for entry in assembled.entries[ruling.id]:
            key = _page_key(entry)
            page = pages.setdefault(key, PageOfCard(entry.heading))
            if ruling not in page.rulings[-1:]:
                page.rulings.append(ruling)
            if entry.date:
                page.days.add(entry.date)
            page.mechanics.update({link.target for link in mechanics[ruling.id] if _keyword(link, catalogue)})
    return pages


def _page_key(entry: Entry) -> PageKey:
    named = entry.oracle_id or entry.card
    return ("", named) if named else (entry.file, entry.heading)


def _keyword(link: Link, catalogue: Catalogue) -> bool:
    return link.role == "about" and catalogue.terms[link.target].kind in KEYWORD_KINDS


def _card_links(
    assembled: Assembled, pages: Mapping[PageKey, PageOfCard], catalogue: Catalogue
) -> tuple[dict[str, list[Link]], dict[str, list[NameSpan]]]:
    """The card links of each ruling, and the spans of each text that are names of cards."""
    links: dict[str, dict[str, Link]] = defaultdict(dict)
    unnamed = {key: page for key, page in pages.items() if key[0]}
    names = _names_in(unnamed.values(), catalogue)
    spans = {text: [(m.start, m.end, m.target) for m in found] for text, found in names.items()}
    for page in unnamed.values():
        for id, found in page_links(page, subjects(page, names, catalogue), names).items():
            for one in found:
                links[id].setdefault(one.target, one)
    for ruling in assembled.rulings:
        stated = [card for entry in assembled.entries[ruling.id] if (card := _feed_card(entry, catalogue))]
        if stated:
            links[ruling.id].update(_feed_links(ruling, stated, spans))
        for card in decided.cards(catalogue.decisions, ruling):
            links[ruling.id][card] = Link("card", card, "decided", "subject")
    return defaultdict(list, {id: list(found.values()) for id, found in links.items()}), spans


def _names_in(pages: Iterable[PageOfCard], catalogue: Catalogue) -> dict[str, list[CardMatch]]:
    texts = {text.id: text for page in pages for ruling in page.rulings for text in ruling.texts}
    if not texts:
        return {}
    finder = card_finder(catalogue)
    return {id: finder.find(text.body, text.lang, text.insertions) for id, text in texts.items()}


def _feed_card(entry: Entry, catalogue: Catalogue) -> Card | None:
    """The card that a feed states: by its identifier, else by name."""
    card = catalogue.cards.by_oracle_id(entry.oracle_id) if entry.oracle_id else None
    if card is None and entry.card:
        card = next(iter(catalogue.cards.by_name(entry.card)), None)
    return card


def _feed_links(ruling: Ruling, cards: Sequence[Card], spans: dict[str, list[NameSpan]]) -> dict[str, Link]:
    """Links to the cards a feed states; `spans` is told where the ruling names them."""
    for text in ruling.texts:
        spans[text.id] = own_names(cards[:MANY], text)
    return {card.id: Link("card", card.id, "feed", "subject") for card in cards}


# --- relations -------------------------------------------------------------


def _relations(
    rulings: Sequence[Ruling],
    matches: Mapping[str, Sequence[Match]],
    names: Mapping[str, Sequence[NameSpan]],
    pages: Mapping[PageKey, PageOfCard],
    lists: Mapping[str, frozenset[object]],
    catalogue: Catalogue,
) -> list[Relation]:
    profiler = Profiler(catalogue.terms, LANGUAGES, catalogue.weights, names)
    turns_on: dict[str, str] = {}
    for page in pages.values():
        if main := _main_mechanic(page):
            for ruling in page.rulings:
                turns_on.setdefault(ruling.id, main)
    profiles = {r.id: profiler.profile(r, matches, turns_on.get(r.id), lists[r.id]) for r in rulings}
    relations = {(r.a, r.b): r for r in relate(rulings, profiles)}
    for aligned in align(rulings, profiles):
        judged = relations.get((aligned.a, aligned.b))
        if judged is None or judged.kind not in JOINING:
            relations[aligned.a, aligned.b] = aligned
    for relation in decided.relations(catalogue.decisions, rulings):
        relations[relation.a, relation.b] = relation
    return sorted(relations.values(), key=lambda r: (r.a, r.b))


def _lists(rulings: Iterable[Ruling], pages: Mapping[PageKey, PageOfCard]) -> dict[str, frozenset[object]]:
    """For each ruling the pages it stands on, each with its day."""
    stands: dict[str, set[object]] = {ruling.id: set() for ruling in rulings}
    for key, page in pages.items():
        for ruling in page.rulings:
            stands[ruling.id].add((key, ruling.date))
    return {ruling: frozenset(held) for ruling, held in stands.items()}


def _main_mechanic(page: PageOfCard) -> str | None:
    """The keyword that a page turns on most, if it turns on one in at least two rulings."""
    if not page.mechanics:
        return None
    mechanic, count = min(page.mechanics.items(), key=lambda item: (-item[1], item[0]))
    return mechanic if count >= 2 else None
