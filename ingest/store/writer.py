"""Writes the record of a snapshot in one go."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Mapping, Sequence
from contextlib import closing
from dataclasses import asdict, dataclass, field
from pathlib import Path

from ingest.errors import Problem
from ingest.model import Card, Family, Finding, Relation, Ruling, Source, Term
from ingest.store.completions import put_suggestions
from ingest.store.inserting import (
    many,
    put_cards,
    put_families,
    put_findings,
    put_problems,
    put_relations,
    put_rulings,
    put_sources,
    standing_on,
)
from ingest.store.places import between
from ingest.store.schema import INDEXES, TABLES, VERSION, dumps
from ingest.suggestions import Key


@dataclass(slots=True)
class Record:
    """All that a snapshot's store holds."""

    rulings: Sequence[Ruling]
    families: Sequence[Family]
    sources: Sequence[Source] = ()
    relations: Sequence[Relation] = ()
    cards: Mapping[str, Card] = field(default_factory=dict)
    terms: Mapping[str, Term] = field(default_factory=dict)
    findings: Sequence[Finding] = ()
    problems: Sequence[Problem] = ()
    former: Sequence[Former] = ()
    changes: Sequence[Change] = ()
    suggestions: Sequence[Key] = ()
    spans: Iterable[tuple[str, bytes]] = ()
    meta: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Former:
    """A text that is no longer stated: its successor's id if it has one, its last wording."""

    id: str
    successor: str | None
    since: str
    data: str


@dataclass(frozen=True, slots=True)
class Change:
    """One thing a build changed: `added`, `corrected`, `withdrawn`, `version-added`."""

    snapshot: str
    kind: str
    ruling: str
    data: str


def write_store(path: Path, record: Record) -> None:
    """Writes the record to a new SQLite file at `path`; raises `OSError` where the disk takes no more."""
    try:
        _write(path, record)
    except sqlite3.OperationalError as error:
        raise OSError(f"record not written: {error}") from error


def _write(path: Path, record: Record) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as database:
        database.executescript("PRAGMA journal_mode=OFF; PRAGMA synchronous=OFF; PRAGMA page_size=8192;")
        database.execute("BEGIN")
        for statement in TABLES.strip().split(";\n"):
            database.execute(statement)
        _write_rulings(database, record)
        _write_catalogue(database, record)
        _write_notes(database, record)
        put_suggestions(database, record.suggestions)
        for statement in INDEXES.strip().split(";\n"):
            database.execute(statement)
        database.execute("COMMIT")


def _write_rulings(database: sqlite3.Connection, record: Record) -> None:
    family_of = {id: family.id for family in record.families for id in family.rulings}
    numbered = list(zip(between(None, None, len(record.rulings)), record.rulings, strict=True))
    put_rulings(database, numbered, family_of)
    put_findings(database, record.findings, {ruling.id: n for n, ruling in numbered})
    many(database, "spans", record.spans)
    put_families(database, record.families)
    put_relations(database, record.relations)


def _write_catalogue(database: sqlite3.Connection, record: Record) -> None:
    standing = standing_on(record.rulings)
    put_cards(database, record.cards.values(), standing)
    terms = record.terms.values()
    many(database, "terms", ((t.id, int(t.mechanic), standing["mechanic", t.id], dumps(asdict(t))) for t in terms))


def _write_notes(database: sqlite3.Connection, record: Record) -> None:
    many(database, "meta", [*record.meta.items(), ("schema", str(VERSION))])
    put_sources(database, record.sources)
    put_problems(database, record.problems)
    many(database, "former", ((f.id, f.successor, f.since, f.data) for f in record.former))
    many(database, "changes", ((n, c.snapshot, c.kind, c.ruling, c.data) for n, c in enumerate(record.changes, 1)))
