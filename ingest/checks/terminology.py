"""A term of the glossary is missing in the translation, or one is there that the source lacks."""

from __future__ import annotations

from collections.abc import Iterator

from ingest.checks.base import Flaw, Pair, PairCheck
from ingest.checks.doubts import Doubt
from ingest.linking.finder import Match


class Terminology(PairCheck):
    """The glossary's term is missing in the translation."""

    id = "terminology"
    params = ("source", "expected")
    bad = (
        ("en", "Create a token.", "es", "Crea una moneda."),
        ("en", "Exile the creature.", "zh-Hans", "消灭该生物。"),
    )
    good = (
        ("en", "Create two tokens.", "es", "Crea dos fichas."),
        ("en", "Exile it.", "zh-Hans", "放逐之。"),
        ("en", "See the notes on squad.", "zh-Hans", "请参阅小队的释疑。"),
    )

    def compare(self, pair: Pair) -> Iterator[Flaw]:
        for doubt in pair.doubts:
            if doubt.lack:
                yield _missing(pair, doubt, doubt.lack)


def _missing(pair: Pair, doubt: Doubt, match: Match) -> Flaw:
    instead, target = doubt.extra, doubt.segment.target
    expected = pair.context.terms[match.target].names[pair.target.lang]
    params = {"source": pair.source.body[match.start : match.end], "expected": expected}
    if instead:
        return Flaw((instead.start, instead.end), params, expected)
    return Flaw((target.start, target.start + len(target.body)), params)


class OtherTerm(PairCheck):
    """The translation has a term that the source does not mention."""

    id = "other-term"
    params = ("found", "term")
    bad = (("en", "Exile the creature.", "zh-Hans", "反击该生物。"),)
    good = (("en", "Tap that creature.", "zh-Hans", "横置该生物。"),)

    def compare(self, pair: Pair) -> Iterator[Flaw]:
        for doubt in pair.doubts:
            if match := doubt.extra:
                term = pair.context.terms[match.target].names[pair.source.lang]
                found = pair.target.body[match.start : match.end]
                yield Flaw((match.start, match.end), {"found": found, "term": term})
