"""The keys that complete what is typed, as rows of the record."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Sequence
from typing import Any

from ingest.store.connections import Connections
from ingest.store.inserting import many
from ingest.suggestions import Key

HEAD_LENGTHS = (1, 2)
HEADS_KEPT = 60
"""Beginnings this short lead to too many keys to rank on the spot: their best are kept apart."""
RANKED = "weight DESC, key, id, kind"
"""The order in which keys are offered; it hangs on nothing but the keys themselves."""
_KEYS_OF_ONE = 6

Numbered = tuple[int, Key]


def put_suggestions(database: sqlite3.Connection, keys: Sequence[Key]) -> None:
    """Returns nothing; the keys are in the record, the best of each short beginning kept apart."""
    numbered = list(enumerate(keys, start=1))
    many(database, "suggestions", map(row, numbered))
    heads: dict[str, list[Numbered]] = {}
    for one in numbered:
        for head in heads_of(one[1].key):
            heads.setdefault(head, []).append(one)
    many(database, "suggestion_heads", (one for head, found in heads.items() for one in head_rows(head, found)))


def suggested(record: Connections, beginning: str, limit: int) -> list[Key]:
    """The best keys of a folded beginning, of several keys of one thing the weightiest."""
    if len(beginning) <= max(HEAD_LENGTHS):
        source, values = "suggestion_heads JOIN suggestions USING (n) WHERE head = ?", (beginning,)
    else:
        source, values = "suggestions WHERE key >= ? AND key < ?", (beginning, beginning + "\U0010ffff")
    statement = f"SELECT key, weight, kind, id, text, lang FROM {source} ORDER BY {RANKED} LIMIT ?"
    rows = record.rows(statement, (*values, limit * _KEYS_OF_ONE))
    if len(found := _each_once(rows)) < limit <= len(rows):  # seldom: a few things fill them all
        found = _each_once(record.rows(statement, (*values, -1)))
    return found[:limit]


def _each_once(rows: Iterable[tuple[Any, ...]]) -> list[Key]:
    first: dict[tuple[str, str], Key] = {}
    for one in (Key(*values) for values in rows):
        first.setdefault((one.kind, one.id), one)
    return list(first.values())


def row(numbered: Numbered) -> tuple[object, ...]:
    """The row of a key."""
    n, key = numbered
    return n, key.key, key.weight, key.kind, key.id, key.text, key.lang


def heads_of(key: str) -> set[str]:
    """The short beginnings of a key.

    >>> sorted(heads_of("opt"))
    ['o', 'op']
    """
    return {key[:length] for length in HEAD_LENGTHS}


def head_rows(head: str, found: Iterable[Numbered]) -> list[tuple[str, int, int]]:
    """The rows of a short beginning: the numbers of the best of its keys, in order."""
    best = sorted((-key.weight, key.key, key.id, key.kind, n) for n, key in found)[:HEADS_KEPT]
    return [(head, place, n) for place, (*_, n) in enumerate(best)]
