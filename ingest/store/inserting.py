"""What is put into the tables of a record, whether it is written whole or added to."""

from __future__ import annotations

import sqlite3
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict

from ingest.errors import Problem
from ingest.model import Card, Family, Finding, Relation, Ruling, Source
from ingest.store.schema import dumps, ruling_json

UNSETTLED = ("candidate", "mention")
"""A ruling does not stand on what it points to in these roles."""
Numbered = Sequence[tuple[int, Ruling]]


def many(database: sqlite3.Connection, table: str, rows: Iterable[Sequence[object]]) -> None:
    """Returns nothing; the rows are in the table; `sqlite3.IntegrityError` for one that is there."""
    rows = iter(rows)
    first = next(rows, None)
    if first is None:
        return
    statement = f"INSERT INTO {table} VALUES ({','.join('?' * len(first))})"
    database.execute(statement, first)
    database.executemany(statement, rows)


def put_rulings(database: sqlite3.Connection, numbered: Numbered, family_of: Mapping[str, str]) -> None:
    """Returns nothing; rulings stand in their families at their numbers, with texts and links."""
    rows = (
        (n, r.id, family_of.get(r.id, r.id), r.date.isoformat() if r.date else None, ruling_json(r))
        for n, r in numbered
    )
    many(database, "rulings", rows)
    many(database, "texts", ((text.id, r.id, text.lang) for _, r in numbered for text in r.texts))
    links = {(link.kind, link.target, n): link.role for n, r in numbered for link in reversed(r.links)}
    many(database, "links", ((*key, role) for key, role in links.items()))


def put_families(database: sqlite3.Connection, families: Iterable[Family]) -> None:
    """Returns nothing; the families are in the record."""
    many(database, "families", ((f.id, dumps(f.rulings)) for f in families))


def put_relations(database: sqlite3.Connection, relations: Iterable[Relation]) -> None:
    """Returns nothing; the relations are in the record."""
    many(database, "relations", ((r.a, r.b, r.kind, r.reason, r.score) for r in relations))


def put_cards(database: sqlite3.Connection, cards: Iterable[Card], standing: Mapping[tuple[str, str], int]) -> None:
    """Returns nothing; the cards are in the record with how many rulings stand on each."""
    many(database, "cards", ((c.id, c.names["en"], standing.get(("card", c.id), 0), card_json(c)) for c in cards))


def put_sources(database: sqlite3.Connection, sources: Iterable[Source]) -> None:
    """Returns nothing; the sources are in the record."""
    many(database, "sources", ((s.path, s.format, s.sha256, s.attribution, s.licence) for s in sources))


def put_findings(database: sqlite3.Connection, findings: Iterable[Finding], place_of: Mapping[str, int]) -> None:
    """Returns nothing; each finding is numbered from its ruling on: more may come between two."""
    rows, n = [], 0
    for finding in findings:
        n = max(n + 1, place_of.get(finding.ruling, 0))
        rows.append((n, finding.check, finding.severity, finding.ruling, finding.lang, dumps(asdict(finding))))
    many(database, "findings", rows)


def put_problems(database: sqlite3.Connection, problems: Iterable[Problem]) -> None:
    """Returns nothing; the problems are in the record, in their order."""
    rows = ((n, p.file, p.line, p.code, p.severity, p.detail) for n, p in enumerate(problems, 1))
    many(database, "problems", rows)


def card_json(card: Card) -> str:
    """The card as the JSON of its row."""
    return dumps(asdict(card))


def standing_on(rulings: Iterable[Ruling]) -> Counter[tuple[str, str]]:
    """How many rulings stand on each card and are about each mechanic, by kind and id."""
    return Counter(
        place
        for ruling in rulings
        for place in {(link.kind, link.target) for link in ruling.links if link.role not in UNSETTLED}
    )
