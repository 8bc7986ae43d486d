"""Which terms of a translation are in doubt, and what was probably meant in their place.

A term too much or too little is common in good translations, so each is weighed by
how surprising it is (`renderings`), by whether it is at home where it stands
(`neighbours`), and by whether a term that the source says more often would be.
The weights tell official translations from the same with a term replaced: logistic
regression on translations whose release the tables were not learnt from.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ingest.checks.renderings import EXTRA, MISSING
from ingest.checks.segments import Segment
from ingest.linking.finder import Match

if TYPE_CHECKING:
    from ingest.checks.base import Pair

LEAST = 2.0
"""Surprise below which a term needs no second look."""
CALLED = 8.0
"""The most that a missing term's own rendering can add to the doubt in another term."""
ALONE, ALONE_OFFICIAL = 12.0, 14.0
"""Doubt in a missing term from which a passage gets an alarm although nothing took its place.

The publisher's own translators leave out a term with reason more often than by mistake.
"""


@dataclass(frozen=True, slots=True)
class Weights:
    """What each piece of evidence adds to the doubt in a term of the translation; above 0 it is named."""

    start: float
    surprise: float
    demand: float
    strange: float
    fewer: float
    gone: float
    unmet: float
    called: float
    steady: float
    fits: float
    same_kind: float
    repeated: float


WEIGHTS = {
    "zh": Weights(-9.65, 0.83, 0.38, 0.38, -2.22, 0.81, 0.52, 0.1, -0.07, 0.27, 2.38, -0.96),
    "es": Weights(-7.0, 0.59, 0.3, 0.34, -0.9, 0.67, -0.27, 0.07, 0.57, 0.18, 3.99, -1.75),
}


@dataclass(frozen=True, slots=True)
class Lack:
    """A term that the translation says less often than the source, and how sure it is that it should not.

    `gone` where the passage lacks it altogether.
    """

    match: Match
    gone: bool
    unmet: float
    called: float
    steady: float


@dataclass(frozen=True, slots=True)
class Doubt:
    """A passage's alarm: the term too much, the term that lacks, or both where one took the other's place."""

    segment: Segment
    extra: Match | None = None
    lack: Match | None = None


def doubts(pair: Pair) -> list[Doubt]:
    """What is doubted in a translation, passage by passage."""
    found = [doubt for segment in pair.segments for doubt in _of_segment(pair, segment)]
    return list(dict.fromkeys(found))


def _of_segment(pair: Pair, segment: Segment) -> Iterator[Doubt]:
    lacks = list(_lacks(pair, segment))
    named: set[str] = set()
    weights = WEIGHTS.get(pair.target.lang[:2])
    for match, doubt, instead in _extras(pair, segment, lacks, weights) if weights else ():
        if doubt >= 0 and match.target not in named:
            named.add(match.target)
            yield Doubt(segment, match, instead.match if instead and instead.gone else None)
    limit = ALONE_OFFICIAL if pair.target.origin == "official" else ALONE
    for lack in lacks:
        if lack.gone and lack.unmet + lack.called >= limit:
            yield Doubt(segment, lack=lack.match)


def _extras(
    pair: Pair, segment: Segment, lacks: list[Lack], weights: Weights
) -> Iterator[tuple[Match, float, Lack | None]]:
    """The terms of a translation that surprise, each with the doubt in it and what it may stand in place of."""
    renderings, lang = pair.context.renderings, pair.target.lang
    counts = Counter(match.target for match in segment.target.matches)
    for match in segment.target.matches:
        if match.ambiguous or not pair.sayable(match.target) or pair.in_a_name(match):
            continue
        surprise = renderings.surprise(lang, EXTRA, match.target, segment.source, pair.held)
        if surprise >= LEAST:
            demand = renderings.demand(lang, MISSING, match.target, segment.target)
            own = weights.start + weights.surprise * surprise + weights.demand * demand
            own += weights.strange * _strange(pair, match.target, match) + weights.repeated * (counts[match.target] > 1)
            best = max(((_instead(pair, match, lack, weights), at) for at, lack in enumerate(lacks)), default=None)
            yield (match, own + best[0], lacks[best[1]]) if best else (match, own, None)


def _instead(pair: Pair, match: Match, lack: Lack, weights: Weights) -> float:
    """What it adds to the doubt in a term that another lacks."""
    terms = pair.context.terms
    same = terms[lack.match.target].kind == terms[match.target].kind
    called = min(lack.called, CALLED)
    counted = weights.unmet * lack.unmet + weights.called * called + weights.steady * lack.steady
    fits = weights.fits * -_strange(pair, lack.match.target, match)
    return weights.fewer + weights.gone * lack.gone + counted + fits + weights.same_kind * same


def _strange(pair: Pair, term: str, place: Match) -> float:
    """How strange the place is for a term."""
    return pair.context.neighbours.strange(pair.target.lang, term, pair.target.body, (place.start, place.end))


def _lacks(pair: Pair, segment: Segment) -> Iterator[Lack]:
    """The terms that the translation says less often than the source."""
    renderings, lang = pair.context.renderings, pair.target.lang
    ours = Counter(match.target for match in segment.source.matches)
    theirs = Counter(match.target for match in segment.target.matches)
    for match in {match.target: match for match in reversed(segment.source.matches)}.values():
        term = match.target
        if theirs[term] < ours[term] and pair.sayable(term):
            gone = not theirs[term] and term not in segment.target.held and not _perhaps(pair, segment, term)
            called = renderings.surprise(lang, MISSING, term, segment.target, pair.said) if gone else 0.0
            unmet = renderings.demand(lang, EXTRA, term, segment.source)
            steady = renderings.of(lang, MISSING, term).steady
            yield Lack(match, gone, unmet, called, steady)


def _perhaps(pair: Pair, segment: Segment, term: str) -> bool:
    """Whether the translation has a word that is the term or an everyday one: `小队` is squad beside squad."""
    forms = pair.context.terms[term].ambiguous.get(pair.target.lang, ())
    return any(form in segment.target.body for form in forms)
