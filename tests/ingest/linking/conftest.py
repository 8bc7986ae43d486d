"""Linking as tests speak of it: pages and feeds in, who is linked to what out."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date as Date

import pytest

from ingest.assemble import Assembled, assemble
from ingest.catalogue import Catalogue, load_catalogue
from ingest.ids import text_id
from ingest.linking.link import Linked, link
from ingest.model import Entry, Link, Paragraph, Relation
from ingest.paths import resource_dir

DAY = Date(2020, 1, 24)
TAGS = {"en": "en", "es": "es", "zh": "zh-Hans"}


@pytest.fixture(scope="session")
def catalogue() -> Catalogue:
    """The whole catalogue, every card of it."""
    return load_catalogue(resource_dir("data") / "catalogue")


@dataclass(frozen=True, slots=True)
class Told:
    """What came of linking, asked by the text of a ruling."""

    linked: Linked
    ids: Mapping[str, str]

    def links(self, body: str) -> list[Link]:
        (ruling,) = [one for one in self.linked.rulings if one.id == self.ids[body]]
        return [link for link in ruling.links if link.kind == "card"]

    def subjects(self, body: str) -> dict[str, str]:
        """Card to basis."""
        return {link.target: link.basis for link in self.links(body) if link.role == "subject"}

    def with_role(self, body: str, role: str) -> set[str]:
        return {link.target for link in self.links(body) if link.role == role}

    def joined(self, a: str, b: str) -> bool:
        """Whether two rulings are of one family."""
        family = {ruling: family.id for family in self.linked.families for ruling in family.rulings}
        return family[self.ids[a]] == family[self.ids[b]]

    def relation(self, a: str, b: str) -> Relation | None:
        pair = tuple(sorted((self.ids[a], self.ids[b])))
        return next((one for one in self.linked.relations if (one.a, one.b) == pair), None)

    def kind(self, a: str, b: str) -> str:
        found = self.relation(a, b)
        return found.kind if found else ""


Row = tuple[str, str]
"""A card that a feed names, and an English ruling of it."""


def feed(rows: Iterable[Row], day: Date = DAY, every: int = 40) -> list[Entry]:
    """Entries as a feed gives them, each some days after the one before."""
    return [
        Entry("feed", at, at, None, Date.fromordinal(day.toordinal() + every * at), None, (_english(body, at),), card)
        for at, (card, body) in enumerate(rows, start=1)
    ]


def page(
    heading: str | None, *rulings: Mapping[str, str], day: Date = DAY, file: str = "page.txt", label: str | None = None
) -> list[Entry]:
    """The entries of a file under one heading, each with its versions by language."""
    return [
        Entry(
            file,
            at,
            at,
            heading,
            day,
            label,
            tuple(Paragraph(body, at, at, TAGS[tag], label) for tag, body in versions.items()),
        )
        for at, versions in enumerate(rulings, start=1)
    ]


def _english(body: str, line: int) -> Paragraph:
    return Paragraph(body, line, line, "en")


@pytest.fixture(scope="session")
def told(catalogue: Catalogue) -> Callable[..., Told]:
    """Links entries and answers by text."""

    def tell(entries: Sequence[Entry], using: Catalogue = catalogue) -> Told:
        assembled: Assembled = assemble(entries, using.origin_of)
        linked = link(assembled, using)
        return Told(linked, {text.body: ruling.id for ruling in linked.rulings for text in ruling.texts})

    return tell


def id_of(body: str, tag: str = "en", day: Date = DAY) -> str:
    """The id that a text has on the day of these tests."""
    return text_id(day, TAGS[tag], body)
