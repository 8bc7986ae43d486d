"""The engine that answers from tables: search, facets, vocabulary."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from pathlib import Path

import numpy as np

from ingest.errors import SnapshotError
from ingest.index import contract
from ingest.index.arrays import Floats, Ints, decode, encode, find
from ingest.index.building import FACET_KINDS
from ingest.index.contract import FACETS, Answer, Clause, Plan, Row
from ingest.index.detail import Detail
from ingest.index.matching import Matcher, Prepared, unite
from ingest.index.selection import Selection, allowed_units, text_scope, texts_in
from ingest.index.tables import Best, Facet, Places, Postings, Texts, Units, Vocabularies, Vocabulary

SCOPES = 64
"""How many choices of texts (languages, origins, dates) are kept: pages and facets ask again."""
KINDS = {"family": "families", "none": "rulings"}


@dataclass(frozen=True, slots=True)
class _Collapsed:
    """Units of one kind with their facets."""

    units: Units
    facets: Mapping[str, Facet]


@dataclass(frozen=True, slots=True)
class _Ranking:
    """What answers, in unit order."""

    units: Ints
    scores: Floats
    coverage: Floats
    clauses: Ints


class TableEngine:
    """Answers plans from the tables of one directory; read-only, any thread."""

    def __init__(self, directory: Path) -> None:
        self._directory = directory
        self._texts = Texts.load(directory, "texts")
        terms, concepts = (
            Vocabulary(Postings.load(directory, name), Best.load(directory, f"{name}.families"))
            for name in ("terms", "concepts")
        )
        self._vocabularies = Vocabularies(terms, Places.load(directory, "places"), concepts)
        self._terms = terms.texts
        self._collapsed = {collapse: _load(directory, kind) for collapse, kind in KINDS.items()}
        families = self._collapsed["family"].facets
        named = {kind: families[kind].names for kind in ("languages", "origins")}
        self._texts_in = lru_cache(maxsize=SCOPES)(partial(texts_in, self._texts, named))

    # --- contract -----------------------------------------------------------

    def search(self, plan: Plan) -> Answer:
        """The rows that answer a plan; see `contract`."""
        plan, cut = bounded(plan)
        chosen = self._collapsed[plan.collapse]
        families = self._collapsed["family"].facets["languages"]
        texts = self._texts_in(text_scope(plan.scope))
        selection = Selection(texts, allowed_units(plan.scope, chosen.units, chosen.facets, families))
        matcher = Matcher(self._vocabularies, chosen.units, selection, families=plan.collapse == "family")
        asked = [matcher.prepare(clause) for clause in plan.clauses or (Clause(),)]
        ranking = _boosted(plan, _Ranking(*unite(matcher.match(one) for one in asked)), chosen)
        window = _window(plan, ranking)
        facets, distinct = _count(plan, ranking.units, chosen)
        rows = [self._rows(ranking, window, asked, number, chosen, selection) for number in range(len(asked))]
        merged = tuple(row for _, row in sorted((pair for some in rows for pair in some), key=lambda pair: pair[0]))
        return Answer(merged, len(ranking.units), facets, distinct, cut)

    def document_frequency(self, terms: Sequence[str]) -> list[int]:
        """How many texts hold each term; 0 for a term nobody wrote."""
        return [self._terms.frequency(at) if at >= 0 else 0 for at in find(self._terms.names, terms)]

    def terms_with_prefix(self, prefix: str, limit: int = 100) -> list[tuple[str, int]]:
        """Terms that start so, with the number of texts that hold them, most frequent first."""
        start = encode([prefix])[0]
        names = self._terms.names
        # No byte of UTF-8 is 0xFF: it closes the range of what starts so.
        first, last = np.searchsorted(names, np.array([start, start + b"\xff"]))
        counts = np.diff(self._terms.starts[first : last + 1])
        best = np.lexsort((np.arange(len(counts)), -counts))[:limit]
        return [(decode(names[first + at]), int(counts[at])) for at in best]

    def verify(self) -> None:
        """Raise `SnapshotError` where the tables do not fit together."""
        texts, terms = len(self._texts.ids), self._terms
        problems = {
            "postings": int(terms.starts[-1]) != len(terms.texts) or len(terms.texts) != len(terms.impacts),
            "texts": len(terms.texts) > 0 and not 0 <= int(terms.texts.min()) <= int(terms.texts.max()) < texts,
            "places": int(self._vocabularies.places.starts[-1]) != len(self._vocabularies.places.keys),
            "names": bool(np.any(terms.names[:-1] >= terms.names[1:])),
            "units": any(len(one.units.of_text) != texts for one in self._collapsed.values()),
        }
        for name, wrong in problems.items():
            if wrong:
                raise SnapshotError(
                    f"the search index is damaged: {name}", where=str(self._directory), hint="build again"
                )

    def close(self) -> None:
        """Nothing to do: maps are given back with the engine."""

    # --- inside -------------------------------------------------------------

    def _rows(
        self, ranking: _Ranking, window: Sequence[int], asked: Sequence[Prepared],
        clause: int, chosen: _Collapsed, selection: Selection,
    ) -> list[tuple[int, Row]]:  # fmt: skip
        """The window's rows that this clause answers, each with its place in the window."""
        places = [(n, at) for n, at in enumerate(window) if ranking.clauses[at] == clause]
        shown = ranking.units[np.array([at for _, at in places], np.int64)]
        detail = Detail(asked[clause], shown, chosen.units, selection.texts, self._vocabularies)
        return [
            (
                place,
                Row(
                    decode(chosen.units.ids[ranking.units[at]]),
                    round(float(ranking.scores[at]), 5),
                    round(float(ranking.coverage[at]), 4),
                    tuple(map(decode, self._texts.ids[detail.texts(n)].tolist())),
                    clause,
                    *detail.matched(n),
                ),
            )
            for n, (place, at) in enumerate(places)
        ]


def bounded(plan: Plan) -> tuple[Plan, bool]:
    """The plan within the contract's bounds, and whether something was cut off."""
    clauses = tuple(_bounded_clause(clause) for clause in plan.clauses[: contract.MAX_CLAUSES])
    limit = min(max(plan.limit, 0), contract.MAX_WINDOW)
    within = replace(plan, clauses=clauses, limit=limit, offset=max(plan.offset, 0))
    return within, clauses != plan.clauses or limit != plan.limit


def _bounded_clause(clause: Clause) -> Clause:
    return Clause(
        tuple(group[: contract.MAX_ALTERNATIVES] for group in clause.groups[: contract.MAX_GROUPS]),
        clause.concepts[: contract.MAX_CONCEPTS],
        tuple(others[: contract.MAX_ALTERNATIVES] for others in clause.related[: contract.MAX_CONCEPTS]),
        tuple(phrase[: contract.MAX_PHRASE_TERMS] for phrase in clause.phrases[: contract.MAX_PHRASES]),
        clause.exclusions[: contract.MAX_EXCLUSIONS],
        tuple(phrase[: contract.MAX_PHRASE_TERMS] for phrase in clause.literal[: contract.MAX_PHRASES]),
    )


def _load(directory: Path, kind: str) -> _Collapsed:
    facets = {name: Facet.load(directory, f"{kind}.{name}") for name in FACET_KINDS}
    return _Collapsed(Units.load(directory, kind), facets)


def _boosted(plan: Plan, ranking: _Ranking, chosen: _Collapsed) -> _Ranking:
    scores = ranking.scores
    for kind, name, factor in plan.boosts:
        marked = chosen.facets[kind].mark(name, len(chosen.units.texts))
        scores = np.where(marked[ranking.units], scores * np.float32(factor), scores)
    return replace(ranking, scores=scores)


def _window(plan: Plan, ranking: _Ranking) -> list[int]:
    """The places in the ranking that the page shows, best first.

    Units are numbered newest first, then by id: their order breaks ties.
    """
    end = plan.offset + plan.limit
    if plan.sort == "date":
        return list(range(min(plan.offset, len(ranking.units)), min(end, len(ranking.units))))
    places = np.arange(len(ranking.units))
    if 0 < end < len(places) // 4:
        least = np.partition(ranking.scores, len(places) - end)[len(places) - end]
        places = np.flatnonzero(ranking.scores >= least)
    order = np.lexsort((places, -ranking.scores[places]))
    return places[order][plan.offset : end].tolist()


def _count(
    plan: Plan, units: Ints, chosen: _Collapsed
) -> tuple[dict[str, tuple[tuple[str, int], ...]], dict[str, int]]:
    """The most frequent values of each facet, and how many values there are."""
    marked = np.zeros(len(chosen.units.texts), np.bool_)
    marked[units] = True
    facets, distinct = {}, {}
    for kind in FACETS:
        facet = chosen.facets[kind]
        counts = facet.counts(units, marked)
        present = np.flatnonzero(counts)
        distinct[kind] = len(present)
        if len(present) > 4 * plan.facet_values > 0:
            least = np.partition(counts[present], len(present) - plan.facet_values)[-plan.facet_values]
            present = present[counts[present] >= least]
        best = present[np.lexsort((present, -counts[present]))][: plan.facet_values]
        names = map(decode, facet.names[best].tolist())
        facets[kind] = tuple(zip(names, counts[best].tolist(), strict=True))
    return facets, distinct
