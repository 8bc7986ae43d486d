"""Families as a part of the pack holds them, each taken apart from the others so that some can go and others come."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date as Date
from itertools import accumulate
from typing import Any

from ingest.pack.parts import gaps

UNDATED = "~"
"""Stands behind every day."""


@dataclass(frozen=True, slots=True)
class Held:
    """A family in a part: its rulings as rows, the cards that these count places in, the terms of its texts."""

    rows: Sequence[list[Any]]
    cards: Sequence[str]
    terms: Sequence[str]

    @property
    def rulings(self) -> list[str]:
        """The ids of its rulings."""
        return [row[0] for row in self.rows]

    @property
    def age(self) -> tuple[int, str]:
        """The day of its oldest ruling, 0 where one has none, and its id."""
        id = min((row[1] or UNDATED, row[0]) for row in self.rows)[1]
        return min(Date.fromisoformat(row[1]).toordinal() if row[1] else 0 for row in self.rows), id


def taken_apart(part: Mapping[str, Any]) -> list[Held]:
    """The families of a part, in their order."""
    terms: list[list[str]] = [[] for _ in part["families"]]
    for term, steps in part["terms"].items():
        for place in accumulate(steps):
            terms[place].append(term)
    return [Held(rows, part["cards"], held) for rows, held in zip(part["families"], terms, strict=True)]


def put_together(families: Iterable[Held]) -> dict[str, Any]:
    """The part that holds these families.

    >>> part = {"cards": ["opt"], "terms": {"scry": [0, 1]}, "families": [[["a", "", [0], []]], [["b", "", [], []]]]}
    >>> put_together(taken_apart(part)) == part
    True
    """
    cards: dict[str, int] = {}
    holders: dict[str, list[int]] = {}
    rows = []
    for place, family in enumerate(families):
        rows.append([_row(row, family.cards, cards) for row in family.rows])
        for term in family.terms:
            holders.setdefault(term, []).append(place)
    return {"cards": list(cards), "terms": {term: gaps(holders[term]) for term in sorted(holders)}, "families": rows}


def _row(row: Sequence[Any], held: Sequence[str], cards: dict[str, int]) -> list[Any]:
    id, day, places, texts = row
    return [id, day, [cards.setdefault(held[place], len(cards)) for place in places], texts]
