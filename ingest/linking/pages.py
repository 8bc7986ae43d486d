"""Rulings by the page they stand on: a file's heading, or the card a feed names."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from ingest.assemble import Assembled
from ingest.linking.card_finder import CardFinder, CardMatch
from ingest.linking.cards import PageOfCard
from ingest.linking.profile import KEYWORD_KINDS
from ingest.model import Entry, Link, Ruling, Term

PageKey = tuple[str, str | None]
Lists = dict[str, frozenset[object]]
STATED = ""
"""Stands in the place of the file for a page whose card a feed states."""


def pages_of(
    assembled: Assembled, mechanics: Mapping[str, Sequence[Link]], terms: Mapping[str, Term]
) -> dict[PageKey, PageOfCard]:
    """The pages of all entries, by file and heading, each with its days and what it turns on."""
    pages: dict[PageKey, PageOfCard] = {}
    for ruling in assembled.rulings:
        keywords = keywords_of(mechanics[ruling.id], terms)
        for entry in assembled.entries[ruling.id]:
            key = page_of(entry)
            page = pages.setdefault(key, PageOfCard(entry.heading))
            if ruling in page.rulings[-1:]:
                continue
            page.rulings.append(ruling)
            page.mechanics.update(keywords)
            if entry.date:
                page.days.add(entry.date)
    return pages


def is_stated(entry: Entry) -> bool:
    """Whether the entry itself says of which card it is, as those of feeds do."""
    return bool(entry.oracle_id or entry.card)


def page_of(entry: Entry) -> PageKey:
    """The page that an entry stands on: its file and heading, or the card that it states."""
    if is_stated(entry):
        return STATED, entry.oracle_id or entry.card
    return entry.file, f"entry {entry.number}" if entry.alone else entry.heading


def keywords_of(links: Iterable[Link], terms: Mapping[str, Term]) -> set[str]:
    """The keywords that a ruling with these links is about."""
    about = {link.target for link in links if link.kind == "mechanic" and link.role == "about"}
    return {id for id in about if terms[id].kind in KEYWORD_KINDS}


def named_in(pages: Iterable[PageOfCard], finder: CardFinder) -> dict[str, list[CardMatch]]:
    """The cards that each text of some pages names, by the text's id."""
    texts = {text.id: text for page in pages for ruling in page.rulings for text in ruling.texts}
    return {id: finder.find(text.body, text.lang, text.insertions) for id, text in texts.items()}


def lists_of(rulings: Iterable[Ruling], pages: Mapping[PageKey, PageOfCard]) -> Lists:
    """For each ruling the pages it stands on, each with its day.

    What feeds state of a card is a list in each language: those are the versions of each other.
    """
    stands: dict[str, set[object]] = {ruling.id: set() for ruling in rulings}
    for key, page in pages.items():
        for ruling in page.rulings:
            stands[ruling.id] |= _lists(ruling, key)
    return {ruling: frozenset(held) for ruling, held in stands.items()}


def lists_of_one(ruling: Ruling, entries: Iterable[Entry]) -> frozenset[object]:
    """The same for one ruling, given the entries that state it."""
    return frozenset().union(*(_lists(ruling, page_of(entry)) for entry in entries))


def _lists(ruling: Ruling, key: PageKey) -> set[object]:
    langs = {text.lang for text in ruling.texts} if key[0] == STATED else {None}
    return {(key, ruling.date, lang) for lang in langs}


def source_of(stand: object) -> tuple[str, str | None]:
    """The file of a page that a ruling stands on, or the language where a feed stated it.

    >>> source_of((("a.txt", "Lightform"), None, None)), source_of(((STATED, "Lightform"), None, "es"))
    (('a.txt', None), ('', 'es'))
    """
    (file, _), _, lang = stand  # type: ignore[misc]
    return file, lang


def turning_on(pages: Iterable[PageOfCard]) -> dict[str, str]:
    """For rulings of pages that turn on a keyword, that keyword; of several the one that most of its pages turn on."""
    found: dict[str, Counter[str]] = {}
    for page in pages:
        if main := main_keyword(page.mechanics):
            for ruling in page.rulings:
                found.setdefault(ruling.id, Counter())[main] += 1
    return {id: _most(counts) for id, counts in found.items()}


def main_keyword(counts: Mapping[str, int]) -> str | None:
    """The keyword that a page turns on most, if it turns on one in at least two rulings."""
    keyword = _most(counts) if counts else None
    return keyword if keyword and counts[keyword] >= 2 else None


def _most(counts: Mapping[str, int]) -> str:
    return min(counts, key=lambda keyword: (-counts[keyword], keyword))
