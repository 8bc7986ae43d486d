"""Reads the record of a snapshot; any number of threads may ask at once."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property, lru_cache, partial
from pathlib import Path
from typing import Any

from ingest.errors import Problem, SnapshotError
from ingest.model import Card, Family, Finding, Relation, Ruling, Source, Term
from ingest.store import completions, findings
from ingest.store.connections import Connections
from ingest.store.counting import texts_with
from ingest.store.history import PastOfRecord
from ingest.store.rows import card_of, term_of
from ingest.store.schema import READABLE, ruling_of
from ingest.store.spans import unpack
from ingest.suggestions import Key

_AT_ONCE = 500
"""Values that are asked for in one statement."""
_NTH = "SELECT n FROM rulings ORDER BY n LIMIT 1 OFFSET ?"


class Store(PastOfRecord):
    """The record of one snapshot, read-only.

    Raises `SnapshotError` where the file is missing, damaged or of another version.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._record = record = Connections(path)
        try:
            version = self.meta("schema")
        except SnapshotError:
            record.close()
            raise
        if version not in map(str, READABLE):
            record.close()
            raise SnapshotError("written by another version", where=str(path), hint="run rosetta build")
        # These hold the connections and not the store: no cycle keeps a store open that nobody has.
        self.ruling = lru_cache(maxsize=20_000)(partial(_ruling, record))
        self.family = lru_cache(maxsize=20_000)(partial(_family, record))
        self.card = lru_cache(maxsize=20_000)(partial(_card, record))

    def close(self) -> None:
        """Closes the connections of every thread."""
        self._record.close()

    def _rows(self, statement: str, values: Sequence[object] = ()) -> list[tuple[Any, ...]]:
        return self._record.rows(statement, values)

    def _one(self, statement: str, *values: object) -> Any:
        return self._record.one(statement, *values)

    # --- rulings ---

    def rulings(self, ids: Iterable[str]) -> list[Ruling]:
        """The rulings with these ids, in that order; unknown ids are left out."""
        found = (self.ruling(id) for id in ids)
        return [ruling for ruling in found if ruling]

    def list_rulings(self, offset: int = 0, limit: int = 20) -> list[Ruling]:
        """A stretch of all rulings: newest first, in the order of the sources within a day."""
        rows = self._rows(f"SELECT data FROM rulings WHERE n >= ({_NTH}) ORDER BY n LIMIT ?", (max(offset, 0), limit))
        return [ruling_of(data) for (data,) in rows]

    def term_spans(self, texts: Sequence[str]) -> dict[str, list[tuple[str, int, int]]]:
        """Where the catalogue's terms stand in some texts: term, start, end; a text without any is left out."""
        marks = ",".join("?" * len(texts))
        rows = self._rows(f"SELECT text, data FROM spans WHERE text IN ({marks})", texts)
        return {text: [(self._numbered[n], start, end) for n, start, end in unpack(data)] for text, data in rows}

    @cached_property
    def texts_with_terms(self) -> dict[str, dict[str, int]]:
        """In how many texts of each language the terms stand, by term; one that stands in none is left out."""
        rows = self._rows("SELECT lang, data FROM spans JOIN texts ON texts.id = spans.text")
        return texts_with(rows, self._numbered)

    @cached_property
    def _numbered(self) -> list[str]:
        return [id for (id,) in self._rows("SELECT id FROM terms ORDER BY id")]

    def ruling_ids(self) -> list[str]:
        """The ids of all rulings, in their order."""
        return [id for (id,) in self._rows("SELECT id FROM rulings ORDER BY n")]

    def in_order(self, ids: Sequence[str]) -> list[str]:
        """Some rulings' ids, in the order of all rulings."""
        rows: list[tuple[int, str]] = []
        for at in range(0, len(ids), _AT_ONCE):
            some = ids[at : at + _AT_ONCE]
            rows += self._rows(f"SELECT n, id FROM rulings WHERE id IN ({','.join('?' * len(some))})", some)
        return [id for _, id in sorted(rows)]

    def count_rulings(self) -> int:
        """How many rulings there are."""
        return int(self._one("SELECT count(*) FROM rulings"))

    def family_of(self, ruling: str) -> str | None:
        """The id of the family that a ruling is in, or None for an unknown ruling."""
        return self._one("SELECT family FROM rulings WHERE id = ?", ruling)

    def families(self) -> list[Family]:
        """Every family."""
        rows = self._rows("SELECT id, rulings FROM families ORDER BY id")
        return [Family(id, tuple(json.loads(rulings))) for id, rulings in rows]

    def relations(self, ruling: str) -> list[Relation]:
        """The typed relations a ruling stands in, seen from it (`a` is always this ruling)."""
        rows = self._rows(
            "SELECT a, b, kind, reason, score FROM relations WHERE a = ? UNION ALL "
            "SELECT b, a, kind, reason, score FROM relations WHERE b = ?",
            (ruling, ruling),
        )
        return sorted(
            (Relation(*row) for row in rows), key=lambda relation: (relation.kind, -relation.score, relation.b)
        )

    # --- catalogue ---

    def cards_of(self, ids: Sequence[str]) -> list[Card | None]:
        """The card of each id, None for an unknown one; those not known yet are read at once."""
        marks = ",".join("?" * len(ids))
        held = dict(self._rows(f"SELECT id, data FROM cards WHERE id IN ({marks})", ids))
        return [card_of(held[id]) if id in held else None for id in ids]

    def cards(self, offset: int = 0, limit: int = 100) -> list[tuple[Card, int]]:
        """A stretch of the cards that rulings stand on, by name, each with how many."""
        rows = self._rows(
            "SELECT data, rulings FROM cards WHERE rulings > 0 ORDER BY name, id LIMIT ? OFFSET ?", (limit, offset)
        )
        return [(card_of(data), count) for data, count in rows]

    def named_cards(self) -> list[Card]:
        """Every card that rulings stand on or name."""
        return [card_of(data) for (data,) in self._rows("SELECT data FROM cards ORDER BY id")]

    def count_cards(self) -> int:
        """How many cards rulings stand on."""
        return int(self._one("SELECT count(*) FROM cards WHERE rulings > 0"))

    def card_rulings(self, card: str, role: str = "subject") -> list[str]:
        """The ids of a card's rulings, newest first; `role` `mention` gives those that only name it."""
        return self._linked("card", card, "AND role = ?", (role,))

    def mechanic_rulings(self, mechanic: str) -> list[str]:
        """The ids of the rulings about or listing a mechanic, newest first."""
        return self._linked("mechanic", mechanic)

    def speaks_of(self, mechanic: str) -> bool:
        """Whether any ruling is about a mechanic or lists it."""
        return bool(self._one("SELECT 1 FROM links WHERE kind = 'mechanic' AND target = ? LIMIT 1", mechanic))

    def _linked(self, kind: str, target: str, more: str = "", values: Sequence[object] = ()) -> list[str]:
        rows = self._rows(
            f"SELECT id FROM links JOIN rulings USING (n) WHERE kind = ? AND target = ? {more} ORDER BY n",
            (kind, target, *values),
        )
        return [id for (id,) in rows]

    def term(self, id: str) -> Term | None:
        """The catalogue's term with this id, or None."""
        data = self._one("SELECT data FROM terms WHERE id = ?", id)
        return term_of(data) if data else None

    def terms(self) -> list[Term]:
        """Every term of the catalogue, by id."""
        return [term_of(data) for (data,) in self._rows("SELECT data FROM terms ORDER BY id")]

    def mechanics(self) -> list[tuple[Term, int]]:
        """Every mechanic by id, each with how many rulings it has."""
        rows = self._rows("SELECT data, rulings FROM terms WHERE mechanic = 1 ORDER BY id")
        return [(term_of(data), count) for data, count in rows]

    def suggestions(self, beginning: str, limit: int = 20) -> list[Key]:
        """The keys that start with a folded beginning, the weightiest first."""
        return completions.suggested(self._record, beginning, limit)

    # --- notes ---

    def meta(self, key: str) -> str | None:
        """A fact about the snapshot, or None."""
        return self._one("SELECT value FROM meta WHERE key = ?", key)

    def sources(self) -> list[Source]:
        """The files and feeds the snapshot was built from."""
        columns = "path, format, sha256, attribution, licence"
        return [Source(*row) for row in self._rows(f"SELECT {columns} FROM sources ORDER BY path")]

    def problems(self) -> list[Problem]:
        """What was noticed while reading the sources."""
        return [
            Problem(*row) for row in self._rows("SELECT file, line, code, severity, detail FROM problems ORDER BY n")
        ]

    def findings(
        self,
        check: str | None = None,
        severity: str | None = None,
        lang: str | None = None,
        card: str | None = None,
        offset: int = 0,
        limit: int = 20,
        ruling: str | None = None,
        lacking: str = "",
    ) -> tuple[int, list[Finding]]:
        """How many findings match, and a stretch of them; a filter that is None narrows nothing.

        What the check `lacking` says where the language asked for was expected comes too, last.
        """
        asked = {"check": check, "severity": severity, "lang": lang, "card": card, "ruling": ruling}
        wanted = {name: value for name, value in asked.items() if value}
        total = findings.count(self._record, wanted, lacking)
        return total, findings.select(self._record, wanted, lacking, offset, limit) if limit else []

    def tally_findings(self, by: str, wanted: Mapping[str, str], lacking: str = "") -> dict[str, int]:
        """How many findings each check, severity or language (`by`) has beside the other filters."""
        return findings.tally(self._record, by, wanted, lacking)


def _ruling(record: Connections, id: str) -> Ruling | None:
    data = record.one("SELECT data FROM rulings WHERE id = ?", id)
    return ruling_of(data) if data else None


def _family(record: Connections, id: str) -> Family | None:
    """The family with this id, or None."""
    rulings = record.one("SELECT rulings FROM families WHERE id = ?", id)
    return Family(id, tuple(json.loads(rulings))) if rulings else None


def _card(record: Connections, id: str) -> Card | None:
    data = record.one("SELECT data FROM cards WHERE id = ?", id)
    return card_of(data) if data else None
