"""What completes typing, weighed anew where more rulings point to a card or a term."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import replace

from ingest.errors import NotPatched
from ingest.model import Card, Term
from ingest.store.completions import HEADS_KEPT, RANKED, Numbered, head_rows, heads_of, row
from ingest.store.inserting import many
from ingest.suggestions import Key, keys_of, reweighed, worth_of

_COLUMNS = "n, key, weight, kind, id, text, lang"
Thing = tuple[str, str]
"""A kind of key and an id."""


def patch_suggestions(
    database: sqlite3.Connection,
    more: Mapping[Thing, int],
    new: Sequence[Card],
    cards: Mapping[str, Card],
    terms: Mapping[str, Term],
) -> None:
    """Returns nothing; keys weigh what they should where `more` rulings (or fewer) point to things.

    `new` cards have theirs. The best of a short beginning are among its old ones and those that weigh more, unless
    one of the old weighs less.
    """
    counts = dict(_counts(database, more, cards, terms))
    weighed = list(_weighed(database, counts, {card.id for card in new}))
    database.executemany("UPDATE suggestions SET weight = ? WHERE n = ?", [(key.weight, n) for n, key, _ in weighed])
    standing = {("card", card.id): counts["card", card.id][1] for card in new}
    ((last,),) = database.execute("SELECT coalesce(max(n), 0) FROM suggestions")
    added = list(enumerate(keys_of(standing, {card.id: card for card in new}, {}), last + 1))
    many(database, "suggestions", map(row, added))
    lighter = {n for n, key, before in weighed if key.weight < before}
    _patch_heads(database, [*((n, key) for n, key, _ in weighed), *added], lighter)


def _counts(
    database: sqlite3.Connection, more: Mapping[Thing, int], cards: Mapping[str, Card], terms: Mapping[str, Term]
) -> Iterator[tuple[Thing, tuple[int, int]]]:
    """How many rulings pointed to each thing before, and how many do now."""
    for (kind, id), count in more.items():
        if (kind == "mechanic" and id in terms) or (kind == "card" and id in cards):
            statement = "SELECT count(*) FROM links WHERE kind = ? AND target = ?"
            ((now,),) = database.execute(statement, (kind, id))
            called = "term" if kind == "mechanic" and not terms[id].mechanic else kind
            yield (called, id), (now - count, now)


def _weighed(
    database: sqlite3.Connection, counts: Mapping[Thing, tuple[int, int]], new: set[str]
) -> Iterator[tuple[int, Key, float]]:
    """The keys of what other rulings point to, by number, with their new weights; and what each weighed."""
    ids = sorted({id for kind, id in counts if kind != "card" or id not in new})
    marks = ",".join("?" * len(ids))
    for n, *fields in database.execute(f"SELECT {_COLUMNS} FROM suggestions WHERE id IN ({marks})", ids).fetchall():
        key = Key(*fields)
        if (key.kind, key.id) in counts:
            before, now = (worth_of(key.kind, count) for count in counts[key.kind, key.id])
            weight = reweighed(key.weight, before, now)
            if weight is None:
                raise NotPatched(f"a key of {key.id} weighs what none can")
            yield n, replace(key, weight=weight), key.weight


def _patch_heads(database: sqlite3.Connection, touched: Iterable[Numbered], lighter: Set[int]) -> None:
    """Ranks the keys of the short beginnings of these keys anew; all of them where one that was there weighs less."""
    by_head: dict[str, dict[int, Key]] = {}
    for n, key in touched:
        for head in heads_of(key.key):
            by_head.setdefault(head, {})[n] = key
    for head, keys in by_head.items():
        rows = database.execute(
            f"SELECT {_COLUMNS} FROM suggestion_heads JOIN suggestions USING (n) WHERE head = ? ORDER BY place", (head,)
        ).fetchall()
        held = {n: Key(*fields) for n, *fields in rows}
        if lighter.isdisjoint(held):
            ranked = head_rows(head, (held | keys).items())
        else:
            ranked = [(head, place, n) for place, n in enumerate(_best(database, head))]
        if [n for _, _, n in ranked] != list(held):
            database.execute("DELETE FROM suggestion_heads WHERE head = ?", (head,))
            many(database, "suggestion_heads", ranked)


def _best(database: sqlite3.Connection, head: str) -> list[int]:
    """The best of all keys that begin so."""
    statement = f"SELECT n FROM suggestions WHERE key >= ? AND key < ? ORDER BY {RANKED} LIMIT ?"
    return [n for (n,) in database.execute(statement, (head, head + "\U0010ffff", HEADS_KEPT))]
