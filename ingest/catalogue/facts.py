"""What is known of cards beside their names: their mechanics, the days of their rulings, how many others name them.

Evidence for which card a page is about; never shown as a ruling's own mechanics.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date as Date
from functools import cached_property
from pathlib import Path

from ingest.errors import CatalogueError

FILE = "card-facts.tsv"
NAMED_FILE = "cards-named.tsv"
COLUMNS = ("id", "mechanics", "days")


@dataclass(frozen=True, slots=True)
class Facts:
    """The mechanics in a card's rules text, and the days its known rulings are of.

    `elsewhere` is how many other cards have a ruling that names this one.
    """

    mechanics: frozenset[str] = frozenset()
    days: frozenset[Date] = frozenset()
    elsewhere: int = 0


class CardFacts:
    """The facts of cards by id; the file is read when first asked for."""

    def __init__(self, folder: Path | None = None, extra: Mapping[str, Facts] | None = None) -> None:
        self._file = folder / FILE if folder else None
        self._extra = dict(extra or {})

    def of(self, card: str) -> Facts:
        """What is known of a card; nothing for one that is not in the file."""
        if card in self._extra:
            return self._extra[card]
        mechanics, days = self._lines.get(card, ("", ""))
        elsewhere = self._elsewhere.get(card, 0)
        return Facts(frozenset(mechanics.split()), frozenset(map(Date.fromisoformat, days.split())), elsewhere)

    @cached_property
    def _lines(self) -> Mapping[str, tuple[str, str]]:
        if self._file is None or not self._file.is_file():
            return {}
        lines = self._file.read_text("utf-8").splitlines()
        if tuple(lines[0].split("\t")) != COLUMNS:
            raise CatalogueError("unexpected columns", where=self._file.name, hint=f"expected {COLUMNS}")
        rows = (line.split("\t") for line in lines[1:])
        return {id: (mechanics, days) for id, mechanics, days in rows}

    @cached_property
    def _elsewhere(self) -> Mapping[str, int]:
        file = self._file.with_name(NAMED_FILE) if self._file else None
        if file is None or not file.is_file():
            return {}
        rows = (line.split("\t") for line in file.read_text("utf-8").splitlines() if line and not line.startswith("#"))
        return {card: int(count) for card, count in rows}


def load_weights(folder: Path) -> dict[str, float]:
    """The weight of each concept, from `frequencies.tsv`: in how many of how many rulings it stands."""
    file = folder / "frequencies.tsv"
    if not file.is_file():
        return {}
    rows = [line.split("\t") for line in file.read_text("utf-8").splitlines() if line and not line.startswith("#")]
    counts = {concept: int(count) for concept, count in rows}
    whole = counts.pop("*", 1)
    return {concept: math.log((whole + 1) / (count + 0.5)) for concept, count in counts.items()}
