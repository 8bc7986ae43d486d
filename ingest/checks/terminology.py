"""A term of the glossary is missing in the translation, or one is there that the source lacks.

Each alone is common in good translations: words are dropped, added, said in
another way. So a term counts only where nothing explains it, and then alone
only if such terms are nearly never unexplained in official translations;
together, a missing and an extra term in one passage say that one replaced the other.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from ingest.checks.base import Flaw, Pair, PairCheck
from ingest.checks.renderings import Rendering
from ingest.checks.segments import Segment, Side
from ingest.linking.finder import Match

ALONE_MISSING, ALONE_EXTRA = 0.00003, 0.0001
TOGETHER = 0.004
FEWER = 0.0007
"""Up to these shares of all passages a term may stand unexplained and still count:
missing alone, extra alone, one of each, an extra one where another is said less often."""
PASSAGES = 27_000
"""Passages the table was counted on."""


@dataclass(frozen=True, slots=True)
class Doubt:
    """A term of one side that nothing explains on the other, and how unusual that is."""

    match: Match
    share: float


def missing(pair: Pair, segment: Segment) -> list[Doubt]:
    """The source's terms that the translation has in no way."""
    return _doubts(pair, segment.source, segment.target, "missing")


def extra(pair: Pair, segment: Segment) -> list[Doubt]:
    """The translation's terms that the source has in no way."""
    return _doubts(pair, segment.target, segment.source, "extra")


def _doubts(pair: Pair, side: Side, other: Side, kind: str) -> list[Doubt]:
    context, target = pair.context, pair.target.lang
    doubts: dict[str, Doubt] = {}
    for match in side.matches:
        if match.target in doubts or match.ambiguous or not _sayable(pair, match.target):
            continue
        if not context.renderings.explains(target, kind, match.target, other, context.terms):
            doubts[match.target] = Doubt(match, _share(context.renderings.of(target, kind, match.target)))
    return list(doubts.values())


def _sayable(pair: Pair, term: str) -> bool:
    """Whether the glossary names the term in both languages."""
    found = pair.context.terms.get(term)
    return found is not None and {pair.source.lang, pair.target.lang} <= found.names.keys()


def _share(rendering: Rendering) -> float:
    return rendering.unexplained / PASSAGES


def fewer(segment: Segment) -> bool:
    """Whether a term of the source is said less often in the translation, though it is said."""
    ours = Counter(match.target for match in segment.source.matches)
    theirs = Counter(match.target for match in segment.target.matches)
    return any(count > theirs[term] > 0 for term, count in ours.items())


class Terminology(PairCheck):
    """The glossary's term is missing in the translation."""

    id = "terminology"
    params = ("source", "expected")
    bad = (("en", "Create a token.", "es", "Crea una moneda."), ("en", "Exile the creature.", "zh-Hans", "消灭该生物。"))
    good = (("en", "Create two tokens.", "es", "Crea dos fichas."), ("en", "Exile it.", "zh-Hans", "放逐之。"))

    def compare(self, pair: Pair) -> Iterator[Flaw]:
        for segment in pair.segments:
            lacking, added = missing(pair, segment), extra(pair, segment)
            replaced = any(doubt.share <= TOGETHER for doubt in added)
            for doubt in lacking:
                if doubt.share <= ALONE_MISSING or (replaced and doubt.share <= TOGETHER):
                    yield self._flaw(pair, segment, doubt, added)

    def _flaw(self, pair: Pair, segment: Segment, doubt: Doubt, added: list[Doubt]) -> Flaw:
        match = doubt.match
        expected = pair.context.terms[match.target].names[pair.target.lang]
        span = segment.target.start, segment.target.start + len(segment.target.body)
        if len(added) == 1:
            span = added[0].match.start, added[0].match.end
        params = {"source": pair.source.body[match.start : match.end], "expected": expected}
        return Flaw(span, params, expected if len(added) == 1 else None)


class OtherTerm(PairCheck):
    """The translation has a term that the source does not mention."""

    id = "other-term"
    params = ("found", "term")
    bad = (("en", "Exile the creature.", "zh-Hans", "反击该生物。"),)
    good = (("en", "Tap that creature.", "zh-Hans", "横置该生物。"),)

    def compare(self, pair: Pair) -> Iterator[Flaw]:
        for segment in pair.segments:
            added = extra(pair, segment)
            if not added:
                continue
            replaced = any(doubt.share <= TOGETHER for doubt in missing(pair, segment))
            limit = TOGETHER if replaced else FEWER if fewer(segment) else ALONE_EXTRA
            for doubt in added:
                if doubt.share <= limit:
                    yield self._flaw(pair, doubt.match)

    def _flaw(self, pair: Pair, match: Match) -> Flaw:
        term = pair.context.terms[match.target].names[pair.source.lang]
        return Flaw((match.start, match.end), {"found": pair.target.body[match.start : match.end], "term": term})
