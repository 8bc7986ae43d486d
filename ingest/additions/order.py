"""Where new rulings stand in the order of the record: newest first, in the order of the sources within a day."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence
from datetime import date as Date
from pathlib import Path

import numpy as np

from ingest.additions.before import Before
from ingest.errors import NotPatched, SnapshotError
from ingest.index.arrays import Ints, Names
from ingest.index.engine import TABLES
from ingest.index.tables import Texts, Units
from ingest.model import Entry, Ruling
from ingest.snapshot import INDEX

Place = tuple[str, int]
"""Where a ruling is read first: its file, its entry there."""


def follows(rulings: Sequence[Ruling], entries: Mapping[str, Sequence[Entry]], before: Before) -> dict[str, str | None]:
    """After which ruling each of some new ones stands, in their order; None after none.

    `rulings` stand newest first, in the order of their sources within a day.
    """
    ids, days = _days(before.snapshot.path / INDEX / TABLES)
    found: dict[str, str | None] = {}
    for day in dict.fromkeys(ruling.date for ruling in rulings):
        held = _in_order(_of_day(ids, days, day), before)
        places = sorted(_first(before.stand(id).entries) for id in held)
        newer = days > _ordinal(day)
        last = _in_order(ids[days == days[newer].min()], before)[-1] if newer.any() else None
        for ruling in (one for one in rulings if one.date == day):
            at = bisect_left(places, _first(entries[ruling.id]))
            found[ruling.id] = held[at - 1] if at else last
    return _in_a_row(rulings, found)


def _in_a_row(rulings: Sequence[Ruling], found: Mapping[str, str | None]) -> dict[str, str | None]:
    """Where several new ones stand after the same ruling, each after the one before it."""
    row: dict[str, str | None] = {}
    last: dict[str | None, str] = {}
    for ruling in rulings:
        after = found[ruling.id]
        row[ruling.id] = last.get(after, after)
        last[after] = ruling.id
    return row


def _days(tables: Path) -> tuple[Names, Ints]:
    """The id of each ruling and its day, 0 for none."""
    try:
        rulings, texts = Units.load(tables, "rulings"), Texts.load(tables, "texts")
    except SnapshotError as error:
        raise NotPatched(str(error)) from error
    return rulings.ids, texts.days[rulings.texts.values[rulings.texts.starts[:-1]]]


def _of_day(ids: Names, days: Ints, day: Date | None) -> Names:
    return ids[np.flatnonzero(days == _ordinal(day))]


def _in_order(ids: Names, before: Before) -> list[str]:
    return before.store.in_order([id.decode() for id in ids.tolist()])


def _first(entries: Iterable[Entry]) -> Place:
    return min((entry.file, entry.number) for entry in entries)


def _ordinal(day: Date | None) -> int:
    return day.toordinal() if day else 0
