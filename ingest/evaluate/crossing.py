"""Whether a translation finds the ruling it translates, where that ruling is there in English only."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import date as Date
from pathlib import Path

from ingest.errors import RosettaError
from ingest.evaluate.alignment import MARGIN, SCORE
from ingest.evaluate.corpus import records
from ingest.ids import text_id

CUT = 10
SIZE = 200
_CLAUSE = re.compile(r"[，。；：？！,.;:?!]")
_SAYS = re.compile(r"[\u3400-\u9fff]|[^\W\d_]")


@dataclass(frozen=True, slots=True)
class Pair:
    """A translated ruling, and the id of the English text that it is of."""

    english: str
    body: str

    @property
    def clause(self) -> str:
        """Its first clause, which is what people paste or remember.

        >>> Pair("", "「如果它死去，你抓一张牌。」").clause
        '「如果它死去'
        """
        return next((part for part in _CLAUSE.split(self.body) if _SAYS.search(part)), self.body)


@dataclass(frozen=True, slots=True)
class CrossingReport:
    """The rank at which each query found its ruling, None beyond the first ten; `lost` are the queries that did not."""

    ranks: tuple[int | None, ...]
    lost: tuple[str, ...]

    def within(self, places: int) -> float:
        """The share of queries that found their ruling within so many places; 0 for no queries."""
        return sum(rank is not None and rank <= places for rank in self.ranks) / max(1, len(self.ranks))


def load_pairs(path: Path, holds: Callable[[str], bool]) -> list[Pair]:
    """The trusted pairs of `{date, en, zh, score, margin}` lines whose English is held and whose Chinese is not.

    A pair whose Chinese is there too would find itself, and words may have been learnt from it.
    """
    found: dict[Pair, None] = {}
    for number, record in enumerate(records(path, "date", "en", "zh"), start=1):
        try:
            day = Date.fromisoformat(record["date"])
        except (TypeError, ValueError) as error:
            raise RosettaError(f"no date: {error}", where=f"{path}:{number}") from error
        trusted = record.get("score", 0) >= SCORE and record.get("margin", 0) >= MARGIN
        english = text_id(day, "en", record["en"])
        if trusted and holds(english) and not holds(text_id(day, "zh-Hans", record["zh"])):
            found[Pair(english, record["zh"])] = None
    return sorted(found, key=lambda pair: (pair.english, pair.body))


def sample(pairs: Sequence[Pair], size: int, seed: int) -> list[Pair]:
    """So many of the pairs, drawn at random, the same for the same seed; all for a size of 0."""
    return random.Random(seed).sample(list(pairs), size) if 0 < size < len(pairs) else list(pairs)  # noqa: S311 - repeatable, no secret


def evaluate(asked: Iterable[tuple[str, str]], answers: Callable[[str], Sequence[str]]) -> CrossingReport:
    """The figures of queries, each with the id it should find; `answers` gives ids, best first."""
    ranks: list[int | None] = []
    lost = []
    for query, right in asked:
        found = list(answers(query)[:CUT])
        ranks.append(found.index(right) + 1 if right in found else None)
        if right not in found:
            lost.append(query)
    return CrossingReport(tuple(ranks), tuple(lost))
