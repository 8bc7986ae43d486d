"""How good the search is on graded queries: nDCG, MRR, recall, and across languages.

Entries are named as the gold standard names them: `000#03` is the third entry
of the file whose name begins with `000`.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from ingest.errors import RosettaError
from ingest.model import Ruling

CUT = 10
FOUND = 2
"""The grade from which an entry counts as found."""


@dataclass(frozen=True, slots=True)
class GradedQuery:
    """A query and the entries that answer it: 3 exactly, 2 largely, 1 partly."""

    id: str
    lang: str
    q: str
    relevant: Mapping[str, int]
    style: str = ""


@dataclass(frozen=True, slots=True)
class Score:
    """One query's figures; `cross` is None where every answer has the query's language."""

    query: GradedQuery
    ndcg: float
    mrr: float
    recall: float
    cross: float | None


@dataclass(frozen=True, slots=True)
class Report:
    """The figures of a set of queries."""

    scores: tuple[Score, ...] = field(default=())

    def mean(self, measure: str, lang: str | None = None) -> float:
        """The mean of a measure over the queries (of a language) that have it; nan for none."""
        chosen = (score for score in self.scores if lang in (None, score.query.lang))
        values = [value for score in chosen if (value := getattr(score, measure)) is not None]
        return sum(values) / len(values) if values else math.nan


def load_queries(path: Path) -> list[GradedQuery]:
    """The graded queries of a JSON Lines file; raises `RosettaError` with the line that is wrong."""
    queries = []
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
        if line.strip():
            try:
                row = json.loads(line)
                grades = {str(key): int(value) for key, value in row["relevant"].items()}
                queries.append(GradedQuery(row["id"], row["lang"], row["q"], grades, row.get("style", "")))
            except (ValueError, KeyError, TypeError, AttributeError) as error:
                raise RosettaError(f"no graded query: {error}", where=f"{path}:{number}") from error
    return queries


def load_families(path: Path) -> dict[str, str]:
    """Entry to the name of its gold family: `eq` and `near` pairs joined. Entries alone are absent."""
    if not path.is_file():
        return {}
    pairs = json.loads(path.read_text(encoding="utf-8"))
    family: dict[str, str] = {}
    for a, b in [*pairs["eq"], *pairs["near"]]:
        into, gone = family.setdefault(a, a), family.setdefault(b, b)
        for entry, name in family.items():
            if name == gone:
                family[entry] = into
    return family


def evaluate(
    queries: Iterable[GradedQuery],
    families: Mapping[str, str],
    search: Callable[[str], Sequence[Sequence[str]]],
    languages: Mapping[str, set[str]],
) -> Report:
    """The figures of a search: `search` gives the entries of each hit, `languages` those an entry has texts in."""
    return Report(tuple(_score(query, families, search(query.q)[:CUT], languages) for query in queries))


def _score(
    query: GradedQuery, families: Mapping[str, str], hits: Sequence[Sequence[str]], languages: Mapping[str, set[str]]
) -> Score:
    gains = _gains(query, families, hits)
    best: dict[str, int] = {}
    for entry, grade in query.relevant.items():
        name = families.get(entry, entry)
        best[name] = max(grade, best.get(name, 0))
    ideal = sorted((2**grade - 1 for grade in best.values()), reverse=True)[:CUT]
    wanted = {entry for entry, grade in query.relevant.items() if grade >= FOUND}
    returned = {entry for hit in hits for entry in hit}
    other = {entry for entry in wanted if _tag(query.lang) not in languages.get(entry, set())}
    return Score(
        query,
        _dcg(gains) / _dcg(ideal) if ideal else 0.0,
        _reciprocal(query, hits),
        len(wanted & returned) / len(wanted) if wanted else 0.0,
        len(other & returned) / len(other) if other else None,
    )


def _gains(query: GradedQuery, families: Mapping[str, str], hits: Sequence[Sequence[str]]) -> list[int]:
    """Each hit's gain: its best grade among entries whose gold family was not credited before."""
    credited: set[str] = set()
    gains = []
    for hit in hits:
        fresh = {entry: families.get(entry, entry) for entry in hit if entry in query.relevant}
        open_grades = [query.relevant[entry] for entry, name in fresh.items() if name not in credited]
        credited |= set(fresh.values())
        gains.append(2 ** max(open_grades, default=0) - 1)
    return gains


def _dcg(gains: Iterable[int]) -> float:
    return sum(gain / math.log2(rank + 1) for rank, gain in enumerate(gains, start=1))


def _reciprocal(query: GradedQuery, hits: Sequence[Sequence[str]]) -> float:
    for rank, hit in enumerate(hits, start=1):
        if any(query.relevant.get(entry, 0) >= FOUND for entry in hit):
            return 1 / rank
    return 0.0


def _tag(lang: str) -> str:
    return "zh-Hans" if lang == "zh" else lang


def entry_names(rulings: Iterable[Ruling]) -> list[str]:
    """The gold standard's names of the entries that rulings were read from."""
    return sorted({entry_name(source.file, source.entry) for r in rulings for t in r.texts for source in t.sources})


def entry_name(file: str, entry: int) -> str:
    """The gold standard's name of an entry.

    >>> entry_name("000_96a82a7373c7b9ee.txt", 3)
    '000#03'
    """
    return f"{file.rpartition('/')[2][:3]}#{entry:02d}"
