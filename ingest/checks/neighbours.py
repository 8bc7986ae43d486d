"""What stands beside a term in official texts: a term in a wrong place stands among strangers.

`data/catalogue/neighbours.tsv` counts it (`ingest.evaluate.learn_neighbours`): the
character on each side, and two of them; of languages with spaces, the word. The
term `*` is any term.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from ingest.checks.late import Late
from ingest.errors import CatalogueError
from ingest.model import Span

HEADER = ("lang", "term", "side", "places", "counts")
ANY = "*"
SIDES = ("left", "right")
EDGE = "#"
"""Stands where a text begins or ends."""
NEAR, FAR = 5.0, 8.0
"""How many counts the share among any terms is worth, for the next neighbour and for the one after it."""
MOST = 4.0, 3.0
WORD = re.compile(r"[^\W\d_]+|\d+|[^\w\s]")
WINDOW = 40
"""Characters that are looked through for two words."""


@dataclass(frozen=True)
class Neighbours:
    """Counts of neighbours by language, term and side."""

    counts: Mapping[tuple[str, str, str], Mapping[str, int]] = field(default_factory=dict)
    totals: Mapping[tuple[str, str, str], int] = field(default_factory=dict)

    def strange(self, lang: str, term: str, body: str, span: Span) -> float:
        """How strange the place is for the term: positive among strangers, negative at home, 0 unknown."""
        pairs = zip(SIDES, beside(lang, body, span), strict=True)
        return -sum(self._usual(lang, term, side, *names) for side, names in pairs)

    def _usual(self, lang: str, term: str, side: str, next_one: str, two: str) -> float:
        everywhere, total = self.counts.get((lang, ANY, side)), self.totals.get((lang, ANY, side), 0)
        here, seen = self.counts.get((lang, term, side)), self.totals.get((lang, term, side), 0)
        if not everywhere or here is None:
            return 0.0
        share = (everywhere.get(next_one, 0) + 0.5) / total
        near = math.log((here.get(next_one, 0) + NEAR * share) / (seen + NEAR) / share)
        if two == next_one:
            return _clip(near, MOST[0])
        share = (everywhere.get(two, 0) + 0.5) / (everywhere.get(next_one, 0) + 1)
        far = math.log((here.get(two, 0) + FAR * share) / (here.get(next_one, 0) + FAR) / share)
        return _clip(near, MOST[0]) + _clip(far, MOST[1])


def _clip(value: float, most: float) -> float:
    return max(-most, min(most, value))


def beside(lang: str, body: str, span: Span) -> tuple[tuple[str, str], tuple[str, str]]:
    """The next neighbour and the next two, on the left and on the right, in reading order.

    >>> beside("zh-Hans", "横置该生物。", (3, 5))
    (('该', '置该'), ('。', '。#'))
    >>> beside("es", "Gira la criatura objetivo.", (8, 16))
    (('la', 'gira la'), ('objetivo', 'objetivo .'))
    """
    start, end = span
    if lang.startswith("zh"):
        left, right, join = list(body[max(0, start - 2) : start]), list(body[end : end + 2]), ""
    else:
        left = WORD.findall(body[max(0, start - WINDOW) : start].lower())[-2:]
        right, join = WORD.findall(body[end : end + WINDOW].lower())[:2], " "
    left = [EDGE, *left][-2:] if left else [EDGE]
    right = [*right, EDGE][:2] if right else [EDGE]
    return (left[-1], join.join(left)), (right[0], join.join(right))


def load_neighbours(path: Path) -> Neighbours:
    """The counts of a file, none where there is no such file."""
    if not path.exists():
        return Neighbours()
    rows = [line.split("\t") for line in path.read_text("utf-8").splitlines() if not line.startswith("# ")]
    if not rows or tuple(rows[0]) != HEADER:
        raise CatalogueError("unexpected columns", where=path.name, hint=f"expected {', '.join(HEADER)}")
    counts = {(lang, term, side): cell for lang, term, side, _, cell in rows[1:]}
    totals = {(lang, term, side): int(places) for lang, term, side, places, _ in rows[1:]}
    return Neighbours(Late(counts, _counts), totals)


def _counts(cell: str) -> dict[str, int]:
    """Counts written as `的=12|了=3`.

    >>> _counts("的=12|生的=3")
    {'的': 12, '生的': 3}
    """
    pairs = (pair.rpartition("=") for pair in cell.split("|"))
    return {name: int(count) for name, _, count in pairs}
