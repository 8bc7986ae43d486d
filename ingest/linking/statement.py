"""What each ruling says by itself, whatever stands beside it: the larger part of the work, ruling by ruling."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache

from ingest.catalogue import Catalogue
from ingest.languages import LANGUAGES
from ingest.linking.card_finder import CardFinder, CardMatch, card_finder
from ingest.linking.cards import whole
from ingest.linking.finder import Finder
from ingest.linking.mechanics import joint_terms, mechanic_links
from ingest.linking.own_names import own_names
from ingest.linking.pages import is_stated
from ingest.linking.profile import NameSpan, Profiler
from ingest.linking.spans import TermSpans
from ingest.linking.wording import Wording
from ingest.model import Card, Entry, Link, Ruling

MANY = 8
"""A ruling on more cards than this is of all of them: only a few are looked for by name."""


@dataclass(frozen=True, slots=True)
class Statement:
    """The terms found in each text, the mechanics; the cards that feeds state and those that pages' texts name.

    `spans` says where texts name cards, `wordings` how the ruling reads in each language.
    """

    matches: Mapping[str, TermSpans]
    mechanics: tuple[Link, ...] = ()
    stated: tuple[str, ...] = ()
    named: Mapping[str, Sequence[CardMatch]] = field(default_factory=dict)
    spans: Mapping[str, Sequence[NameSpan]] = field(default_factory=dict)
    wordings: Mapping[str, Wording] = field(default_factory=dict)


class StatementReader:
    """Reads rulings one by one with what the catalogue knows; `cards` finds their names, else those of all cards."""

    def __init__(self, catalogue: Catalogue, cards: CardFinder | None = None) -> None:
        self._catalogue, self._given = catalogue, cards
        self._joint = joint_terms(catalogue.terms)

    def read(self, ruling: Ruling, entries: Sequence[Entry], known: Sequence[Card] | None = None) -> Statement:
        """What a ruling says that these entries give; `known` are the cards that they state, where those are known."""
        finder, terms = self.finder, self._catalogue.terms
        matches = {text.id: tuple(finder.find(text.body, text.lang, text.insertions)) for text in ruling.texts}
        stated = stated_cards(entries, self._catalogue) if known is None else known
        named = {} if all(map(is_stated, entries)) else self._named(ruling)
        spans = {id: [(m.start, m.end, m.target) for m in found] for id, found in named.items()}
        if stated:
            spans = {text.id: found for text in ruling.texts if (found := own_names(stated[:MANY], text))}
        found = {text: TermSpans(held) for text, held in matches.items()}
        return Statement(
            found,
            tuple(mechanic_links(ruling, matches, terms, self._joint)),
            tuple(dict.fromkeys(card.id for card in stated)),
            named,
            spans,
            Profiler(terms, LANGUAGES, self._catalogue.weights, spans).wordings(ruling, found),
        )

    def all(self, rulings: Iterable[Ruling], entries: Mapping[str, Sequence[Entry]]) -> dict[str, Statement]:
        """What each ruling says, by its id."""
        return {ruling.id: self.read(ruling, entries[ruling.id]) for ruling in rulings}

    @cached_property
    def finder(self) -> Finder:
        """The finder of the catalogue's terms."""
        return _term_finder(self._catalogue)

    @cached_property
    def _cards(self) -> CardFinder:
        return self._given or card_finder(self._catalogue)

    def _named(self, ruling: Ruling) -> dict[str, list[CardMatch]]:
        # Making the finder of all cards takes a second: not where a feed has named every card.
        return {text.id: self._cards.find(text.body, text.lang, text.insertions) for text in ruling.texts}


@lru_cache(maxsize=1)
def _term_finder(catalogue: Catalogue) -> Finder:
    return Finder(catalogue.terms, LANGUAGES, catalogue.contexts, queries=False)


def forget_finders() -> None:
    """Lets go of the finders of cards and terms, which are made once for all who ask: a hundred megabytes."""
    card_finder.cache_clear()
    _term_finder.cache_clear()


def stated_cards(entries: Iterable[Entry], catalogue: Catalogue) -> list[Card]:
    """The cards that some entries state themselves, one after the other."""
    return [card for entry in entries if (card := _feed_card(entry, catalogue))]


def _feed_card(entry: Entry, catalogue: Catalogue) -> Card | None:
    """The card that a feed states: by its identifier, else by name."""
    card = catalogue.cards.by_oracle_id(entry.oracle_id) if entry.oracle_id else None
    if card is None and entry.card:
        card = next(iter(catalogue.cards.by_name(entry.card)), None)
    return whole(card, catalogue) if card else None
