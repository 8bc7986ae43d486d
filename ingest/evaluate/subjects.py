"""How often a page without a heading is given to the right card by what its texts say."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date as Date
from pathlib import Path

from ingest.assemble import assemble
from ingest.catalogue import Catalogue
from ingest.evaluate.corpus import records
from ingest.languages import LANGUAGES
from ingest.linking.card_finder import card_finder
from ingest.linking.cards import PageOfCard, Subject, subjects, whole
from ingest.linking.finder import Finder
from ingest.linking.mechanics import mechanic_links
from ingest.linking.pages import named_in, pages_of
from ingest.model import Card, Entry, Paragraph

SIZE = 500
OUTCOMES = ("right", "wrong", "ambiguous", "silent")


@dataclass(frozen=True, slots=True)
class CardPage:
    """The rulings of a card as a file would give them that does not say which card it is."""

    card: Card
    rulings: tuple[tuple[Date, str], ...]


@dataclass(frozen=True, slots=True)
class SubjectReport:
    """What became of each page: its card as stated, the outcome, and what was found."""

    results: tuple[tuple[str, str, tuple[Subject, ...]], ...]

    def share(self, outcome: str) -> float:
        """The share of the pages with an outcome."""
        return self.count(outcome) / len(self.results) if self.results else 0.0

    def count(self, outcome: str) -> int:
        """How many pages have an outcome."""
        return sum(found == outcome for _, found, _ in self.results)


def load_pages(path: Path, catalogue: Catalogue) -> list[CardPage]:
    """The pages of a file of `{card, oracle_id, date, text}` lines of which a text bears the card's name."""
    held: dict[str, list[tuple[Date, str]]] = defaultdict(list)
    cards: dict[str, Card] = {}
    for record in records(path, "card", "date", "text"):
        card = catalogue.cards.by_oracle_id(record.get("oracle_id", "")) or _named(record["card"], catalogue)
        if card:
            cards[card.id] = card
            held[card.id].append((Date.fromisoformat(record["date"]), record["text"]))
    return [CardPage(cards[id], tuple(rows)) for id, rows in sorted(held.items()) if _bears_name(cards[id], rows)]


def _named(name: str, catalogue: Catalogue) -> Card | None:
    found = next(iter(catalogue.cards.by_name(name, "en")), None)
    return whole(found, catalogue) if found else None


def _bears_name(card: Card, rows: Iterable[tuple[Date, str]]) -> bool:
    """Whether a text has the card's name, or that of one of its faces, letter for letter."""
    names = {card.names["en"], *card.names["en"].split(" // ")}
    return any(name in text.replace("’", "'") for name in names for _, text in rows)


def sample(pages: Sequence[CardPage], size: int, seed: int) -> list[CardPage]:
    """So many of the pages, drawn at random, the same for the same seed."""
    return random.Random(seed).sample(list(pages), size) if 0 < size < len(pages) else list(pages)  # noqa: S311 - repeatable, no secret


def evaluate(pages: Iterable[CardPage], catalogue: Catalogue) -> SubjectReport:
    """What the rules for subjects make of each page, given as a file of its own without heading or card."""
    finder = Finder(catalogue.terms, LANGUAGES, catalogue.contexts)
    results = []
    for page in pages:
        found = subjects(*_as_read(page, finder, catalogue), catalogue)
        results.append((page.card.id, outcome(page.card.id, found), tuple(found)))
    return SubjectReport(tuple(results))


def outcome(card: str, found: Sequence[Subject]) -> str:
    """One of `OUTCOMES`: several candidates are `ambiguous`, none at all is `silent`.

    >>> outcome("opt", [Subject("opt", "name-in-text", "subject", "")]), outcome("opt", [])
    ('right', 'silent')
    """
    settled = [one.card for one in found if one.role == "subject"]
    if settled:
        return "right" if settled == [card] else "wrong"
    return "ambiguous" if found else "silent"


def _as_read(page: CardPage, finder: Finder, catalogue: Catalogue) -> tuple[PageOfCard, Mapping]:
    entries = [
        Entry("page.txt", number, number, None, day, None, (Paragraph(text, number, number, "en"),))
        for number, (day, text) in enumerate(page.rulings, start=1)
    ]
    assembled = assemble(entries, catalogue.origin_of)
    matches = {t.id: tuple(finder.find(t.body, t.lang)) for ruling in assembled.rulings for t in ruling.texts}
    mechanics = {r.id: mechanic_links(r, matches, catalogue.terms) for r in assembled.rulings}
    (read,) = pages_of(assembled, mechanics, catalogue.terms).values()
    return read, named_in([read], card_finder(catalogue))
