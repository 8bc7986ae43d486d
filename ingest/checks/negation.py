"""A negation was dropped or added."""

from __future__ import annotations

from collections.abc import Iterator

from ingest.checks.base import Flaw, Pair, PairCheck
from ingest.checks.polarity import CHINESE_DENIES, ENGLISH_DENIES, cues

ALARMS = {"dropped": 2.9, "added": 3.7}
"""Score from which a passage gets an alarm."""


class Negation(PairCheck):
    """A passage denies in one version what it affirms in the other."""

    id = "negation"
    params = ("source", "target")
    bad = (
        ("en", "You can't respond to it.", "zh-Hans", "你能回应之。"),
        ("en", "It will trigger.", "zh-Hans", "它不会触发。"),
    )
    good = (
        ("en", "You can't respond to it.", "zh-Hans", "你不能回应之。"),
        ("en", "It won't trigger.", "zh-Hans", "它不会触发。"),
    )

    def compare(self, pair: Pair) -> Iterator[Flaw]:
        if pair.source.lang != "en":
            return
        for segment in pair.segments:
            found = cues(segment.source.body, segment.target.body)
            if any(_alarms(pair, kind, limit, found) for kind, limit in ALARMS.items()):
                yield self._flaw(segment.source.body, segment.target.start, segment.target.body)

    def _flaw(self, source: str, start: int, target: str) -> Flaw:
        denied, denies = len(ENGLISH_DENIES.findall(source.lower())), len(CHINESE_DENIES.findall(target))
        return Flaw((start, start + len(target)), {"source": str(denied), "target": str(denies)})


def _alarms(pair: Pair, kind: str, limit: float, found: dict[str, float]) -> bool:
    score = pair.context.cues.score(pair.target.lang, kind, found)
    return score is not None and score >= limit
