"""A second look at the first hits: what was asked may stand together in a text, or scattered over it.

An index adds up what a text holds, wherever it stands: a long ruling that speaks of each
thing in another sentence adds up to as much as the one that answers. So the first hits are
ordered anew: by how many of the concepts asked for stand within the reach of a clause, and
whether the text opens with them, for a ruling opens with what it is about.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from msgspec import Struct
from msgspec.json import Decoder

from app.search.concepts import CARD
from app.search.expand import Expanded
from ingest.index.arrays import Floats, Ints, Mask
from ingest.index.contract import Clause, Plan, Row
from ingest.mentions import Mentioned

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
NAMED = 6.0
"""What a card that was named weighs, beside concepts that weigh what they are rare: as much as a rare mechanic."""
PART = 0.5
"""A hit that holds less than this of what the best holds is only part of an answer."""
_TEXT, _FAMILY = 1 << 17, 1 << 33
"""What a place is raised by from text to text, from family to family: more than a text is long, a family wide."""
_FAR = 1 << 62
_EXACT = 1 << 40
"""Weights are rounded to parts so small that their sums are exact: what says the same weighs the same."""


class _Lang(Struct):
    lang: str


_read_lang = Decoder(_Lang).decode


@dataclass(frozen=True, slots=True)
class Sought:
    """What a clause asks for: things, each with the ways in which it may be said.

    `weights` has what each way weighs, `first` where the ways of each thing begin, `ways` by way and
    concept which concepts say it so, `concepts` the numbers of these in their order, `whole` what all
    things weigh together.
    """

    weights: Floats
    first: Ints
    ways: Mask
    concepts: Ints
    whole: float


def looks_again(plan: Plan) -> bool:
    """Whether a page of this plan is one whose hits are ordered anew."""
    asks = any(clause.concepts for clause in plan.clauses)
    return asks and plan.sort == "relevance" and plan.collapse == "family" and plan.offset < LOOKED_AT


def closest_first(
    knowledge: Knowledge, rows: Sequence[Row], expanded: Expanded, start: int, end: int
) -> tuple[Row, ...]:
    """The rows of a page, from `start` to `end`, in their new order: by score, then the newest, then by id."""
    again = rows[:LOOKED_AT]
    mentioned = knowledge.synopses.mentioned([row.id for row in again], expanded.plan.speaks_of)
    heard = _in_languages(knowledge, again, mentioned, expanded.plan.scope.langs)
    clauses = np.array([row.clause for row in again], np.intp)
    rises, holds = np.zeros(len(again)), np.zeros(len(again))
    for number in set(clauses.tolist()):
        sought = _sought(knowledge, expanded.plan.clauses[number])
        if sought:
            own = heard if len(expanded.plan.clauses) == 1 else heard.only(clauses[heard.owners] == number)
            rise, most = _rises(own, sought)
            np.maximum(rises, rise, out=rises)
            np.maximum(holds, most, out=holds)
    partial = _partial(again, clauses, holds + _named(again, expanded)).tolist()
    scores = [round(row.score * (1 + rise), 5) for row, rise in zip(again, rises.tolist(), strict=True)]
    order = sorted(range(len(again)), key=lambda at: (-scores[at], -mentioned.days[at], again[at].id))
    scored = (again[at]._replace(score=scores[at], partial=partial[at]) for at in order[start:end])
    return (*scored, *rows[max(start, len(again)) : end])


def _named(rows: Sequence[Row], expanded: Expanded) -> Floats:
    """What the cards weigh together that each row stands on of those that were named."""
    named = [
        {number: weight * NAMED for number, (name, weight) in enumerate(clause.concepts) if name.startswith(CARD)}
        for clause in expanded.plan.clauses
    ]
    if not any(named):
        return np.zeros(len(rows))
    return np.array([sum([named[row.clause].get(number, 0.0) for number in row.concepts]) for row in rows])


def _partial(rows: Sequence[Row], clauses: Ints, holds: Floats) -> Mask:
    """Which rows hold much less of what was asked than the best row of their clause does."""
    best = np.zeros(int(clauses.max(initial=0)) + 1)
    np.maximum.at(best, clauses, holds)
    return holds < PART * best[clauses]


def _in_languages(knowledge: Knowledge, rows: Sequence[Row], mentioned: Mentioned, langs: Sequence[str]) -> Mentioned:
    """What is said in texts of some languages; all of it where none are named."""
    if not langs:
        return mentioned
    held = knowledge.synopses.of([row.id for row in rows])
    spoken = {
        (family, text)
        for family, kept in enumerate(held)
        for text, version in enumerate(kept.synopsis.versions if kept else ())
        if _read_lang(version).lang in langs
    }
    places = zip(mentioned.owners.tolist(), mentioned.texts.tolist(), strict=True)
    return mentioned.only(np.fromiter((place in spoken for place in places), np.bool_))


def _sought(knowledge: Knowledge, clause: Clause) -> Sought | None:
    """What a clause asks for, each concept as rare as it is in all rulings; None where no text speaks of it."""
    weights = [weight * knowledge.catalogue.weights.get(name, 0.0) for name, weight in clause.concepts]
    asked = [(name, number, weights[number]) for number, (name, _) in enumerate(clause.concepts)]
    for at, others in enumerate(clause.related):
        own = clause.concepts[at][1]
        asked += [(name, at, weights[at] * (RELATED if weight < own else 1)) for name, weight in others]
    concepts = knowledge.synopses.mentions
    told = [
        (number, thing, round(weight * _EXACT) / _EXACT)
        for number, (_, thing, weight) in zip(concepts.numbers_of([name for name, _, _ in asked]), asked, strict=True)
        if number >= 0
    ]
    whole = sum(weights)
    return _arranged(told, whole) if told and whole else None


def _arranged(told: Sequence[tuple[int, int, float]], whole: float) -> Sought:
    """What is sought, of rows that each say by number which concept says which thing, and what that weighs."""
    levels = sorted({(thing, weight) for _, thing, weight in told})
    numbers = sorted({number for number, _, _ in told})
    ways = np.zeros((len(levels), len(numbers)), np.bool_)
    place = {level: row for row, level in enumerate(levels)}
    column = {number: at for at, number in enumerate(numbers)}
    ways[[place[one[1:]] for one in told], [column[number] for number, _, _ in told]] = True
    things = np.array([thing for thing, _ in levels])
    first = np.flatnonzero(np.append(True, things[1:] != things[:-1]))
    return Sought(np.array([weight for _, weight in levels]), first, ways, np.array(numbers), whole)


def _rises(mentioned: Mentioned, sought: Sought) -> tuple[Floats, Floats]:
    """How much the score of each family rises, and what the stretch weighs by which it does.

    That is of the text in which what was asked stands closest.
    """
    rises, holds = (np.zeros(len(mentioned.days)) for _ in range(2))
    columns = sought.concepts.searchsorted(mentioned.concepts)
    (kept,) = (sought.concepts.take(columns, mode="clip") == mentioned.concepts).nonzero()
    if not len(kept):
        return rises, holds
    told, columns = mentioned.only(kept), columns[kept]
    starts = told.starts.astype(np.int64)
    texts = told.owners * _FAMILY + told.texts * np.int64(_TEXT)
    weighs = stretches(texts + starts, sought.ways[:, columns], sought)
    first = np.flatnonzero(np.append(True, texts[1:] != texts[:-1]))
    most = np.repeat(np.maximum.reduceat(weighs, first), np.diff(np.append(first, len(texts))))
    # The first of the stretches that say most is the one nearest to the opening: it gives the most here.
    closeness = most / sought.whole * (TOGETHER + OPENS / (1 + starts / OPENING)) * (weighs == most)
    np.maximum.at(rises, told.owners, closeness)
    np.maximum.at(holds, told.owners, most)
    return rises, holds


def stretches(places: Ints, said: Mask, sought: Sought) -> Floats:
    """What the stretch of `REACH` that begins at each place says, in weight: each thing once, in its weightiest way.

    `places` rise; `said` tells by way and place what is said there.

    >>> two = Sought(np.array([2.0, 3.0]), np.array([0, 1]), np.eye(2, 3) > 0, np.zeros(0), 5.0)
    >>> stretches(np.array([0, 90, 100, 110]), np.array([[1, 0, 1, 1], [0, 1, 0, 0]]) > 0, two).tolist()
    [2.0, 5.0, 2.0, 2.0]
    """
    where = np.where(said, places, _FAR)
    following = np.minimum.accumulate(where[:, ::-1], axis=1)[:, ::-1]
    reached = np.where(following <= places + REACH, sought.weights[:, None], 0.0)
    return np.maximum.reduceat(reached, sought.first, axis=0).sum(axis=0)
