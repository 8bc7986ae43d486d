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
from ingest.mentions import CARRIED as TEXTLESS
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
CARRIED = 0.25
"""Part of that by which a score rises for what no text names but all cards of its ruling have."""
PART = 0.5
"""A hit that holds less than this of what the best holds is only part of an answer."""
WEAK = 0.3
"""So is one whose score is less than this of the best, where several things were asked."""
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
    """The rows of a page, from `start` to `end`, in their new order: those first that are not only part of an answer.

    Then by score, the newest, and id.
    """
    again = rows[:LOOKED_AT]
    ids = [row.id for row in again]
    mentioned = knowledge.synopses.mentioned(ids, expanded.plan.speaks_of)
    in_texts = mentioned.texts != TEXTLESS
    carried, said = mentioned.only((~in_texts).nonzero()[0]), mentioned.only(in_texts.nonzero()[0])
    heard = _in_languages(knowledge, again, said, expanded.plan.scope.langs)
    clauses = np.array([row.clause for row in again], np.intp)
    rises, holds = np.zeros(len(again)), np.zeros(len(again))
    for number in set(clauses.tolist()):
        sought = _sought(knowledge, expanded.plan.clauses[number])
        if sought:
            own = heard if len(expanded.plan.clauses) == 1 else heard.only(clauses[heard.owners] == number)
            rise, most = _rises(own, sought, carried)
            np.maximum(rises, rise, out=rises)
            np.maximum(holds, most, out=holds)
    scores = [round(row.score * (1 + rise), 5) for row, rise in zip(again, rises.tolist(), strict=True)]
    little = _far_below(PART, holds + _named(again, expanded), clauses)
    several = np.array([len(clause.concepts) > 1 for clause in expanded.plan.clauses])[clauses]
    partial = (little | several & _far_below(WEAK, np.array(scores), clauses)).tolist()
    order = sorted(range(len(again)), key=lambda at: (partial[at], -scores[at], -mentioned.days[at], ids[at]))
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


def _far_below(part: float, amounts: Floats, clauses: Ints) -> Mask:
    """Which rows have less than a part of what the best row of their clause has."""
    best = np.zeros(int(clauses.max(initial=0)) + 1)
    np.maximum.at(best, clauses, amounts)
    return amounts < part * best[clauses]


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
    rarity = knowledge.catalogue.weights
    weights = [weight * rarity.get(name, 0.0) for name, weight in clause.concepts]
    asked = [(name, number, weights[number]) for number, (name, _) in enumerate(clause.concepts)]
    for at, others in enumerate(clause.related):
        own = clause.concepts[at][1]
        # What stands for a rare thing says no more than it does itself: not all that is exiled is plotted.
        asked += [
            (name, at, weights[at] if weight >= own else min(weights[at] * RELATED, own * rarity.get(name, 0.0)))
            for name, weight in others
        ]
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


def _rises(mentioned: Mentioned, sought: Sought, carried: Mentioned) -> tuple[Floats, Floats]:
    """How much the score of each family rises, and what the stretch weighs by which it does.

    That is of the text in which what was asked stands closest. What the family's cards have counts as near to
    everything: in full for what it holds, little for its score.
    """
    rises, holds = (np.zeros(len(mentioned.days)) for _ in range(2))
    told, columns = _among(mentioned, sought)
    if not len(columns):
        return rises, holds
    starts = told.starts.astype(np.int64)
    texts = told.owners * _FAMILY + told.texts * np.int64(_TEXT)
    said = sought.ways[:, columns]
    weighs = held = stretches(texts + starts, said, sought)
    borne = _borne(carried, sought, len(rises))
    if borne is not None:
        held = stretches(texts + starts, said, sought, borne[:, told.owners])
        weighs = weighs + CARRIED * (held - weighs)
    first = np.flatnonzero(np.append(True, texts[1:] != texts[:-1]))
    most = np.repeat(np.maximum.reduceat(weighs, first), np.diff(np.append(first, len(texts))))
    # The first of the stretches that say most is the one nearest to the opening: it gives the most here.
    closeness = most / sought.whole * (TOGETHER + OPENS / (1 + starts / OPENING)) * (weighs == most)
    np.maximum.at(rises, told.owners, closeness)
    np.maximum.at(holds, told.owners, held)
    return rises, holds


def _among(mentioned: Mentioned, sought: Sought) -> tuple[Mentioned, Ints]:
    """What says some of what is sought, and the column of each."""
    columns = sought.concepts.searchsorted(mentioned.concepts)
    (kept,) = (sought.concepts.take(columns, mode="clip") == mentioned.concepts).nonzero()
    return mentioned.only(kept), columns[kept]


def _borne(carried: Mentioned, sought: Sought, families: int) -> Mask | None:
    """By way and family what its cards have of what is sought; None where no family's have any."""
    asked, columns = _among(carried, sought)
    if not len(columns):
        return None
    borne = np.zeros((len(sought.weights), families), np.bool_)
    np.logical_or.at(borne, (slice(None), asked.owners), sought.ways[:, columns])
    return borne


def stretches(places: Ints, said: Mask, sought: Sought, anyway: Mask | None = None) -> Floats:
    """What the stretch of `REACH` that begins at each place says, in weight: each thing once, in its weightiest way.

    `places` rise; `said` tells by way and place what is said there, `anyway` what counts there whether said or not.

    >>> two = Sought(np.array([2.0, 3.0]), np.array([0, 1]), np.eye(2, 3) > 0, np.zeros(0), 5.0)
    >>> stretches(np.array([0, 90, 100, 110]), np.array([[1, 0, 1, 1], [0, 1, 0, 0]]) > 0, two).tolist()
    [2.0, 5.0, 2.0, 2.0]
    """
    where = np.where(said, places, _FAR)
    following = np.minimum.accumulate(where[:, ::-1], axis=1)[:, ::-1]
    near = following <= places + REACH
    reached = np.where(near if anyway is None else near | anyway, sought.weights[:, None], 0.0)
    return np.maximum.reduceat(reached, sought.first, axis=0).sum(axis=0)
