"""Which characters stand beside a term in official texts: a term in a wrong place stands among strangers.

`data/catalogue/neighbours.tsv` counts them (`ingest.evaluate.learn_neighbours`); the
term `*` is any term. Only for scripts without spaces, where a neighbour is a word's end.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from ingest.errors import CatalogueError
from ingest.model import Span

HEADER = ("lang", "term", "side", "counts")
ANY = "*"
SIDES = ("left", "right")
SMOOTH = 5.0
STRANGEST, MOST_USUAL = -6.0, 6.0


@dataclass(frozen=True)
class Neighbours:
    """Counts of neighbours by language, term and side."""

    counts: Mapping[tuple[str, str, str], Mapping[str, int]] = field(default_factory=dict)
    totals: Mapping[tuple[str, str, str], int] = field(default_factory=dict)

    def strange(self, lang: str, term: str, body: str, span: Span) -> float:
        """How strange the place is for the term: positive among strangers, negative at home, 0 unknown."""
        beside = body[span[0] - 1 : span[0]] if span[0] else "", body[span[1] : span[1] + 1]
        usual = sum(self._usual(lang, term, side, one) for side, one in zip(SIDES, beside, strict=True))
        return -max(STRANGEST, min(MOST_USUAL, usual))

    def _usual(self, lang: str, term: str, side: str, one: str) -> float:
        everywhere, total = self.counts.get((lang, ANY, side)), self.totals.get((lang, ANY, side), 0)
        here, seen = self.counts.get((lang, term, side)), self.totals.get((lang, term, side), 0)
        if not everywhere or here is None:
            return 0.0
        share = (everywhere.get(one, 0) + 0.5) / total
        return math.log((here.get(one, 0) + SMOOTH * share) / (seen + SMOOTH) / share)


def load_neighbours(path: Path) -> Neighbours:
    """The counts of a file, none where there is no such file."""
    if not path.exists():
        return Neighbours()
    rows = [line.split("\t") for line in path.read_text("utf-8").splitlines() if not line.startswith("#")]
    if not rows or tuple(rows[0]) != HEADER:
        raise CatalogueError("unexpected columns", where=path.name, hint=f"expected {', '.join(HEADER)}")
    counts = {(lang, term, side): _counts(cell) for lang, term, side, cell in rows[1:]}
    return Neighbours(counts, {key: sum(found.values()) for key, found in counts.items()})


def _counts(cell: str) -> dict[str, int]:
    """Counts written as `的12 了3`; what stands first may be nothing, at a text's end.

    >>> _counts("的12 3")
    {'的': 12, '': 3}
    """
    found = {}
    for pair in cell.split(" "):
        beside, number = (pair[:1], pair[1:]) if not pair[:1].isdigit() else ("", pair)
        found[beside] = int(number)
    return found
