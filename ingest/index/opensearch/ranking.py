"""From hits that say what each word added to scored, ordered candidates and facets."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from ingest.index.contract import Plan
from ingest.index.opensearch.asking import Asked, Query
from ingest.index.scoring import LITERAL, final_scores

_EXACT = 40_000
"""Up to so many, values are counted exactly."""
_SHARD_VALUES = 50_000


@dataclass(frozen=True, slots=True)
class Candidate:
    """A unit that may be on the page."""

    id: str
    rank: int
    score: float = 0.0
    coverage: float = 0.0
    clause: int = 0
    groups: tuple[int, ...] = ()
    concepts: tuple[int, ...] = ()
    covered: float = 0.0


def judged(number: int, asked: Asked, answer: Mapping[str, Any], plan: Plan) -> list[Candidate]:
    """The hits of one clause, each with the score that the contract gives it."""
    mass = asked.phrase_mass
    found: list[Candidate] = []
    for hit in answer["hits"]["hits"]:
        said = hit.get("matched_queries") or {}
        added = {ask.label: said[ask.label] for ask in asked.asks if ask.label in said}
        raw = sum(added.values())
        covered = sum(min(added[ask.label], ask.mass) for ask in asked.asks if ask.label in added)
        score = float(final_scores(np.float64(raw + mass), np.float64(covered + mass), asked.whole + mass))
        score *= LITERAL ** sum(label.startswith("l") for label in said) * _boost(hit, plan)
        coverage = (covered + mass) / max(asked.whole + mass, 1e-9)
        groups, concepts = (_numbers(added, kind) for kind in "gc")
        found.append(Candidate(hit["_id"], hit["sort"][-1], score, coverage, number, groups, concepts, covered))
    return found


def _numbers(labels: Iterable[str], kind: str) -> tuple[int, ...]:
    return tuple(sorted(int(label[1:]) for label in labels if label[0] == kind))


def _boost(hit: Mapping[str, Any], plan: Plan) -> float:
    factor = 1.0
    for kind, value, by in plan.boosts:
        values = hit["_source"].get(kind, ())
        factor *= by if value in ([values] if isinstance(values, str) else values) else 1.0
    return factor


class Ranking:
    """Candidates of all clauses, best first, and what the best of the rest could reach."""

    def __init__(self, candidates: Sequence[Candidate], beyond: float) -> None:
        self._candidates = sorted(candidates, key=lambda one: (-one.score, one.rank))
        self._beyond = beyond

    @classmethod
    def of(
        cls, asked: Sequence[Asked], answers: Sequence[Mapping[str, Any]],
        least: Sequence[float], plan: Plan, size: int,
    ) -> Ranking:  # fmt: skip
        """The candidates of all clauses that reach the cut of theirs."""
        found, beyond = [], -1.0
        for number, (one, answer) in enumerate(zip(asked, answers, strict=True)):
            found.append([each for each in judged(number, one, answer, plan) if each.covered >= least[number]])
            hits = answer["hits"]["hits"]
            if len(hits) >= size:
                beyond = max(beyond, _most(float(hits[-1]["_score"]), one, plan))
        return cls(cls.united(found), beyond)

    @staticmethod
    def united(found: Iterable[Sequence[Candidate]]) -> list[Candidate]:
        """Each unit once, by the clause that gives it most."""
        best: dict[str, Candidate] = {}
        for one in (each for candidates in found for each in candidates):
            if one.id not in best or one.score > best[one.id].score:
                best[one.id] = one
        return list(best.values())

    def is_settled(self, end: int) -> bool:
        """Whether no unit that was left out could be among the first `end`."""
        if self._beyond < 0:
            return True
        return len(self._candidates) >= end and self._candidates[end - 1].score >= self._beyond if end else True

    def page(self, start: int, end: int) -> list[Candidate]:
        """The candidates from `start` up to `end`."""
        return self._candidates[start:end]


def _most(added: float, asked: Asked, plan: Plan) -> float:
    """What a unit whose words add so much could score at most: they cover no more of the query than they add."""
    raw = np.float64(added + asked.phrase_mass)
    most = float(final_scores(raw, raw, asked.whole + asked.phrase_mass)) * LITERAL ** len(asked.clause.literal)
    for _, _, factor in plan.boosts:
        most *= max(1.0, factor)
    return most


# --- facets --------------------------------------------------------------------------


def facets_asked(kinds: Sequence[str], values: int) -> Query:
    """The aggregations that count some facets, exactly."""
    asked: Query = {}
    for kind in kinds:
        asked[f"n:{kind}"] = {"cardinality": {"field": kind, "precision_threshold": _EXACT}}
        if values > 0:
            order = [{"_count": "desc"}, {"_key": "asc"}]
            terms = {"field": kind, "size": values, "shard_size": max(values, _SHARD_VALUES), "order": order}
            asked[kind] = {"terms": terms}
    return asked


def facets_found(
    answer: Mapping[str, Any], kinds: Sequence[str]
) -> tuple[dict[str, tuple[tuple[str, int], ...]], dict[str, int]]:
    """The most frequent values of each facet, and how many values there are."""
    facets = {
        kind: tuple((one["key"], one["doc_count"]) for one in answer.get(kind, {}).get("buckets", ())) for kind in kinds
    }
    return facets, {kind: answer[f"n:{kind}"]["value"] for kind in kinds}
