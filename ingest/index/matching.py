"""One clause of a plan against the tables: which units match, how well, in which texts.

Names are looked up first (`prepare`), then units are matched and scored (`match`).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain, repeat
from typing import NamedTuple

import numpy as np

from ingest.index.arrays import Floats, Ints, Mask
from ingest.index.contract import Clause, Exclusion, Phrase, Weighted
from ingest.index.parts import Ask, Part
from ingest.index.phrases import texts_with
from ingest.index.race import Race
from ingest.index.scoring import CUT, LITERAL, PHRASE_WEIGHT, final_scores
from ingest.index.selection import Selection
from ingest.index.tables import Units, Vocabularies, Vocabulary
from ingest.index.tally import LEAST, Tally

_FEW = 4
"""Units that filters leave are looked up one by one where there are this many times fewer than all."""


_NOTHING = np.zeros(0, np.int32)

Numbers = tuple[int, ...]
Reasons = tuple[Numbers, Numbers, Numbers]
"""The numbers of the words, concepts and phrases of its clause that a unit matches."""


class Found(NamedTuple):
    """The units a clause matches, in order, with scores and the share of the query found."""

    units: Ints
    scores: Floats
    coverage: Floats


class Prepared(NamedTuple):
    """A clause looked up in the vocabulary: what asks for what, before any scoring."""

    groups: tuple[Ask, ...]
    concepts: tuple[Ask, ...]
    phrases: tuple[Ints, ...]
    phrase_mass: float
    excluded: Ints
    literal: tuple[Ints, ...]
    open: bool


class Matcher:
    """Answers clauses over one set of tables and one kind of unit."""

    def __init__(self, vocabularies: Vocabularies, units: Units, selection: Selection, *, families: bool) -> None:
        self._terms, self._concepts = vocabularies.terms, vocabularies.concepts
        self._places = vocabularies.places
        self._units, self._selection = units, selection
        self._by_family = families and selection.texts is None

    # --- looking up ---------------------------------------------------------

    def prepare(self, clause: Clause) -> Prepared:
        """The clause with every name looked up once."""
        phrases = [self._phrase(phrase) for phrase in clause.phrases]
        return Prepared(
            self._asks(self._terms, clause.groups),
            self._asks(self._concepts, _with_others(clause)) if clause.concepts else (),
            tuple([self._in_scope(texts) for texts, _ in phrases]),
            sum([mass for _, mass in phrases]),
            self._excluded(clause.exclusions) if clause.exclusions else _NOTHING,
            tuple([self._of(self._in_scope(self._phrase(phrase)[0])) for phrase in clause.literal]),
            clause.matches_nothing_in_particular,
        )

    def _asks(self, table: Vocabulary, groups: Sequence[Weighted]) -> tuple[Ask, ...]:
        """Each group with its postings."""
        weights = table.texts.weights
        places = iter(table.numbers.places([name for group in groups for name, _ in group]))
        asks = []
        for group in groups:
            known = [(at, weight) for (_, weight), at in zip(group, places, strict=False) if at >= 0]
            mass = max([weight * float(weights[at]) for at, weight in known], default=0.0)
            parts = tuple([self._part(table, at, weight) for at, weight in known])
            asks.append(Ask(parts, tuple([at for at, _ in known]), mass))
        return tuple(asks)

    def _part(self, table: Vocabulary, number: int, weight: float) -> Part:
        if self._by_family:
            units, impacts = table.families.row(number)
            everywhere = table.common.get(number)
            # As wide as numpy looks up by; of a common name that is nearly never done.
            units = units if everywhere is not None else units.astype(np.intp)
            return Part(units, impacts, weight, once=True, everywhere=everywhere)
        texts, impacts = table.texts.row(number)
        if self._selection.texts is not None:
            kept = self._selection.texts[texts]
            texts, impacts = texts[kept], impacts[kept]
        return Part(self._of(texts), impacts, weight)

    def _in_scope(self, texts: Ints) -> Ints:
        return texts if self._selection.texts is None else texts[self._selection.texts[texts]]

    def _phrase(self, phrase: Phrase) -> tuple[Ints, float]:
        """The texts that hold a phrase, and its weight."""
        numbers = self._terms.numbers.places([term for term, _ in phrase])
        texts = texts_with(self._places, [(number, at) for number, (_, at) in zip(numbers, phrase, strict=True)])
        mass = sum(float(self._terms.texts.weights[number]) for number in numbers if number >= 0)
        return texts, PHRASE_WEIGHT * mass

    def _excluded(self, exclusions: Sequence[Exclusion]) -> Ints:
        texts: list[Ints] = []
        for exclusion in exclusions:
            places = self._terms.numbers.places(exclusion.terms)
            texts.extend(self._terms.texts.row(at)[0] for at in places if at >= 0)
            if exclusion.phrase:
                texts.append(self._phrase(exclusion.phrase)[0])
            if exclusion.concept is not None:
                (number,) = self._concepts.numbers.places([exclusion.concept])
                texts.extend([self._concepts.texts.row(number)[0]] if number >= 0 else [])
        return self._of(self._in_scope(np.concatenate(texts))) if texts else _NOTHING

    # --- matching -----------------------------------------------------------

    def match(self, asked: Prepared, first: int | None = None) -> Found:
        """The units that match, with their scores; where the `first` alone are shown, those behind may have less."""
        if asked.open:
            return _listed(self._everything(self._allowed(asked)))
        asks = sorted((*asked.groups, *asked.concepts), key=lambda ask: -ask.mass)
        if len(asks) == 1 and not asked.phrases and not asked.literal and self._is_plain(asks[0], asked):
            return _alone(asks[0])
        whole = sum(ask.mass for ask in asks)
        tally = self._tally(asked, whole, first)
        left = whole
        for place, ask in enumerate(asks):
            tally.narrow(left, asks[place:])
            tally.add(ask)
            left -= ask.mass
        found, raw, covered = tally.result()
        whole += asked.phrase_mass
        if asked.phrases:
            mass = np.float32(asked.phrase_mass)
            raw, covered = raw + mass, covered + mass
        scores = final_scores(raw, covered, whole)
        for units in asked.literal:
            scores = np.where(self._marked(units)[found], scores * np.float32(LITERAL), scores)
        return Found(found, scores, covered / np.float32(max(whole, 1e-9)))

    def _is_plain(self, ask: Ask, asked: Prepared) -> bool:
        """Whether a word's own postings are the answer: nothing stands for it, nothing narrows it."""
        unnarrowed = self._selection.units is None and not len(asked.excluded)
        return unnarrowed and len(ask.parts) == 1 and ask.parts[0].once

    def reasons(self, asked: Prepared, units: Ints) -> list[Reasons]:
        """What each of a few units that match matches: the numbers of words, concepts and phrases."""
        phrases = tuple(range(len(asked.phrases)))  # all must be there
        words, concepts = (_touched(asks, units) for asks in (asked.groups, asked.concepts))
        return [(one, other, phrases) for one, other in zip(words, concepts, strict=True)]

    def _tally(self, asked: Prepared, whole: float, first: int | None) -> Tally:
        """What adds up; settled where phrases or filters leave few units from the start."""
        allowed = self._allowed(asked)
        race = Race(first, np.concatenate([_NOTHING, *asked.literal]), whole) if first else None
        tally = Tally(len(self._units.texts), allowed, whole, cut=not asked.phrases, race=race)
        if asked.phrases:
            tally.settle(self._everything(allowed))
        elif allowed is not None and np.count_nonzero(allowed) * _FEW < len(allowed):
            tally.settle(np.flatnonzero(allowed))
        return tally

    def _allowed(self, asked: Prepared) -> Mask | None:
        marks = [] if self._selection.units is None else [self._selection.units]
        marks.extend(self._marked(self._of(texts)) for texts in asked.phrases)
        if len(asked.excluded):
            marks.append(~self._marked(asked.excluded))
        if len(marks) < 2:
            return marks[0] if marks else None
        return np.logical_and.reduce(marks)

    def _everything(self, allowed: Mask | None) -> Ints:
        """The allowed units that have a text in scope."""
        marks = [] if allowed is None else [allowed]
        if self._selection.texts is not None:
            marks.append(self._marked(self._units.of_text[self._selection.texts]))
        if not marks:
            return np.arange(len(self._units.texts))
        return np.flatnonzero(np.logical_and.reduce(marks))

    def _marked(self, units: Ints) -> Mask:
        marked = np.zeros(len(self._units.texts), np.bool_)
        marked[units] = True
        return marked

    def _of(self, texts: Ints) -> Ints:
        return self._units.of_text[texts]


def _with_others(clause: Clause) -> list[Weighted]:
    """Each concept with those that may stand for it."""
    related = chain(clause.related, repeat(()))
    return [(concept, *others) for concept, others in zip(clause.concepts, related, strict=False)]


def _touched(asks: Sequence[Ask], units: Ints) -> list[Numbers]:
    """The numbers of the asks that touch each of a few units."""
    touched = np.zeros((len(asks), len(units)), np.bool_)
    for marks, ask in zip(touched, asks, strict=True):
        for part in ask.parts:
            np.logical_or(marks, part.touches(units), out=marks)
    found: list[list[int]] = [[] for _ in range(len(units))]
    for row, number in np.argwhere(touched.T).tolist():
        found[row].append(number)
    return [tuple(numbers) for numbers in found]


def _alone(ask: Ask) -> Found:
    """The units that one word by itself finds: what a `Tally` gives, with a third of its steps."""
    (part,) = ask.parts
    units, raw = part.units.astype(np.intp, copy=False), part.weighted(part.impacts)
    covered = np.minimum(raw, np.float32(ask.mass))
    marks = covered >= max(CUT * float(covered.max(initial=0)), LEAST)
    if not marks.all():
        units, raw, covered = units[marks], raw[marks], covered[marks]
    whole = ask.mass
    return Found(units, final_scores(raw, covered, whole), covered / np.float32(max(whole, 1e-9)))


def _listed(units: Ints) -> Found:
    nothing = np.zeros(len(units), np.float32)
    return Found(units, nothing, nothing)


def unite(found: Iterable[Found]) -> tuple[Ints, Floats, Floats, Ints]:
    """Units of several clauses, each with its best score, coverage and clause."""
    answers = list(found)
    if len(answers) == 1:
        only = answers[0]
        return only.units, only.scores, only.coverage, np.zeros(len(only.units), np.int8)
    units = np.concatenate([one.units for one in answers])
    scores = np.concatenate([one.scores for one in answers])
    coverage = np.concatenate([one.coverage for one in answers])
    clauses = np.repeat(np.arange(len(answers), dtype=np.int8), [len(one.units) for one in answers])
    order = np.lexsort((clauses, -scores, units))
    first = order[np.diff(units[order], prepend=-1) != 0]
    return units[first], scores[first], coverage[first], clauses[first]
