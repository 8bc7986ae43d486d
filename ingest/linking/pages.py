"""Rulings by the page they stand on: a file's heading, or the card a feed names."""

from __future__ import annotations

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
        keywords = {link.target for link in mechanics[ruling.id] if _keyword(link, terms)}
        for entry in assembled.entries[ruling.id]:
            key = _key(entry)
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


def _key(entry: Entry) -> PageKey:
    if is_stated(entry):
        return STATED, entry.oracle_id or entry.card
    return entry.file, f"entry {entry.number}" if entry.alone else entry.heading


def _keyword(link: Link, terms: Mapping[str, Term]) -> bool:
    return link.role == "about" and terms[link.target].kind in KEYWORD_KINDS


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
    return frozenset().union(*(_lists(ruling, _key(entry)) for entry in entries))


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
    """For rulings of pages that turn on a keyword, that keyword."""
    found: dict[str, str] = {}
    for page in pages:
        if main := _main_mechanic(page):
            for ruling in page.rulings:
                found.setdefault(ruling.id, main)
    return found


def _main_mechanic(page: PageOfCard) -> str | None:
    """The keyword that a page turns on most, if it turns on one in at least two rulings."""
    if not page.mechanics:
        return None
    mechanic, count = min(page.mechanics.items(), key=lambda item: (-item[1], item[0]))
    return mechanic if count >= 2 else None
