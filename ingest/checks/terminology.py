"""A term of the glossary is missing in the translation, or one is there that the source lacks.

Each alone is common in good translations: words are dropped, added, said in
another way. So a term is doubted only where nothing in the other version
explains it. Then it counts how unusual that is in official translations
(minus the logarithm of its share), and what else the passage shows: a term
too much where another is missing, or said less often, was put in its place,
and stands among characters that are strange beside it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ingest.checks.base import Flaw, Pair, PairCheck
from ingest.checks.renderings import Rendering
from ingest.checks.segments import Segment, Side, said_less
from ingest.linking.finder import Match

ALARM = 12.0
"""Doubt in an extra term from which a passage gets an alarm."""
ALONE = 11.0
"""Doubt in a missing term from which it gets one without an extra term."""
STRANGE, MISSING, FEWER, STEADY = 0.3, 3.3, 1.6, 0.5
"""What the rest of a passage adds to the doubt in an extra term: the place it stands in,
a missing term, a term said less often, and how steady that one is otherwise. The
weights tell official translations from the same with a term replaced (logistic regression)."""


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
    support = MISSING * bool(missing) + _support(pair, segment) if extra else 0.0
    return Doubts(missing, extra, support)


def _support(pair: Pair, segment: Segment) -> float:
    """What the terms that the translation says less often add."""
    steady = [_rendering(pair, "missing", term).steady for term in said_less(segment)]
    return FEWER + STEADY * max(steady) if steady else 0.0


def _doubts(pair: Pair, side: Side, other: Side, kind: str) -> Iterator[Doubt]:
    context, lang = pair.context, pair.target.lang
    seen: set[str] = set()
    for match in side.matches:
        if match.target in seen or match.ambiguous or not _sayable(pair, match.target):
            continue
        seen.add(match.target)
        if not context.renderings.explains(lang, kind, match.target, other, context.terms):
            weight = _rendering(pair, kind, match.target).unusual
            yield Doubt(match, weight + STRANGE * _strange(pair, match) if kind == "extra" else weight)


def _strange(pair: Pair, match: Match) -> float:
    """How strange the place is where a term stands in the translation."""
    text = pair.target
    return pair.context.neighbours.strange(text.lang, match.target, text.body, (match.start, match.end))


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
    bad = (
        ("en", "Create a token.", "es", "Crea una moneda."),
        ("en", "Exile the creature.", "zh-Hans", "消灭该生物。"),
    )
    good = (("en", "Create two tokens.", "es", "Crea dos fichas."), ("en", "Exile it.", "zh-Hans", "放逐之。"))

    def compare(self, pair: Pair) -> Iterator[Flaw]:
        for segment in pair.segments:
            missing, extra = doubts(pair, segment).alarms()
            for doubt in missing:
                yield self._flaw(pair, segment, doubt.match, [one.match for one in extra])

    def _flaw(self, pair: Pair, segment: Segment, match: Match, instead: list[Match]) -> Flaw:
        expected = pair.context.terms[match.target].names[pair.target.lang]
        target = segment.target
        span = (
            (instead[0].start, instead[0].end) if len(instead) == 1 else (target.start, target.start + len(target.body))
        )
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
