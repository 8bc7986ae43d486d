"""Writes the record of a snapshot in one go."""

from __future__ import annotations

import sqlite3
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from contextlib import closing
from dataclasses import asdict, dataclass, field
from pathlib import Path

from ingest.errors import Problem
from ingest.model import Card, Family, Finding, Relation, Ruling, Source, Term
from ingest.store.schema import INDEXES, TABLES, VERSION, dumps, ruling_json
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
        _write_suggestions(database, record.suggestions)
        for statement in INDEXES.strip().split(";\n"):
            database.execute(statement)
        database.execute("COMMIT")


def _many(database: sqlite3.Connection, table: str, rows: Iterable[Sequence[object]]) -> None:
    rows = iter(rows)
    first = next(rows, None)
    if first is None:
        return
    marks = ",".join("?" * len(first))
    database.execute(f"INSERT INTO {table} VALUES ({marks})", first)
    database.executemany(f"INSERT INTO {table} VALUES ({marks})", rows)


def _write_rulings(database: sqlite3.Connection, record: Record) -> None:
    family_of = {id: family.id for family in record.families for id in family.rulings}
    numbered = list(enumerate(record.rulings, start=1))
    _many(
        database,
        "rulings",
        (
            (n, r.id, family_of.get(r.id, r.id), r.date.isoformat() if r.date else None, ruling_json(r))
            for n, r in numbered
        ),
    )
    _many(database, "texts", ((text.id, r.id, text.lang) for _, r in numbered for text in r.texts))
    _many(database, "spans", record.spans)
    links = {(link.kind, link.target, n): link.role for n, r in numbered for link in reversed(r.links)}
    _many(database, "links", ((*key, role) for key, role in links.items()))
    _many(database, "families", ((f.id, dumps(f.rulings)) for f in record.families))
    _many(database, "relations", ((r.a, r.b, r.kind, r.reason, r.score) for r in record.relations))


def _write_catalogue(database: sqlite3.Connection, record: Record) -> None:
    standing = Counter(
        (kind, target)
        for r in record.rulings
        for kind, target in {(link.kind, link.target) for link in r.links if link.role not in ("candidate", "mention")}
    )
    _many(
        database,
        "cards",
        ((c.id, c.names["en"], standing["card", c.id], dumps(asdict(c))) for c in record.cards.values()),
    )
    _many(
        database,
        "terms",
        ((t.id, int(t.mechanic), standing["mechanic", t.id], dumps(asdict(t))) for t in record.terms.values()),
    )


def _write_notes(database: sqlite3.Connection, record: Record) -> None:
    _many(database, "meta", [*record.meta.items(), ("schema", str(VERSION))])
    _many(database, "sources", ((s.path, s.format, s.sha256, s.attribution, s.licence) for s in record.sources))
    _many(
        database,
        "findings",
        ((n, f.check, f.severity, f.ruling, f.lang, dumps(asdict(f))) for n, f in enumerate(record.findings, 1)),
    )
    _many(
        database,
        "problems",
        ((n, p.file, p.line, p.code, p.severity, p.detail) for n, p in enumerate(record.problems, 1)),
    )
    _many(database, "former", ((f.id, f.successor, f.since, f.data) for f in record.former))
    _many(database, "changes", ((n, c.snapshot, c.kind, c.ruling, c.data) for n, c in enumerate(record.changes, 1)))


HEAD_LENGTHS = (1, 2)
HEADS_KEPT = 60
"""Beginnings this short lead to too many keys to rank on the spot: their best are kept apart."""


def _write_suggestions(database: sqlite3.Connection, keys: Sequence[Key]) -> None:
    numbered = list(enumerate(keys, start=1))
    _many(database, "suggestions", ((n, k.key, k.weight, k.kind, k.id, k.text, k.lang) for n, k in numbered))
    heads: dict[str, list[tuple[float, int]]] = {}
    for n, key in numbered:
        for length in HEAD_LENGTHS:
            heads.setdefault(key.key[:length], []).append((-key.weight, n))
    _many(
        database,
        "suggestion_heads",
        ((head, place, n) for head, found in heads.items() for place, (_, n) in enumerate(sorted(found)[:HEADS_KEPT])),
    )
