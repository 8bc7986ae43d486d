"""Where each ruling is stated, without its words: enough to say again what a ruling of before is compared by."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import date as Date
from typing import Any

import numpy as np
import numpy.typing as npt

from ingest.columns import inserted
from ingest.model import Entry

Array = npt.NDArray[Any]


@dataclass(frozen=True, slots=True)
class Stand:
    """The entries of a ruling, without their paragraphs; the cards that they state; the keyword its page turns on."""

    entries: Sequence[Entry]
    cards: Sequence[str]
    turns: str | None


@dataclass(frozen=True, slots=True, eq=False)
class Stands:
    """The stands of rulings: ids in order, where each one's stretch of `data` starts and ends, its JSON."""

    ids: Array
    bounds: Array
    data: Array

    @classmethod
    def of(cls, stands: Mapping[str, Stand]) -> Stands:
        """The stands of rulings by their ids.

        >>> stand = Stand([Entry("a.txt", 3, 9, "Mana Drain", None, None, (), alone=True)], [], "ward")
        >>> Stands.of({"r": stand}).stand("r") == stand
        True
        """
        ids = sorted(stands)
        said = [_json(stands[id]) for id in ids]
        ends = np.cumsum([len(one) for one in said], dtype=np.int64)
        bounds = np.stack([np.append(0, ends)[: len(ends)], ends], axis=1)
        return cls(np.array(ids, np.bytes_), bounds, np.frombuffer(b"".join(said), np.uint8))

    def stand(self, id: str) -> Stand | None:
        """Where a ruling is stated; None for one that is not here."""
        at = int(np.searchsorted(self.ids, id.encode()))
        if at >= len(self.ids) or self.ids[at] != id.encode():
            return None
        turns, cards, *rows = json.loads(self.data[int(self.bounds[at, 0]) : int(self.bounds[at, 1])].tobytes())
        return Stand([_entry(*row) for row in rows], cards, turns)

    def without(self, ids: Collection[str]) -> Stands:
        """These without those of some rulings; what was said of them is left where it stands."""
        stay = ~np.isin(self.ids, np.array(sorted(ids), np.bytes_))
        return Stands(self.ids[stay], self.bounds[stay], self.data)

    def with_more(self, more: Stands) -> Stands:
        """These and more."""
        at = np.searchsorted(self.ids, more.ids)
        bounds = np.insert(self.bounds, at, more.bounds + len(self.data), axis=0)
        return Stands(inserted(self.ids, at, more.ids), bounds, np.append(self.data, more.data))

    def whole(self) -> bool:
        """Whether all parts are as long as each other, and point at what is there."""
        return self.bounds.shape == (len(self.ids), 2) and int(self.bounds.max(initial=0)) <= len(self.data)


def _json(stand: Stand) -> bytes:
    held = [stand.turns, stand.cards, *map(_row, stand.entries)]
    return json.dumps(held, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "surrogatepass")


def _row(entry: Entry) -> list[object]:
    day = entry.date.isoformat() if entry.date else None
    place = (entry.file, entry.number, entry.line, entry.heading, day)
    return [*place, entry.label, entry.card, entry.oracle_id, entry.alone]


def _entry(
    file: str,
    number: int,
    line: int,
    heading: str | None,
    day: str | None,
    label: str | None,
    card: str | None,
    oracle_id: str | None,
    alone: bool,
) -> Entry:
    date = Date.fromisoformat(day) if day else None
    return Entry(file, number, line, heading, date, label, (), card, oracle_id, alone)
