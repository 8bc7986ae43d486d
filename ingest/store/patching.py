"""The record of a snapshot made from the one before: copied, and only what an addition changes written anew."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from pathlib import Path

from ingest.addition import Addition
from ingest.errors import NotPatched, Problem
from ingest.files import copied
from ingest.history import KEPT_CHANGES
from ingest.model import Card, Finding, Ruling, Term
from ingest.store.completing import patch_suggestions
from ingest.store.inserting import (
    card_json,
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
from ingest.store.schema import VERSION
from ingest.store.spans import packed
from ingest.store.writer import Change, Former
from ingest.suggestions import pointing

_REMARK = "unknown-keyword"
"""The problem of no line of a file: such stand behind all others."""
_FAST = "PRAGMA journal_mode=OFF; PRAGMA synchronous=OFF; PRAGMA cache_size=-65536;"


def patch_store(
    before: Path,
    after: Path,
    addition: Addition,
    terms: Mapping[str, Term],
    former: Sequence[Former],
    changes: Sequence[Change],
    meta: Mapping[str, str],
) -> None:
    """Returns nothing; `after` is a copy of the record `before` that holds the addition, too.

    `former` are the texts no longer stated that have another successor now, `changes` those of this build.
    Raises `NotPatched` where the record before can't be added to, `OSError` where the disk takes no more.
    """
    copied(before, after)
    try:
        with closing(sqlite3.connect(after, isolation_level=None)) as database:
            database.executescript(_FAST)
            database.execute("BEGIN")
            _require_version(database)
            _patch_rulings(database, addition, terms)
            _patch_families(database, addition)
            _patch_catalogue(database, addition, terms)
            _patch_notes(database, addition, meta)
            _patch_history(database, addition, former, changes)
            database.execute("COMMIT")
    except sqlite3.IntegrityError as error:
        raise NotPatched(f"the record holds some of it already: {error}") from error
    except sqlite3.DatabaseError as error:
        raise OSError(f"record not written: {error}") from error


def _require_version(database: sqlite3.Connection) -> None:
    ((version,),) = database.execute("SELECT value FROM meta WHERE key = 'schema'")
    if version != str(VERSION):
        raise NotPatched(f"a record of version {version}")


def _patch_rulings(database: sqlite3.Connection, addition: Addition, terms: Mapping[str, Term]) -> None:
    family_of = {id: family.id for family in addition.families for id in family.rulings}
    _take_out(database, addition.replaced)
    for follows, run in _runs(addition):
        numbers = between(*_neighbours(database, follows), len(run))
        put_rulings(database, list(zip(numbers, run, strict=True)), family_of)
    matches = {text.id: addition.matches.get(text.id, ()) for ruling in addition.rulings for text in ruling.texts}
    many(database, "spans", packed(matches, terms))
    database.executemany(
        "UPDATE rulings SET family = ? WHERE id = ? AND family <> ?",
        [(family, id, family) for id, family in family_of.items() if id not in addition.new],
    )


def _take_out(database: sqlite3.Connection, rulings: Iterable[Ruling]) -> None:
    """Takes out rulings with all that hangs on them, but for families and relations."""
    for ruling in rulings:
        (found,) = database.execute("SELECT n FROM rulings WHERE id = ?", (ruling.id,))
        database.execute("DELETE FROM links WHERE n = ?", found)
        database.execute("DELETE FROM rulings WHERE n = ?", found)
        database.execute("DELETE FROM findings WHERE ruling = ?", (ruling.id,))
        for text in ruling.texts:
            database.execute("DELETE FROM texts WHERE id = ?", (text.id,))
            database.execute("DELETE FROM spans WHERE text = ?", (text.id,))


def _runs(addition: Addition) -> Iterator[tuple[str | None, list[Ruling]]]:
    """The new rulings that stand one after the other, with the old one that they follow."""
    after: dict[str | None, Ruling] = {addition.follows[ruling.id]: ruling for ruling in addition.rulings}
    for first in [one for one in after if one not in addition.new]:
        run = [after[first]]
        while run[-1].id in after:
            run.append(after[run[-1].id])
        yield first, run


def _neighbours(database: sqlite3.Connection, follows: str | None) -> tuple[int | None, int | None]:
    """The numbers of a ruling and of the one after it; of none and the first where it is None."""
    if follows is None:
        return None, *database.execute("SELECT min(n) FROM rulings").fetchone()
    found = database.execute("SELECT n FROM rulings WHERE id = ?", (follows,)).fetchone()
    if found is None:
        raise NotPatched(f"the record has no ruling {follows}")
    return *found, *database.execute("SELECT min(n) FROM rulings WHERE n > ?", found).fetchone()


def _patch_families(database: sqlite3.Connection, addition: Addition) -> None:
    families, relations = addition.families, addition.relations
    gone = {*addition.gone, *(family.id for family in families)}
    database.executemany("DELETE FROM families WHERE id = ?", [(id,) for id in gone])
    put_families(database, families)
    pairs = [*addition.dropped, *((relation.a, relation.b) for relation in relations)]
    database.executemany("DELETE FROM relations WHERE a = ? AND b = ?", pairs)
    put_relations(database, relations)


def _patch_catalogue(database: sqlite3.Connection, addition: Addition, terms: Mapping[str, Term]) -> None:
    more, pointed = standing_on(addition.rulings), pointing(addition.rulings)
    more.subtract(standing_on(addition.replaced))
    pointed.subtract(pointing(addition.replaced))
    if not {id for kind, id in pointed if kind == "card"} <= addition.cards.keys():
        raise NotPatched("no ruling points to a card any more")
    new = [card for card in addition.cards.values() if not _holds(database, card)]
    put_cards(database, new, more)
    known = [id for id in addition.cards if id not in {card.id for card in new}]
    _count(database, "cards", {id: more["card", id] for id in known})
    _count(database, "terms", {id: more["mechanic", id] for id in terms})
    patch_suggestions(database, pointed, new, addition.cards, terms)


def _holds(database: sqlite3.Connection, card: Card) -> bool:
    """Whether the record has the card; raises `NotPatched` where it has it otherwise."""
    found = database.execute("SELECT data FROM cards WHERE id = ?", (card.id,)).fetchone()
    if found and found != (card_json(card),):
        raise NotPatched(f"{card.id} is no longer the same card")
    return found is not None


def _count(database: sqlite3.Connection, table: str, more: Mapping[str, int]) -> None:
    rows = [(count, id) for id, count in more.items() if count]
    database.executemany(f"UPDATE {table} SET rulings = rulings + ? WHERE id = ?", rows)


def _patch_notes(database: sqlite3.Connection, addition: Addition, meta: Mapping[str, str]) -> None:
    members = tuple(addition.members)
    database.executemany("DELETE FROM findings WHERE ruling = ?", [(id,) for id in members])
    _put_findings(database, addition.findings)
    database.executemany("UPDATE meta SET value = ? WHERE key = ?", [(value, key) for key, value in meta.items()])
    put_sources(database, addition.sources)
    if addition.problems:
        columns = "file, line, code, severity, detail"
        held = [Problem(*row) for row in database.execute(f"SELECT {columns} FROM problems ORDER BY n")]
        database.execute("DELETE FROM problems")
        put_problems(database, _merged(held, addition.problems))


def _put_findings(database: sqlite3.Connection, findings: Iterable[Finding]) -> None:
    found: dict[str, list[Finding]] = {}
    for one in findings:
        found.setdefault(one.ruling, []).append(one)
    for ruling, some in found.items():
        number = database.execute("SELECT n FROM rulings WHERE id = ?", (ruling,)).fetchone()
        put_findings(database, some, {ruling: number[0]} if number else {})


def _merged(held: Sequence[Problem], new: Sequence[Problem]) -> list[Problem]:
    """All problems in the order of their files; what is noticed of all files together stands last."""
    remarks = [one for one in held if one.code == _REMARK]
    of_files = [one for one in held if one.code != _REMARK]
    return [*sorted([*of_files, *new], key=lambda problem: problem.file), *remarks]


def _patch_history(
    database: sqlite3.Connection, addition: Addition, former: Sequence[Former], changes: Sequence[Change]
) -> None:
    """What is stated again is no former text; the oldest changes go where there are too many."""
    again = [text.id for ruling in addition.rulings for text in ruling.texts]
    database.executemany("DELETE FROM former WHERE id = ?", [(id,) for id in (*again, *(one.id for one in former))])
    many(database, "former", ((one.id, one.successor, one.since, one.data) for one in former))
    ((last,),) = database.execute("SELECT coalesce(max(n), 0) FROM changes")
    rows = ((n, one.snapshot, one.kind, one.ruling, one.data) for n, one in enumerate(changes, last + 1))
    many(database, "changes", rows)
    oldest = "SELECT n FROM changes ORDER BY n DESC LIMIT 1 OFFSET ?"
    database.execute(f"DELETE FROM changes WHERE n <= ({oldest})", (KEPT_CHANGES,))
