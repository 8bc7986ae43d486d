"""How well rulings are joined, by pairs of them that a person read."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path

from ingest.errors import RosettaError

VERDICTS = ("joined", "apart")


@dataclass(frozen=True, slots=True)
class PairRead:
    """Two texts by id: whether they state the same (`joined`) or not (`apart`), and what keeps them apart."""

    a: str
    b: str
    verdict: str
    why: str = ""


@dataclass(slots=True)
class PairsReport:
    """Pairs joined rightly, kept apart rightly, and the rest; `unknown` counts those of texts that are not here."""

    right: int = 0
    kept_apart: int = 0
    unknown: int = 0
    wrong: list[PairRead] = field(default_factory=list)
    missed: list[PairRead] = field(default_factory=list)

    @property
    def precision(self) -> float:
        """The share of the pairs in one family that belong there; 1 where none is."""
        joined = self.right + len(self.wrong)
        return self.right / joined if joined else 1.0

    @property
    def recall(self) -> float:
        """The share of the pairs that belong in one family that are; 1 where none does."""
        same = self.right + len(self.missed)
        return self.right / same if same else 1.0

    @property
    def errors(self) -> Counter[str]:
        """How many wrong pairs differ in what."""
        return Counter(pair.why or "something else" for pair in self.wrong)


def load_pairs_read(path: Path) -> list[PairRead]:
    """The pairs of a file of `text, text, joined|apart, why` lines; `RosettaError` with the line that is wrong."""
    found: list[PairRead] = []
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
        if not line or line.startswith("#"):
            continue
        a, b, verdict, why = [*line.split("\t"), "", "", ""][:4]
        if verdict not in VERDICTS:
            raise RosettaError(f"no verdict: {verdict[:40]}", where=f"{path}:{number}", hint=" or ".join(VERDICTS))
        found.append(PairRead(a, b, verdict, why))
    return found


def measure(pairs: Iterable[PairRead], family_of: Callable[[str], str | None]) -> PairsReport:
    """The report over pairs, by the family of each text; None is a text that is not here."""
    report = PairsReport()
    for pair in pairs:
        one, other = family_of(pair.a), family_of(pair.b)
        if one is None or other is None:
            report.unknown += 1
        elif pair.verdict == "joined":
            report.right += one == other
            report.missed += [pair] if one != other else []
        else:
            report.kept_apart += one != other
            report.wrong += [pair] if one == other else []
    return report
