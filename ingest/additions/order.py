"""Where new rulings stand in the order of the record: newest first, in the order of the sources within a day."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date as Date
from pathlib import Path

import numpy as np

from ingest.additions.before import Before
from ingest.assemble import Assembled
from ingest.errors import NotPatched, SnapshotError
from ingest.feeds import NAMES
from ingest.index.arrays import Ints, Names
from ingest.index.engine import TABLES
from ingest.index.tables import Texts, Units
from ingest.model import Entry
from ingest.snapshot import INDEX

Place = tuple[str, int]
"""Where a ruling is read first: its file, its entry there."""


def follows(assembled: Assembled, before: Before) -> dict[str, str | None]:
    """After which ruling each new one stands; None after none. Raises `NotPatched` where others move."""
    return _Order(assembled, before).follows()


class _Order:
    """The order of the record as it is with new rulings, day by day as it is asked for.

    What feeds state keeps its order within a day: they may list the same in another one tomorrow.
    """

    def __init__(self, assembled: Assembled, before: Before) -> None:
        self._new, self._entries, self._before = assembled.rulings, assembled.entries, before
        self._ids, self._ordinals = _days(before.snapshot.path / INDEX / TABLES)
        self._feeds = {source.path for source in before.store.sources() if source.format in NAMES}
        self._known: dict[int, list[str]] = {}

    def follows(self) -> dict[str, str | None]:
        """See the function."""
        found: dict[str, str | None] = {}
        for day in dict.fromkeys(ordinal(ruling.date) for ruling in self._new):
            last = self._last_before(day)
            for id in self._of_day(day):
                if id in self._entries:
                    found[id] = last
                last = id
        return found

    def _of_day(self, day: int) -> list[str]:
        """The rulings of a day, new ones and those that stay."""
        if day not in self._known:
            self._known[day] = self._ordered(day)
        return self._known[day]

    def _ordered(self, day: int) -> list[str]:
        was = self._held(day)
        stay = [id for id in was if id not in self._before.gone]
        new = [ruling.id for ruling in self._new if ordinal(ruling.date) == day]
        places = {id: read_first(self._before.stand(id).entries) for id in stay}
        places |= {id: read_first(self._entries[id]) for id in new}
        every = sorted(places, key=places.__getitem__)
        fed = {id for id in every if self._is_fed(id)} if self._feeds else set()
        rank = {id: at for at, id in enumerate(was)}
        kept = iter(sorted((id for id in every if id in fed), key=lambda id: rank.get(id, len(rank))))
        ordered = [next(kept) if id in fed else id for id in every]
        if [id for id in ordered if id not in self._entries] != stay:
            raise NotPatched("rulings of before stand in another order")
        return ordered

    def _is_fed(self, id: str) -> bool:
        entries = self._entries.get(id) or self._before.stand(id).entries
        return any(entry.file in self._feeds for entry in entries)

    def _held(self, day: int) -> list[str]:
        ids = self._ids[np.flatnonzero(self._ordinals == day)]
        return self._before.store.in_order([id.decode() for id in ids.tolist()])

    def _last_before(self, day: int) -> str | None:
        """The last ruling of the day before this one in the order; a new one where that is the last."""
        days = {*self._ordinals[self._ordinals > day].tolist()}
        days |= {ordinal(ruling.date) for ruling in self._new if ordinal(ruling.date) > day}
        for newer in sorted(days):
            if ids := self._of_day(newer):
                return ids[-1]
        return None


def _days(tables: Path) -> tuple[Names, Ints]:
    """The id of each ruling and its day, 0 for none."""
    try:
        rulings, texts = Units.load(tables, "rulings"), Texts.load(tables, "texts")
    except SnapshotError as error:
        raise NotPatched(str(error)) from error
    return rulings.ids, texts.days[rulings.texts.values[rulings.texts.starts[:-1]]]


def read_first(entries: Iterable[Entry]) -> Place:
    """Where what these entries state is read first."""
    return min((entry.file, entry.number) for entry in entries)


def ordinal(day: Date | None) -> int:
    """The number of a day, 0 for none."""
    return day.toordinal() if day else 0
