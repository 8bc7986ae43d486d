"""One snapshot, open: its record, its index, and what finds terms in text."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from app.search.naming import Labels
from app.search.spelling import Speller
from app.settings import Settings
from ingest.catalogue import Catalogue, load_catalogue
from ingest.catalogue.sides import BySides
from ingest.index import ENGINES, Engine
from ingest.indexing import DICTIONARY
from ingest.languages import Languages, load_languages
from ingest.languages.base import Weighted
from ingest.linking.finder import Finder
from ingest.lookup import FOLDER, CardNames, Lookup
from ingest.lookup.labels import CardLabels
from ingest.model import Card, Term
from ingest.snapshot import INDEX, RECORD, Snapshot
from ingest.spread import uncollected
from ingest.store import Store
from ingest.synopses import Synopses
from ingest.wordbook import read_wordbook


@dataclass(frozen=True, slots=True)
class Knowledge:
    """One snapshot, open. A request takes one and keeps it, so that an answer never mixes two builds."""

    snapshot: str
    created: str
    store: Store
    engine: Engine
    terms: Mapping[str, Term]
    languages: Languages
    finder: Finder
    card_names: CardNames
    catalogue: Catalogue
    synopses: Synopses
    speller: Speller
    labels: Labels
    translations: Mapping[str, Weighted] = field(default_factory=dict)
    counts: Mapping[str, int] = field(default_factory=dict)
    credits: tuple[tuple[str, str], ...] = ()
    """What is owed to the feeds that were read: attribution and licence of each, once."""
    own_cards: BySides = field(default_factory=BySides)
    """The cards that rulings of this snapshot stand on, those that only a feed knows among them."""

    def cards_named(self, name: str) -> list[Card]:
        """The cards that a name may mean, best first; one with two sides answers to either."""
        return self.catalogue.cards.by_name(name) or self.own_cards.by_name(name)


def open_knowledge(snapshot: Snapshot, settings: Settings) -> Knowledge:
    """The snapshot, open for reading; `SnapshotError` where it can't be."""
    # Half a million objects that are there to stay need not be walked again and again.
    with uncollected():
        return _opened(snapshot, settings)


def _opened(snapshot: Snapshot, settings: Settings) -> Knowledge:
    store = Store(snapshot.path / RECORD)
    terms = {term.id: term for term in store.terms()}
    languages = load_languages(snapshot.path / INDEX / DICTIONARY)
    catalogue = load_catalogue(settings.catalogue, terms)
    finder = Finder(terms, languages, catalogue.contexts, texts=False)
    engine = ENGINES[settings.engine].open(snapshot.path / INDEX)
    if (snapshot.path / INDEX / FOLDER).is_dir():
        lookup = Lookup.load(snapshot.path / INDEX, languages)
    else:  # written before builds made it
        lookup = Lookup.of(store.named_cards(), terms, catalogue.words, engine, languages)
    return Knowledge(
        snapshot=snapshot.name,
        created=snapshot.manifest.created,
        store=store,
        engine=engine,
        terms=terms,
        languages=languages,
        finder=finder,
        card_names=lookup.card_names,
        catalogue=catalogue,
        synopses=Synopses(snapshot.path / INDEX),
        speller=Speller(engine, languages, terms, lookup),
        labels=Labels(CardLabels.kept(snapshot.path / INDEX / FOLDER) or CardLabels.of(store.named_cards()), terms),
        translations=read_wordbook(snapshot.path),
        counts=snapshot.manifest.counts,
        credits=tuple(dict.fromkeys((one.attribution, one.licence) for one in store.sources() if one.attribution)),
        own_cards=BySides(store.named_cards),
    )
