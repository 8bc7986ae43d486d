"""The names of all cards, read from `data/catalogue/cards.tsv` when first asked for."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from pathlib import Path

from ingest.catalogue.slugs import slugs
from ingest.errors import CatalogueError
from ingest.languages import fold
from ingest.model import Card

FILE = "cards.tsv"
COLUMNS = ("en", "es", "zh-Hans", "en other", "es other", "zh-Hans other", "kind", "id", "oracle id")
_KIND, _ID, _ORACLE = (COLUMNS.index(column) for column in ("kind", "id", "oracle id"))
KINDS = ("card", "face", "rebalanced", "token")
"""Which of several cards with one name comes first."""

_NAMED = ("en", "es", "zh-Hans")
_LOOSE = re.compile(r"[^\w]+")
_SAID = re.compile(r"\w")


class CardNames:
    """The cards of a catalogue: by id, by any name, or all of them.

    Nothing is read before the first question.
    """

    def __init__(self, folder: Path | None = None, extra: Iterable[Card] = ()) -> None:
        self._file = folder / FILE if folder else None
        self._extra = tuple(extra)
        self._made: dict[str, Card] = {card.id: card for card in self._extra}

    def extended(self, extra: Iterable[Card]) -> CardNames:
        """These cards and more; one with an id that is here already takes its place."""
        added = {card.id: card for card in (*self._extra, *extra)}
        return CardNames(self._file.parent if self._file else None, added.values())

    def get(self, id_: str) -> Card | None:
        """The card with an id, or None."""
        card = self._made.get(id_)
        if card is None and (cells := self._cells.get(id_)):
            # One by one: who asks for a few need not wait until thirty thousand are made.
            card = self._made[id_] = _card(id_, cells)
        return card

    def by_oracle_id(self, oracle_id: str) -> Card | None:
        """The card that a feed knows under this identifier: the whole card, not a face of it."""
        id_ = self._by_oracle_id.get(oracle_id)
        return self.get(id_) if id_ else None

    def by_name(self, name: str, lang: str | None = None) -> list[Card]:
        """The cards a name may mean, best first: as written, then however typed.

        Case, accents, quotes and hyphens are forgiven; where that finds none,
        all other punctuation is too. A card comes before a face, a rebalanced
        version and a token of the same name.
        """
        if not name.strip():
            return []
        folded = fold(name.strip()).text
        found = self._by_folded.get(folded) or self._by_loose.get(_loose(folded), ())
        cards = [card for card in found if lang is None or _has(card, lang, folded)]
        return sorted(cards, key=lambda card: (not _as_written(card, name), KINDS.index(card.kind)))

    def all(self) -> tuple[Card, ...]:
        """Every card, in order of English name."""
        return self._cards

    def names(self) -> Iterator[tuple[str, str, Card]]:
        """Every name with its language and its card."""
        for card in self._cards:
            yield from ((lang, name, card) for lang, name in _names(card))

    # --- inside --------------------------------------------------------------

    @cached_property
    def _cards(self) -> tuple[Card, ...]:
        return (*(card for id_ in self._cells if (card := self.get(id_))), *self._extra)

    @cached_property
    def _cells(self) -> Mapping[str, list[str]]:
        """The cells of the cards of the file, in its order, but for those in whose place newer ones came."""
        newer = {card.id for card in self._extra}
        return {id_: cells for id_, cells in (_read(self._file) if self._file else ()) if id_ not in newer}

    @cached_property
    def _by_oracle_id(self) -> Mapping[str, str]:
        held = [(cells[_KIND] or "card", cells[_ORACLE], id_) for id_, cells in self._cells.items()]
        held += [(card.kind, card.oracle_id or "", card.id) for card in self._extra]
        whole_last = sorted(held, key=lambda one: -KINDS.index(one[0]))
        return {oracle_id: id_ for _, oracle_id, id_ in whole_last if oracle_id}

    @cached_property
    def _by_folded(self) -> Mapping[str, list[Card]]:
        found: dict[str, list[Card]] = {}
        for card in self._cards:
            for key in {_folded(name) for _, name in _names(card)}:
                found.setdefault(key, []).append(card)
        return found

    @cached_property
    def _by_loose(self) -> Mapping[str, list[Card]]:
        found: dict[str, list[Card]] = {}
        for key, cards in self._by_folded.items():
            if loose := _loose(key):
                found.setdefault(loose, []).extend(cards)
        return found


def _read(file: Path) -> Iterator[tuple[str, list[str]]]:
    """The id of each card with its cells."""
    lines = file.read_text("utf-8").splitlines()
    if lines[0].split("\t") != list(COLUMNS):
        raise CatalogueError("unexpected columns", where=file.name, hint=f"expected {COLUMNS}")
    width = len(COLUMNS)
    rows = [line.split("\t") for line in lines[1:]]
    for id_, cells in zip(slugs(cells[0] for cells in rows), rows, strict=True):
        cells += [""] * (width - len(cells))
        yield cells[_ID] or id_, cells


def _card(id_: str, cells: list[str]) -> Card:
    en, es, zh, en_other, es_other, zh_other, kind, _, oracle = cells
    names = {"en": en}
    if es:
        names["es"] = es
    if zh:
        names["zh-Hans"] = zh
    others = (("en", en_other), ("es", es_other), ("zh-Hans", zh_other))
    aliases = {lang: tuple(other.split("|")) for lang, other in others if other}
    return Card(id_, names, aliases, oracle or None, kind or "card")


def _names(card: Card) -> Iterator[tuple[str, str]]:
    yield from card.names.items()
    for lang, others in card.aliases.items():
        yield from ((lang, other) for other in others)


def _has(card: Card, lang: str, folded: str) -> bool:
    return any(tag == lang and _loose(fold(name).text) == _loose(folded) for tag, name in _names(card))


def _as_written(card: Card, name: str) -> bool:
    return any(own == name.strip() for _, own in _names(card))


def _folded(name: str) -> str:
    # Most names are plain ASCII, of which folding is this and quicker; there are ninety thousand.
    if name.isascii() and "-" not in name:
        return name.lower()
    return fold(name).text


def _loose(folded: str) -> str:
    """A folded name without apostrophes and with all other punctuation as space.

    >>> _loose("gideon's phalanx"), _loose("-")
    ('gideons phalanx', '')
    """
    if folded.replace(" ", "").isalnum():
        return folded
    return _LOOSE.sub(" ", folded.replace("'", "")).strip() if _SAID.search(folded) else ""
