"""A term of the glossary is missing in the translation, or one is there that the source lacks.

Each alone is common in good translations: words are dropped, added, said in
another way. So a term is doubted only where nothing in the other version
explains it. Then it counts how unusual that is in official translations
(minus the logarithm of its share), and what else the passage shows: a term
too much where another is missing, or said less often, was put in its place.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ingest.checks.base import Flaw, Pair, PairCheck
from ingest.checks.renderings import Rendering
from ingest.checks.segments import Segment, Side, said_less
from ingest.linking.finder import Match

ALARM = 10.0
"""Doubt from which a passage gets an alarm: 1.6 % of official translations."""
ALONE = 11.0
"""The doubt of a missing term from which it counts without one in its place."""
USUAL_MISSING, USUAL_FEWER = 5.0, 1.0
"""What a missing term, or one said less often, shows by itself: nothing below this."""
FEWER = 1.5


@dataclass(frozen=True, slots=True)
class Doubt:
    """A term of one side that nothing explains on the other, and how unusual that is."""

    match: Match
    weight: float


@dataclass(frozen=True, slots=True)
class Doubts:
    """What is doubted in one passage."""

    missing: tuple[Doubt, ...]
    extra: tuple[Doubt, ...]
    support: float
    """How much the source's terms say that another took the place of one."""

    def alarms(self) -> tuple[list[Doubt], list[Doubt]]:
        """The missing and the extra terms to name."""
        extra = [doubt for doubt in self.extra if doubt.weight + self.support >= ALARM]
        missing = [doubt for doubt in self.missing if extra or doubt.weight >= ALONE]
        return missing, extra


def doubts(pair: Pair, segment: Segment) -> Doubts:
    """What is doubted in a passage."""
    missing = tuple(_doubts(pair, segment.source, segment.target, "missing"))
    extra = tuple(_doubts(pair, segment.target, segment.source, "extra"))
    steady = [_rendering(pair, "missing", term).steady for term in said_less(segment)] if extra else []
    support = max(
        0.0,
        max((doubt.weight for doubt in missing), default=0.0) - USUAL_MISSING,
        FEWER * (max(steady, default=0.0) - USUAL_FEWER),
    )
    return Doubts(missing, extra, support)


def _doubts(pair: Pair, side: Side, other: Side, kind: str) -> Iterator[Doubt]:
    context, lang = pair.context, pair.target.lang
    seen: set[str] = set()
    for match in side.matches:
        if match.target in seen or match.ambiguous or not _sayable(pair, match.target):
            continue
        seen.add(match.target)
        if not context.renderings.explains(lang, kind, match.target, other, context.terms):
            yield Doubt(match, _rendering(pair, kind, match.target).unusual)


def _rendering(pair: Pair, kind: str, term: str) -> Rendering:
    return pair.context.renderings.of(pair.target.lang, kind, term)


def _sayable(pair: Pair, term: str) -> bool:
    """Whether the glossary names the term in both languages."""
    found = pair.context.terms.get(term)
    return found is not None and {pair.source.lang, pair.target.lang} <= found.names.keys()


class Terminology(PairCheck):
    """The glossary's term is missing in the translation."""

    id = "terminology"
    params = ("source", "expected")
    bad = (("en", "Create a token.", "es", "Crea una moneda."), ("en", "Exile the creature.", "zh-Hans", "消灭该生物。"))
    good = (("en", "Create two tokens.", "es", "Crea dos fichas."), ("en", "Exile it.", "zh-Hans", "放逐之。"))

    def compare(self, pair: Pair) -> Iterator[Flaw]:
        for segment in pair.segments:
            missing, extra = doubts(pair, segment).alarms()
            for doubt in missing:
                yield self._flaw(pair, segment, doubt.match, [one.match for one in extra])

    def _flaw(self, pair: Pair, segment: Segment, match: Match, instead: list[Match]) -> Flaw:
        expected = pair.context.terms[match.target].names[pair.target.lang]
        target = segment.target
        span = (instead[0].start, instead[0].end) if len(instead) == 1 else (target.start, target.start + len(target.body))
        params = {"source": pair.source.body[match.start : match.end], "expected": expected}
        return Flaw(span, params, expected if len(instead) == 1 else None)


class OtherTerm(PairCheck):
    """The translation has a term that the source does not mention."""

    id = "other-term"
    params = ("found", "term")
    bad = (("en", "Exile the creature.", "zh-Hans", "反击该生物。"),)
    good = (("en", "Tap that creature.", "zh-Hans", "横置该生物。"),)

    def compare(self, pair: Pair) -> Iterator[Flaw]:
        for segment in pair.segments:
            for doubt in doubts(pair, segment).alarms()[1]:
                yield self._flaw(pair, doubt.match)

    def _flaw(self, pair: Pair, match: Match) -> Flaw:
        term = pair.context.terms[match.target].names[pair.source.lang]
        return Flaw((match.start, match.end), {"found": pair.target.body[match.start : match.end], "term": term})
