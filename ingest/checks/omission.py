"""A sentence of the source has no counterpart, or the versions are cut otherwise."""

from __future__ import annotations

from collections.abc import Iterator

from ingest.checks.base import Flaw, Pair, PairCheck
from ingest.checks.length import size
from ingest.languages import language

FULL = {("en", "zh"): 0.295, ("en", "es"): 0.93, ("es", "zh"): 0.29, ("zh", "es"): 2.2}
"""Characters of a full translation per character of the source, at least.

Good translations join sentences now and then; they do not get shorter by it.
"""


class Omission(PairCheck):
    """The translation has fewer sentences than its source and is too short for all of them."""

    id = "omission"
    params = ("source", "target")
    bad = (
        (
            "en",
            "Tap that creature. It doesn't untap during its controller's next untap step.",
            "zh-Hans",
            "横置该生物。",
        ),
    )
    good = (("en", "Tap that creature. It doesn't untap.", "zh-Hans", "横置该生物，且其不会重置。"),)

    def compare(self, pair: Pair) -> Iterator[Flaw]:
        ours, theirs = sentences(pair)
        if is_short(pair, ours, theirs):
            yield Flaw((0, len(pair.target.body)), {"source": str(ours), "target": str(theirs)})


class SentenceCount(PairCheck):
    """The versions have different numbers of sentences, and nothing seems to be left out."""

    id = "sentence-count"
    severity = "info"
    params = ("source", "target")
    bad = (("en", "Tap it. Then draw a card.", "es", "Gírala y luego roba una carta de tu biblioteca."),)
    good = (("en", "Tap it. Draw a card.", "zh-Hans", "横置之。抓一张牌。"),)

    def compare(self, pair: Pair) -> Iterator[Flaw]:
        ours, theirs = sentences(pair)
        if ours != theirs and not is_short(pair, ours, theirs):
            yield Flaw((0, len(pair.target.body)), {"source": str(ours), "target": str(theirs)})


def sentences(pair: Pair) -> tuple[int, int]:
    """How many sentences the source and the translation have."""
    ours, theirs = (len(language(text.lang).sentences(text.body)) for text in (pair.source, pair.target))
    return ours, theirs


def is_short(pair: Pair, ours: int, theirs: int) -> bool:
    """Whether a translation of fewer sentences is too short for all of its source."""
    full = FULL.get((pair.source.lang[:2], pair.target.lang[:2]))
    return full is not None and theirs < ours and size(pair.target.body) < full * size(pair.source.body)
