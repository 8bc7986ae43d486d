"""Rulings linked: to mechanics, to cards, and to each other."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache

from ingest.assemble import Assembled
from ingest.catalogue import Catalogue
from ingest.languages import LANGUAGES
from ingest.linking import decided
from ingest.linking.alignment import align
from ingest.linking.card_finder import card_finder
from ingest.linking.cards import PageOfCard, page_links, subjects, whole
from ingest.linking.families import JOINING, Pair, gather, relate
from ingest.linking.finder import Finder, Match
from ingest.linking.mechanics import joint_terms, mechanic_links
from ingest.linking.own_names import own_names
from ingest.linking.pages import STATED, Lists, PageKey, lists_of, named_in, pages_of, turning_on
from ingest.linking.profile import NameSpan, Profiler
from ingest.model import Card, Entry, Family, Link, Relation, Ruling

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
    finder = _term_finder(catalogue)
    matches = {
        text.id: tuple(finder.find(text.body, text.lang, text.insertions))
        for ruling in assembled.rulings
        for text in ruling.texts
    }
    joint = joint_terms(catalogue.terms)
    mechanics = {r.id: mechanic_links(r, matches, catalogue.terms, joint) for r in assembled.rulings}
    pages = pages_of(assembled, mechanics, catalogue.terms)
    cards, names = _card_links(assembled, pages, catalogue)
    rulings = tuple(replace(r, links=(*cards[r.id], *mechanics[r.id])) for r in assembled.rulings)
    lists = lists_of(rulings, pages)
    relations, opposed = _relations(rulings, matches, names, pages, lists, catalogue)
    apart = [*opposed, *decided.apart(catalogue.decisions, rulings)]
    families = gather(rulings, relations, apart, lists)
    return Linked(rulings, tuple(families), tuple(relations), matches)


@lru_cache(maxsize=1)
def _term_finder(catalogue: Catalogue) -> Finder:
    return Finder(catalogue.terms, LANGUAGES, catalogue.contexts)


# --- cards -----------------------------------------------------------------


def _card_links(
    assembled: Assembled, pages: Mapping[PageKey, PageOfCard], catalogue: Catalogue
) -> tuple[dict[str, list[Link]], dict[str, list[NameSpan]]]:
    """The card links of each ruling, and the spans of each text that are names of cards."""
    links: dict[str, dict[str, Link]] = defaultdict(dict)
    unnamed = [page for (file, _), page in pages.items() if file != STATED]
    # Making the finder of all cards takes a second: not where a feed has named every card.
    names = named_in(unnamed, card_finder(catalogue)) if unnamed else {}
    spans = {text: [(m.start, m.end, m.target) for m in found] for text, found in names.items()}
    for page in unnamed:
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


def _feed_card(entry: Entry, catalogue: Catalogue) -> Card | None:
    """The card that a feed states: by its identifier, else by name."""
    card = catalogue.cards.by_oracle_id(entry.oracle_id) if entry.oracle_id else None
    if card is None and entry.card:
        card = next(iter(catalogue.cards.by_name(entry.card)), None)
    return whole(card, catalogue) if card else None


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
    lists: Lists,
    catalogue: Catalogue,
) -> tuple[list[Relation], list[Pair]]:
    """The relations, those of people over those of rules; and the pairs that contradict each other."""
    profiler = Profiler(catalogue.terms, LANGUAGES, catalogue.weights, names)
    turns_on = turning_on(pages.values())
    profiles = {r.id: profiler.profile(r, matches, turns_on.get(r.id), lists[r.id]) for r in rulings}
    judged, opposed = relate(rulings, profiles)
    relations = {(r.a, r.b): r for r in judged}
    for aligned in align(rulings, profiles):
        known = relations.get((aligned.a, aligned.b))
        if known is None or known.kind not in JOINING:
            relations[aligned.a, aligned.b] = aligned
    for relation in decided.relations(catalogue.decisions, rulings):
        relations[relation.a, relation.b] = relation
    # What a person or the page of a card and day says stands over a contradiction that a rule saw.
    apart = [pair for pair in opposed if (found := relations.get(pair)) is None or found.kind not in JOINING]
    return sorted(relations.values(), key=lambda r: (r.a, r.b)), apart
