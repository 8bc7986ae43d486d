"""What a search looks up before it asks the index: card names, known words, Chinese names by their sound.

All of it is made from a snapshot's cards and terms and the catalogue, once, at the build; a server maps it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Self

from ingest.catalogue import Catalogue
from ingest.catalogue.words import KnownWords
from ingest.index import ENGINES, Engine
from ingest.index.arrays import Ints, Table
from ingest.languages import LANGUAGES
from ingest.languages.base import Language
from ingest.languages.zh import everyday_words
from ingest.lookup.card_names import CardNames
from ingest.lookup.keys import holds, key_set
from ingest.lookup.labels import CardLabels
from ingest.lookup.sounds import Sounds
from ingest.lookup.words import VOCABULARY, InCards, Words, words_in, worth_of
from ingest.model import Card, Term

__all__ = ["FOLDER", "CardNames", "Everyday", "Lookup", "Sounds", "Words", "write_lookup"]

FOLDER = "lookup"


@dataclass(frozen=True, slots=True)
class Everyday(Table):
    """The words that Chinese texts of any kind use often, by their keys."""

    keys: Ints

    def __contains__(self, word: str) -> bool:
        return holds(self.keys, word)


@dataclass(frozen=True, slots=True)
class Lookup:
    """Everything that is looked up."""

    card_names: CardNames
    words: Words
    sounds: Sounds
    everyday: Everyday
    in_cards: InCards | None = None
    """Written for whoever adds to it; no search asks."""

    @classmethod
    def of(
        cls,
        cards: Sequence[Card],
        terms: Mapping[str, Term],
        known: KnownWords,
        engine: Engine,
        languages: Mapping[str, Language],
    ) -> Self:
        """What cards and terms, the words known beforehand and those of an index come to."""
        cards, terms = sorted(cards, key=lambda card: card.id), dict(sorted(terms.items()))
        counted = [(term[1:], count) for term, count in engine.terms_with_prefix("=", VOCABULARY)]
        in_cards = words_in(cards)
        return cls(
            CardNames.of(cards, terms, languages),
            Words.of(worth_of(terms.values(), in_cards, known, counted), known.in_names),
            Sounds.of([*chinese_terms(terms), *sorted(chinese_cards(cards))]),
            Everyday(key_set(everyday_words())),
            InCards(key_set(in_cards)),
        )

    def save(self, directory: Path) -> None:
        """Writes the tables into a folder of an index."""
        folder = directory / FOLDER
        folder.mkdir()
        self.card_names.save(folder)
        self.words.save(folder, "words")
        self.sounds.save(folder, "sounds")
        self.everyday.save(folder, "everyday")
        if self.in_cards:
            self.in_cards.save(folder, "in_cards")

    @classmethod
    def load(cls, directory: Path, languages: Mapping[str, Language]) -> Self:
        """What `save` wrote, mapped; `SnapshotError` where it is damaged."""
        folder = directory / FOLDER
        return cls(
            CardNames.load(folder, languages),
            Words.load(folder, "words"),
            Sounds.load(folder, "sounds"),
            Everyday.load(folder, "everyday"),
        )


def write_lookup(index: Path, cards: Iterable[Card], catalogue: Catalogue) -> None:
    """Writes what these cards, the catalogue and the words of an index come to, beside the index."""
    engine, held = ENGINES["whoosh"].open(index), tuple(cards)
    try:
        Lookup.of(held, catalogue.terms, catalogue.words, engine, LANGUAGES).save(index)
    finally:
        engine.close()
    CardLabels.of(held).keep(index / FOLDER)


def chinese_terms(terms: Mapping[str, Term]) -> list[str]:
    """Chinese names and forms of terms, those of mechanics first."""
    told = [term for term in terms.values() if term.kind != "word"]
    told.sort(key=lambda term: not term.mechanic)
    return [
        *(term.names.get("zh-Hans", "") for term in told),
        *(form for term in told for form in term.forms.get("zh-Hans", ())),
    ]


def chinese_cards(cards: Iterable[Card]) -> set[str]:
    """Chinese names of cards."""
    return {name for card in cards for name in (card.names.get("zh-Hans", ""), *card.aliases.get("zh-Hans", ()))}
