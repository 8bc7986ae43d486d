"""A small knowledge base in memory, and the API over it: what is asked stands beside what is held."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from datetime import date as Date

import pytest
from flask import Flask
from flask.testing import FlaskClient

from app import api, http
from app.api import searching
from app.search.expand import Expanded
from app.search.glances import Glance
from app.search.naming import Labels, names_of
from app.search.request import SearchRequest
from app.search.service import Answered
from ingest.catalogue.cards import CardNames
from ingest.errors import SnapshotError
from ingest.index.contract import Answer, Plan
from ingest.index.spots import found
from ingest.lookup.labels import CardLabels
from ingest.model import (
    Card,
    Family,
    Finding,
    Insertion,
    Link,
    Query,
    Reason,
    Relation,
    Ruling,
    Source,
    SourceRef,
    Term,
    Text,
)
from ingest.store.writer import Change
from ingest.synopses import kept
from ingest.synopsis import Summary, read

CARD = Card("lim-dul", {"en": "Lim-Dûl", "es": "Lim-Dûl el nigromante"}, {"en": ("Limdul",)})
BARE = Card("bare", {"en": "Bare"})
MANIFEST = Term("manifest", "keyword action", {"en": "manifest", "zh-Hans": "显化"}, rule="701.40", mechanic=True)
FACE_DOWN = Term("face-down", "word", {"en": "face down"})


def text(id: str, lang: str, body: str, **more: object) -> Text:
    """A text of one source."""
    return Text(id, lang, body, sources=(SourceRef("rulings.txt", 1, 3, 3),), **more)


def _rulings() -> list[Ruling]:
    links = (
        Link("card", "lim-dul", "heading", "subject"),
        Link("mechanic", "manifest", "term-in-text", "about"),
    )
    first = Ruling(
        "aaaa",
        Date(2024, 6, 7),
        (
            text("aaaa", "en", "Manifest it; 🃏 counts."),
            text("aaes", "es", "Haz daño (or morph).", insertions=(Insertion(9, 19, "en"),)),
            text("aazh", "zh-Hans", "显化它。", origin="official", label="official"),
        ),
        links,
    )
    older = Ruling("bbbb", Date(2015, 1, 1), (text("bbbb", "en", "Manifest that."),), links)
    more = [
        Ruling(f"r{n:03}", None if n == 0 else Date(2020, 1, 1), (text(f"r{n:03}", "en", f"Rule {n}."),))
        for n in range(45)
    ]
    return [first, older, *more]


@dataclass
class Store:
    """The record, as a list of rulings."""

    held: list[Ruling] = field(default_factory=_rulings)
    past: list[Change] = field(default_factory=list)
    texts_with_terms: dict[str, dict[str, int]] = field(default_factory=lambda: {"manifest": {"en": 2}})

    def ruling(self, id: str) -> Ruling | None:
        return next((one for one in self.held if one.id == id), None)

    def rulings(self, ids: Iterator[str]) -> list[Ruling]:
        return [one for one in map(self.ruling, ids) if one]

    def list_rulings(self, offset: int = 0, limit: int = 20) -> list[Ruling]:
        return self.held[offset : offset + limit]

    def count_rulings(self) -> int:
        return len(self.held)

    def resolve(self, id: str) -> str | None:
        if id == "former":
            return "aaaa"
        return next((one.id for one in self.held if id in {text.id for text in one.texts}), None)

    def family(self, id: str) -> Family | None:
        if id == "bbbb":
            return Family("bbbb", ("bbbb", "aaaa"))
        return Family(id, (id,)) if self.ruling(id) and id != "aaaa" else None

    def family_of(self, ruling: str) -> str | None:
        if self.ruling(ruling) is None:
            return None
        return "bbbb" if ruling == "aaaa" else ruling

    def relations(self, ruling: str) -> list[Relation]:
        pair = {"aaaa": "bbbb", "bbbb": "aaaa"}
        return [Relation(ruling, pair[ruling], "reworded", "scope")] if ruling in pair else []

    def card(self, id: str) -> Card | None:
        return CARD if id == CARD.id else None

    def cards(self, offset: int = 0, limit: int = 100) -> list[tuple[Card, int]]:
        return [(CARD, 2)][offset : offset + limit]

    def count_cards(self) -> int:
        return 1

    def card_rulings(self, card: str, role: str = "subject") -> list[str]:
        return self._pointing(card) if role == "subject" else []

    def mechanics(self) -> list[tuple[Term, int]]:
        return [(MANIFEST, 2)]

    def mechanic_rulings(self, mechanic: str) -> list[str]:
        return self._pointing(mechanic)

    def _pointing(self, target: str) -> list[str]:
        return [one.id for one in self.held if target in {link.target for link in one.links}]

    def findings(
        self, offset: int = 0, limit: int = 20, lacking: str = "", **wanted: str | None
    ) -> tuple[int, list[Finding]]:
        every = [
            Finding("numerals", "warning", "aaaa", "es", (0, 3), "aaes", {"missing": "2"}, "2"),
            Finding("insertion", "info", "aaaa", "es", None, "aaes"),
        ]
        kept = [
            one
            for one in every
            if all(getattr(one, key) == value for key, value in wanted.items() if value and key != "card")
        ]
        return len(kept), kept[offset : offset + limit]

    def changes(self, since: str, offset: int, limit: int) -> list[Change]:
        return [one for one in self.past if one.snapshot > since][offset : offset + limit]

    def count_changes(self, since: str) -> int:
        return len(self.changes(since, 0, 1000))

    def sources(self) -> list[Source]:
        return [
            Source("feed.json", "scryfall rulings", "ab" * 32, "Rulings by a site", "A licence"),
            Source("page.txt", "dated", "cd" * 32),
        ]

    def tells_of(self, snapshot: str) -> bool:
        return snapshot in {one.snapshot for one in self.past}


@dataclass
class Catalogue:
    """What is known of cards beyond those that rulings stand on."""

    cards: CardNames = field(default_factory=lambda: CardNames(extra=(CARD, BARE)))
    folder: None = None


class Engine:
    """An index of nothing."""

    def search(self, plan: Plan) -> Answer:
        return Answer((), 0)


@dataclass
class Knowledge:
    """An open snapshot."""

    snapshot: str = "s2"
    engine: Engine = field(default_factory=Engine)
    store: Store = field(default_factory=Store)
    catalogue: Catalogue = field(default_factory=Catalogue)
    terms: dict[str, Term] = field(default_factory=lambda: {"manifest": MANIFEST, "face-down": FACE_DOWN})

    @property
    def labels(self) -> Labels:
        return Labels(CardLabels.of([CARD]), self.terms)

    def cards_named(self, name: str) -> list[Card]:
        return self.catalogue.cards.by_name(name)


@dataclass
class Services:
    """Opens snapshots; the test swaps them."""

    kept: dict[str, Knowledge] = field(default_factory=lambda: {"s2": Knowledge()})
    serving: str | None = "s2"

    def current(self) -> Knowledge:
        if self.serving is None:
            raise SnapshotError("nothing is built yet")
        return self.kept[self.serving]

    def pinned(self, name: str | None) -> Knowledge | None:
        current = self.current()
        return self.kept.get(name) if name else current


class Words:
    """Messages that say their key and what fills it."""

    def plain(self, key: str, **params: object) -> str:
        return " ".join((key, *map(str, params.values())))


def find(knowledge: Knowledge, request: SearchRequest) -> tuple[Answered, list[Glance]]:
    """Every ruling whose texts hold the query; the two that share a family are one hit."""
    store = knowledge.store
    found = [one for one in store.held if one.id != "bbbb" and any(request.q in text.body for text in one.texts)]
    start = (request.page - 1) * request.per_page
    query = Query(request.q, "zh-Hans", concepts=("manifest",))
    facets = {"mechanics": (("manifest", 1),), "cards": (("lim-dul", 1),), "years": (("2024", 1),)}
    answered = Answered(query, len(found), request.page, (), facets, (), Expanded(query, Plan()))
    return answered, [_glance(one, request.q, knowledge) for one in found[start : start + request.per_page]]


def _glance(ruling: Ruling, q: str, knowledge: Knowledge) -> Glance:
    store = knowledge.store
    members = store.rulings(["aaaa", "bbbb"]) if ruling.id == "aaaa" else [ruling]
    shown = kept(read(Summary((), *names_of(knowledge)).of(members)))
    places = [one.body.find(q) if q else -1 for one in shown.versions()]
    shown.marks = found([[(at, at + len(q))] if at >= 0 else [] for at in places])
    return Glance(store.family_of(ruling.id) or ruling.id, 12.34567, shown, (Reason("word", q),))


@pytest.fixture
def services() -> Services:
    return Services()


@pytest.fixture
def app(services: Services, monkeypatch: pytest.MonkeyPatch) -> Flask:
    """The API over the knowledge base in memory."""
    monkeypatch.setattr(searching.service, "glance", find)
    monkeypatch.setattr(searching.service, "suggest", lambda knowledge, q, limit: [])
    monkeypatch.setattr(searching, "sentence", lambda query, lang, say, label: f"{query.raw} ({lang})")
    made = Flask("test")
    made.extensions["rosetta"] = services
    made.extensions["rosetta-words"] = dict.fromkeys(("en", "es", "zh-Hans"), Words())
    http.register(made)
    api.register(made)
    return made


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    return app.test_client()


def swapped(services: Services, name: str, rulings: list[Ruling]) -> None:
    """Publishes another snapshot and lets the one before go."""
    knowledge = Knowledge(name, store=replace(Store(), held=rulings))
    services.kept, services.serving = {name: knowledge}, name
