"""The catalogue: what the game calls its things, in every language of the product.

The data is in `data/catalogue`: plain files that people edit and diff.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from ingest.catalogue.associations import load_associations
from ingest.catalogue.cards import CardNames
from ingest.catalogue.contexts import ContextRule, load_contexts
from ingest.catalogue.decisions import Decisions, load_decisions
from ingest.catalogue.facts import CardFacts, load_weights
from ingest.catalogue.headings import Headings, load_headings
from ingest.catalogue.labels import Labels, load_labels
from ingest.catalogue.terms import load_terms
from ingest.catalogue.words import KnownWords
from ingest.languages.detect import detect
from ingest.model import LANGUAGES, Card, Term

__all__ = ["CardNames", "Catalogue", "ContextRule", "Decisions", "Headings", "load_catalogue", "load_terms"]


@dataclass(frozen=True, slots=True, eq=False)
class Catalogue:
    """All of the catalogue; the cards are read when first asked for."""

    terms: Mapping[str, Term]
    contexts: tuple[ContextRule, ...] = ()
    cards: CardNames = field(default_factory=CardNames)
    headings: Headings = field(default_factory=Headings)
    decisions: Decisions = field(default_factory=Decisions)
    labels: Labels = field(default_factory=Labels)
    facts: CardFacts = field(default_factory=CardFacts)
    weights: Mapping[str, float] = field(default_factory=dict)
    associations: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    words: KnownWords = field(default_factory=KnownWords)

    def card(self, id_: str) -> Card | None:
        """The card with an id, the headings it goes under among its aliases, or None."""
        card = self.cards.get(id_)
        if card is None or id_ not in self.headings.known_as:
            return card
        aliases = dict(card.aliases)
        for heading in self.headings.known_as[id_]:
            detected = detect(heading)
            lang = detected if detected in LANGUAGES else "en"
            aliases[lang] = (*aliases.get(lang, ()), heading)
        return replace(card, aliases=aliases)

    folder: Path | None = None
    """Where it was read from; the checks' tables lie there too."""

    def origin_of(self, label: str | None) -> str:
        """The origin a source's label means; see `Labels.origin_of`."""
        return self.labels.origin_of(label)


def load_catalogue(folder: Path, terms: Mapping[str, Term] | None = None) -> Catalogue:
    """The catalogue in a folder, validated; raises `CatalogueError`.

    `terms` are those a snapshot was built with, where there is one: they are then not read again.
    """
    return Catalogue(
        terms=load_terms(folder) if terms is None else terms,
        contexts=load_contexts(folder),
        cards=CardNames(folder),
        headings=load_headings(folder),
        decisions=load_decisions(folder),
        labels=load_labels(folder),
        facts=CardFacts(folder),
        weights=load_weights(folder),
        associations=load_associations(folder),
        words=KnownWords(folder),
        folder=folder,
    )
