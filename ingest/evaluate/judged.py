"""How good the first hits are, by judgements of people who read them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from ingest.errors import RosettaError

SHOWN = 5
ANSWERS, BEARS = 2, 1
"""From which grade a hit answers its query, and from which it bears on it."""

Judgements = Mapping[tuple[str, str], int]
"""The grade of each query and text that was judged: 3 answers, 2 largely, 1 bears on it, 0 does not."""


@dataclass(frozen=True, slots=True)
class JudgedReport:
    """The grades of the first hits of each query, best first; None for one that nobody judged."""

    grades: Mapping[str, tuple[int | None, ...]]

    def precision(self, least: int) -> float:
        """The mean share of a query's first hits with that grade or better; not judged is not good. 0 for none."""
        shares = [sum((grade or 0) >= least for grade in row) / len(row) for row in self.grades.values() if row]
        return sum(shares) / len(self.grades) if self.grades else 0.0

    def first(self, least: int) -> float:
        """The share of queries whose first hit has that grade or better; 0 for none."""
        return sum((row[0] or 0) >= least for row in self.grades.values() if row) / max(1, len(self.grades))

    @property
    def unjudged(self) -> int:
        """How many of the hits nobody judged."""
        return sum(grade is None for row in self.grades.values() for grade in row)


def load_judgements(path: Path) -> Judgements:
    """The judgements of a file of `query, text, grade` lines; raises `RosettaError` with the line that is wrong."""
    found: dict[tuple[str, str], int] = {}
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
        if line and not line.startswith("#"):
            try:
                query, text, grade = line.split("\t")
                found[query, text] = int(grade)
            except ValueError as error:
                raise RosettaError(f"no judgement: {error}", where=f"{path}:{number}") from error
    return found


def evaluate(
    queries: Iterable[tuple[str, str]], judgements: Judgements, search: Callable[[str], Sequence[Iterable[str]]]
) -> JudgedReport:
    """The grades of what a search gives: `search` names the texts of each hit; queries nobody judged are left out."""
    judged = {query for query, _ in judgements}
    return JudgedReport(
        {id: tuple(_grade(id, texts, judgements) for texts in search(q)[:SHOWN]) for id, q in queries if id in judged}
    )


def _grade(query: str, texts: Iterable[str], judgements: Judgements) -> int | None:
    """The best grade that any text of a hit was given."""
    return max((grade for text in texts if (grade := judgements.get((query, text))) is not None), default=None)
