"""A second look at the first hits: what was asked may stand together in a text, or scattered over it.

An index adds up what a text holds, wherever it stands: a long ruling that speaks of each
thing in another sentence adds up to as much as the one that answers. So the first hits are
ordered anew: by how many of the concepts asked for stand within the reach of a clause, and
whether the text opens with them, for a ruling opens with what it is about.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date as Date
from typing import TYPE_CHECKING

import numpy as np
from msgspec import Struct
from msgspec.json import Decoder

from app.search.expand import Expanded
from ingest.index.contract import Clause, Plan, Row, Scope
from ingest.index.spots import CONCEPT
from ingest.synopses import Kept

if TYPE_CHECKING:
    from app.services import Knowledge

LOOKED_AT = 40
"""So many hits are looked at again; those behind them stay where they are."""
REACH, OPENING = 60, 40
"""Within how many characters things stand together; after how many what a text opens with counts half."""
TOGETHER, OPENS = 1.0, 0.2
"""How much a score rises where all stands together, and where a text opens with it."""
RELATED = 0.75
"""Part of its weight that a concept has where another stands for it."""

Told = list[tuple[int, int, float]]
"""What a text says of what was asked: where, which of it, and what that weighs."""


class _Lang(Struct):
    lang: str


_read_lang = Decoder(_Lang).decode


@dataclass(frozen=True, slots=True)
class _Sought:
    """The concepts of a clause: by the number of a name which of them it stands for, and their weight together."""

    named: Mapping[int, Sequence[tuple[int, float]]]
    whole: float


def looks_again(plan: Plan) -> bool:
    """Whether a page of this plan is one whose hits are ordered anew."""
    asks = any(clause.concepts for clause in plan.clauses)
    return asks and plan.sort == "relevance" and plan.collapse == "family" and plan.offset < LOOKED_AT


def closest_first(knowledge: Knowledge, rows: Sequence[Row], expanded: Expanded) -> tuple[Row, ...]:
    """The rows in their new order: by score, then the newest, then by id."""
    again = rows[:LOOKED_AT]
    held = knowledge.synopses.of([row.id for row in again])
    sought = [_sought(knowledge, clause) for clause in expanded.plan.clauses]
    raised = [*again]
    for clause, one in enumerate(sought):
        places = [at for at, row in enumerate(again) if row.clause == clause and held[at]]
        kept = [family for at in places if (family := held[at])]
        for at, rise in zip(places, _rises(kept, one, expanded.plan.scope), strict=True):
            raised[at] = again[at]._replace(score=round(again[at].score * (1 + rise), 5))
    days = {row.id: _day(one) for row, one in zip(again, held, strict=True)}
    return (*sorted(raised, key=lambda row: (-row.score, -days[row.id], row.id)), *rows[LOOKED_AT:])


def _day(kept: Kept | None) -> int:
    day = kept.synopsis.date if kept else None
    return Date.fromisoformat(day).toordinal() if day else 0


def _sought(knowledge: Knowledge, clause: Clause) -> _Sought:
    """What a clause asks for, each concept as rare as it is in all rulings."""
    related = dict(enumerate(clause.related))
    weights = [weight * knowledge.catalogue.weights.get(name, 0.0) for name, weight in clause.concepts]
    asked = [(name, number, weights[number]) for number, (name, _) in enumerate(clause.concepts)]
    asked += [(name, at, weights[at] * RELATED) for at, others in related.items() for name, _ in others]
    named: defaultdict[int, list[tuple[int, float]]] = defaultdict(list)
    numbers = knowledge.synopses.names.numbers_of([CONCEPT + name for name, _, _ in asked])
    for number, (_, at, weight) in zip(numbers, asked, strict=True):
        named[number].append((at, weight))
    named.pop(-1, None)  # what stands nowhere
    return _Sought(named, sum(weights))


def _rises(families: Sequence[Kept], sought: _Sought, scope: Scope) -> list[float]:
    """How much the score of each family rises: by that text of it in which what was asked stands closest."""
    rises = [0.0] * len(families)
    if not families or not sought.named or not sought.whole:
        return rises
    texts = [(family, version) for family, kept in enumerate(families) for version in range(len(kept.counts))]
    for text, told in _told(families, sought).items():
        family, version = texts[text]
        if not scope.langs or _read_lang(families[family].synopsis.versions[version]).lang in scope.langs:
            rises[family] = max(rises[family], _closeness(sorted(told), sought.whole))
    return rises


def _told(families: Sequence[Kept], sought: _Sought) -> Mapping[int, Told]:
    """What each text that says anything of what was asked says of it; texts are numbered from family to family."""
    names, starts = (np.concatenate([kept.block[column] for kept in families]) for column in ("name", "start"))
    counts = [count for kept in families for count in kept.counts]
    at = np.flatnonzero(np.isin(names, list(sought.named)))  # all at once: most of them say something else
    texts = np.repeat(np.arange(len(counts)), counts)[at]
    told: defaultdict[int, Told] = defaultdict(list)
    for text, name, start in zip(texts.tolist(), names[at].tolist(), starts[at].tolist(), strict=True):
        told[text] += [(start, *one) for one in sought.named[name]]
    return told


def _closeness(told: Told, whole: float) -> float:
    """How much a score rises for one text, told in order: by the stretch of it that says most of what was asked."""
    most, start = stretch(told)
    return most / whole * (TOGETHER + OPENS / (1 + start / OPENING))


def stretch(told: Told) -> tuple[float, int]:
    """What the stretch within `REACH` weighs that says most, each thing once, and where it starts.

    >>> stretch([(0, 0, 2.0), (90, 1, 3.0), (100, 0, 2.0), (110, 0, 2.0)])
    (5.0, 90)
    """
    most, begins = 0.0, 0
    for at, (start, _, _) in enumerate(told):
        held: dict[int, float] = {}
        for place, number, weight in told[at:]:
            if place - start > REACH:
                break
            held[number] = max(weight, held.get(number, 0.0))
        if (weighs := sum(held.values())) > most:
            most, begins = weighs, start
    return most, begins
