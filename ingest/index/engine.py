"""The engine that answers from tables: search, facets, vocabulary."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import lru_cache, partial
from itertools import repeat
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from ingest.errors import SnapshotError
from ingest.index import contract
from ingest.index.arrays import Floats, Ints, Mask, decode_all
from ingest.index.building import FACET_KINDS
from ingest.index.contract import EVERYTHING, Answer, Clause, Plan, Row, Scope
from ingest.index.counting import Collapsed
from ingest.index.detail import matching
from ingest.index.matching import Matcher, Prepared, Reasons, unite
from ingest.index.race import shown
from ingest.index.selection import Selection, allowed_units, text_scope, texts_in
from ingest.index.tables import (
    Best,
    Facet,
    Places,
    Postings,
    Texts,
    Units,
    Vocabularies,
    Vocabulary,
    common_rows,
    frequencies,
    with_prefix,
)

TABLES = "tables"
"""The folder of the tables in an index."""
SCOPES = 64
"""How many choices of texts (languages, origins, dates) are kept: pages and facets ask again."""
KINDS = {"family": "families", "none": "rulings"}


class _Ranking(NamedTuple):
    """What answers, in unit order."""

    units: Ints
    scores: Floats
    coverage: Floats
    clauses: Ints


_ROW: Callable[[Iterable[Any]], Row] = partial(tuple.__new__, Row)
"""A row of its columns, without the steps in Python that a named tuple takes."""
_UNTOLD: Reasons = ((), (), ())
_UNNARROWED = Selection(None, None)


class TableEngine:
    """Answers plans from the tables of one directory; read-only, any thread."""

    def __init__(self, directory: Path) -> None:
        self._directory = directory
        self._texts = Texts.load(directory, "texts")
        self._collapsed = {collapse: _load(directory, kind) for collapse, kind in KINDS.items()}
        size = len(self._collapsed["family"].units.texts)
        terms, concepts = (_vocabulary(directory, name, size) for name in ("terms", "concepts"))
        self._vocabularies = Vocabularies(terms, Places.load(directory, "places"), concepts)
        self._terms = terms.texts
        families = self._collapsed["family"].facets
        named = {kind: families[kind].names for kind in ("languages", "origins")}
        self._texts_in = lru_cache(maxsize=SCOPES)(partial(texts_in, self._texts, named))

    # --- contract -----------------------------------------------------------

    def search(self, plan: Plan) -> Answer:
        """The rows that answer a plan; see `contract`."""
        plan, cut = bounded(plan)
        chosen = self._collapsed[plan.collapse]
        selection = self._selection(plan.scope, chosen)
        matcher = Matcher(self._vocabularies, chosen.units, selection, families=plan.collapse == "family")
        asked = [matcher.prepare(clause) for clause in plan.clauses or (Clause(),)]
        ranking = _boosted(plan, _Ranking(*unite(matcher.match(one, shown(plan)) for one in asked)), chosen)
        window = _window(plan, ranking)
        facets, distinct = chosen.count(plan, ranking.units)
        texts = self._matching(ranking, window, asked, chosen.units, selection.texts) if plan.texts else None
        reasons = self._reasons(matcher, ranking, window, asked) if plan.reasons else None
        return Answer(_rows(ranking, window, chosen.units, texts, reasons), len(ranking.units), facets, distinct, cut)

    def document_frequency(self, terms: Sequence[str]) -> list[int]:
        """How many texts hold each term; 0 for a term nobody wrote."""
        return frequencies(self._terms.starts, self._vocabularies.terms.numbers.places(terms))

    def terms_with_prefix(self, prefix: str, limit: int = 100) -> list[tuple[str, int]]:
        """Terms that start so, with the number of texts that hold them, most frequent first."""
        return with_prefix(self._terms.names, self._terms.starts, prefix, limit)

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

    def _selection(self, scope: Scope, chosen: Collapsed) -> Selection:
        if scope is EVERYTHING or scope == EVERYTHING:
            return _UNNARROWED
        languages = self._collapsed["family"].facets["languages"]
        texts = self._texts_in(text_scope(scope))
        return Selection(texts, allowed_units(scope, chosen.units, chosen.facets, languages))

    def _reasons(self, matcher: Matcher, ranking: _Ranking, window: Ints, asked: Sequence[Prepared]) -> list[Reasons]:
        """What of its clause each row of the window matches."""
        units, clauses = ranking.units[window], ranking.clauses[window]
        told: list[Reasons] = [_UNTOLD] * len(window)
        for clause in set(clauses.tolist()):
            rows = np.flatnonzero(clauses == clause)
            for row, reasons in zip(rows.tolist(), matcher.reasons(asked[clause], units[rows]), strict=True):
                told[row] = reasons
        return told

    def _matching(
        self, ranking: _Ranking, window: Ints, asked: Sequence[Prepared], units: Units, scope: Mask | None
    ) -> list[tuple[str, ...]]:
        """The ids of the texts of each row of the window that match, those that match most first."""
        found = []
        for unit, clause in zip(ranking.units[window].tolist(), ranking.clauses[window].tolist(), strict=True):
            texts = matching(asked[clause], units.texts[unit], scope, self._vocabularies)
            found.append(tuple(decode_all(self._texts.ids[texts].tolist())))
        return found


def open_tables(directory: Path) -> TableEngine:
    """The engine over the tables of an index."""
    return TableEngine(directory / TABLES)


def bounded(plan: Plan) -> tuple[Plan, bool]:
    """The plan within the contract's bounds, and whether something was cut off."""
    limit = min(max(plan.limit, 0), contract.MAX_WINDOW)
    if len(plan.clauses) <= contract.MAX_CLAUSES and all(map(_is_bounded, plan.clauses)):
        if limit == plan.limit and plan.offset >= 0:
            return plan, False
        return replace(plan, limit=limit, offset=max(plan.offset, 0)), limit != plan.limit
    clauses = tuple(_bounded_clause(clause) for clause in plan.clauses[: contract.MAX_CLAUSES])
    return replace(plan, clauses=clauses, limit=limit, offset=max(plan.offset, 0)), True


def _rows(
    ranking: _Ranking, window: Ints, units: Units, texts: list[tuple[str, ...]] | None, reasons: list[Reasons] | None
) -> tuple[Row, ...]:
    """The rows of a window, column by column: a row by itself takes several times as long."""
    called = units.called
    ids = [called[unit] for unit in ranking.units.take(window).tolist()]
    scores = [round(score, 5) for score in ranking.scores.take(window).tolist()]
    coverage = [round(share, 4) for share in ranking.coverage.take(window).tolist()]
    told = zip(*reasons, strict=True) if reasons else repeat(repeat(()), len(_UNTOLD))
    whole = repeat(False)  # an engine calls no row partial
    clauses = ranking.clauses.take(window).tolist()
    columns = zip(ids, scores, coverage, texts or repeat(()), clauses, *told, whole, strict=False)
    return tuple(map(_ROW, columns))


def _is_bounded(clause: Clause) -> bool:
    return (
        len(clause.groups) <= contract.MAX_GROUPS
        and len(clause.concepts) <= contract.MAX_CONCEPTS
        and len(clause.related) <= contract.MAX_CONCEPTS
        and len(clause.phrases) <= contract.MAX_PHRASES
        and len(clause.literal) <= contract.MAX_PHRASES
        and len(clause.exclusions) <= contract.MAX_EXCLUSIONS
        and _longest(clause.groups) <= contract.MAX_ALTERNATIVES
        and _longest(clause.related) <= contract.MAX_ALTERNATIVES
        and _longest(clause.phrases) <= contract.MAX_PHRASE_TERMS
        and _longest(clause.literal) <= contract.MAX_PHRASE_TERMS
    )


def _longest(lists: Sequence[Sequence[object]]) -> int:
    return max(map(len, lists), default=0)


def _bounded_clause(clause: Clause) -> Clause:
    return Clause(
        tuple(group[: contract.MAX_ALTERNATIVES] for group in clause.groups[: contract.MAX_GROUPS]),
        clause.concepts[: contract.MAX_CONCEPTS],
        tuple(others[: contract.MAX_ALTERNATIVES] for others in clause.related[: contract.MAX_CONCEPTS]),
        tuple(phrase[: contract.MAX_PHRASE_TERMS] for phrase in clause.phrases[: contract.MAX_PHRASES]),
        clause.exclusions[: contract.MAX_EXCLUSIONS],
        tuple(phrase[: contract.MAX_PHRASE_TERMS] for phrase in clause.literal[: contract.MAX_PHRASES]),
    )


def _load(directory: Path, kind: str) -> Collapsed:
    facets = {name: Facet.load(directory, f"{kind}.{name}") for name in FACET_KINDS}
    return Collapsed(Units.load(directory, kind), facets)


def _vocabulary(directory: Path, name: str, families: int) -> Vocabulary:
    best = Best.load(directory, f"{name}.families")
    try:
        return Vocabulary(Postings.load(directory, name), best, common_rows(best, families))
    except IndexError as error:  # a family beyond the last one
        raise SnapshotError(
            f"the search index is damaged: {name}.families", where=str(directory), hint="build again"
        ) from error


def _boosted(plan: Plan, ranking: _Ranking, chosen: Collapsed) -> _Ranking:
    if not plan.boosts:
        return ranking
    scores = ranking.scores
    for kind, name, factor in plan.boosts:
        marked = chosen.facets[kind].mark(name, len(chosen.units.texts))
        scores = np.where(marked[ranking.units], scores * np.float32(factor), scores)
    return ranking._replace(scores=scores)


def _window(plan: Plan, ranking: _Ranking) -> Ints:
    """The places in the ranking that the page shows, best first.

    Units are numbered newest first, then by id: their order breaks ties.
    """
    end = plan.offset + plan.limit
    count = len(ranking.units)
    if plan.sort == "date":
        return np.arange(min(plan.offset, count), min(end, count))
    if 0 < end < count // 4:
        least = np.partition(ranking.scores, count - end)[count - end]
        (places,) = (ranking.scores >= least).nonzero()
        # Stable: what scores alike stays in the order of the units.
        order = (-ranking.scores.take(places)).argsort(kind="stable")
        return places.take(order[plan.offset : end])
    return (-ranking.scores).argsort(kind="stable")[plan.offset : end]
