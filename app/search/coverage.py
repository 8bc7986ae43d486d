"""How much there is in each language, and who it is by: by mechanic, card or year. No HTTP."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ingest.index.contract import Plan, Scope
from ingest.model import LANGUAGES

if TYPE_CHECKING:
    from app.services import Knowledge

KINDS = {"mechanic": "mechanics", "card": "cards", "year": "years"}
"""What lines may be, and the facet of the index that counts them."""

UNITS = ("family", "none")
STATES = ("official", "community", "unstated", "machine", "missing")
"""Who the versions are by, the most to be relied on first, and that there is none."""

ORDERS = ("most", *LANGUAGES)
"""By how many there are, or by how many are missing in a language."""

EVERY = 1_000_000
KEPT = 12

Cell = tuple[str, str]
"""A language and a state."""


@dataclass(frozen=True, slots=True)
class Line:
    """A mechanic, card or year by its id: how many it has, and how many of them in each state."""

    id: str
    total: int
    counts: Mapping[Cell, int]


@dataclass(frozen=True, slots=True)
class Coverage:
    """The lines, most first, and the same for everything."""

    every: Line
    lines: tuple[Line, ...]


_kept: OrderedDict[tuple[str, str, str, str], Coverage] = OrderedDict()
_lock = threading.Lock()


def coverage(knowledge: Knowledge, by: str, unit: str = "family", order: str = "most") -> Coverage:
    """The coverage by one of `KINDS`, counted in families or rulings (`none`), in one of `ORDERS`.

    A family with versions of two origins in a language counts under both. Years count rulings:
    a statement may stand in several years, a ruling stands in one.
    """
    unit = "none" if by == "year" else unit
    key = (knowledge.snapshot, by, unit, order)
    with _lock:
        if key in _kept:
            _kept.move_to_end(key)
            return _kept[key]
    made = _made(knowledge, by, unit, order)
    with _lock:
        _kept[key] = made
        while len(_kept) > KEPT:
            _kept.popitem(last=False)
    return made


def scopes() -> Iterator[tuple[Cell, Scope]]:
    """Each cell with the filters that leave what it counts."""
    for lang in LANGUAGES:
        for state in STATES[:-1]:
            yield (lang, state), Scope(langs=(lang,), origins=(state,))
        yield (lang, STATES[-1]), Scope(lacks=(lang,))


def _made(knowledge: Knowledge, by: str, unit: str, order: str) -> Coverage:
    total, lines = _counted(knowledge, Scope(), by, unit)
    everything: dict[Cell, int] = {}
    counts: dict[str, dict[Cell, int]] = {id: {} for id in lines}
    for cell, scope in scopes():
        everything[cell], found = _counted(knowledge, scope, by, unit)
        for id, count in found.items():
            counts[id][cell] = count
    made = [Line(id, lines[id], counts[id]) for id in lines]
    return Coverage(Line("", total, everything), tuple(sorted(made, key=lambda line: _rank(line, by, order))))


def _rank(line: Line, by: str, order: str) -> tuple[int, str]:
    if order != "most":
        return -line.counts.get((order, STATES[-1]), 0), line.id
    return (-int(line.id) if by == "year" and line.id.isdigit() else -line.total), line.id


def _counted(knowledge: Knowledge, scope: Scope, by: str, unit: str) -> tuple[int, dict[str, int]]:
    collapse = "none" if unit == "none" else "family"
    plan = Plan(scope=scope, sort="date", collapse=collapse, limit=0, facet_values=EVERY)  # type: ignore[arg-type]
    answer = knowledge.engine.search(plan)
    return answer.total, dict(answer.facets.get(KINDS[by], ()))


def names_of_line(knowledge: Knowledge, by: str, id: str) -> Mapping[str, str]:
    """The names of a line's mechanic or card in every language it has one in; of a year none."""
    noun = knowledge.store.card(id) if by == "card" else knowledge.terms.get(id) if by == "mechanic" else None
    return noun.names if noun else {}
