"""A negation was dropped or added."""

from __future__ import annotations

from collections.abc import Iterator

from ingest.checks.base import Flaw, Pair, PairCheck
from ingest.checks.polarity import INVENTORIES, cues, denials

ALARMS = {"zh": {"dropped": 2.6, "added": 3.7}, "es": {"dropped": 1.0, "added": 1.8}}
"""Score from which a passage gets an alarm, by language and kind."""


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
        lang = pair.target.lang
        if pair.source.lang != "en" or lang[:2] not in INVENTORIES:
            return
        for segment in pair.segments:
            source, target = segment.source.body, segment.target.body
            found = cues(source, target, lang)
            if any(_alarms(pair, kind, limit, found) for kind, limit in ALARMS[lang[:2]].items()):
                counts = {"source": str(denials(source, "en")), "target": str(denials(target, lang))}
                yield Flaw((segment.target.start, segment.target.start + len(target)), counts)


def _alarms(pair: Pair, kind: str, limit: float, found: dict[str, float]) -> bool:
    score = pair.context.cues.score(pair.target.lang, kind, found)
    return score is not None and score >= limit
