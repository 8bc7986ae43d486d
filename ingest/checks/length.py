"""A translation far longer or shorter than its source."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator

from ingest.checks.base import Flaw, Pair, PairCheck

SHORTEST = 40
"""Sources below this many characters say too little about their translation's length."""
BOUNDS = {("en", "zh"): (0.16, 0.85), ("en", "es"): (0.6, 1.9), ("zh", "es"): (1.4, 7.0)}
"""Characters of the translation per character of the source."""


class LengthRatio(PairCheck):
    """Compares the number of characters, by the pair of languages."""

    id = "length-ratio"
    params = ("ratio",)
    bad = (("en", "Each player draws a card, then each player discards a card.", "zh-Hans", "抓牌。"),)
    good = (
        (
            "en",
            "Each player draws a card, then each player discards a card.",
            "zh-Hans",
            "每位牌手各抓一张牌，然后各弃一张牌。",
        ),
    )

    def compare(self, pair: Pair) -> Iterator[Flaw]:
        source, target = size(pair.source.body), size(pair.target.body)
        bounds = BOUNDS.get((pair.source.lang[:2], pair.target.lang[:2]))
        if bounds is None or source < SHORTEST:
            return
        ratio = target / source
        if not bounds[0] <= ratio <= bounds[1]:
            yield Flaw((0, len(pair.target.body)), {"ratio": f"{ratio:.2f}"})


def size(body: str) -> int:
    """The number of letters, digits and symbols of a text."""
    return sum(unicodedata.category(character)[0] in "LNS" for character in body)
