"""From a query taken apart to a plan: concepts lead, words add, cards are named."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from app.search.analysis import language_of, words
from app.search.narrow import scope_of
from app.search.parse import Parsed
from app.search.request import SearchRequest
from ingest.index.contract import Clause, Exclusion, Plan, Weighted
from ingest.languages.base import QueryToken
from ingest.linking.finder import Match
from ingest.model import Branch, Query

if TYPE_CHECKING:
    from app.services import Knowledge

CARD = "card:"
"""What marks a card among the concepts of the index."""

SLANG = 0.8
DEPRECATED = 1.0
CARD_WEIGHT = 1.2
WORD_ALONE = 1.0
WORD_BESIDE = 0.5
"""A word that no concept covers, beside concepts that others do."""
WORD_WITHIN = 0.25
"""A word that a concept covers: the concept has spoken for it."""


@dataclass(frozen=True, slots=True)
class Asked:
    """The words behind the groups of a clause, and the quotes behind its phrases."""

    tokens: tuple[QueryToken, ...]
    phrases: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Expanded:
    """A query as understood, its plan, and what each of the plan's clauses was made from."""

    query: Query
    plan: Plan
    asked: tuple[Asked, ...] = ()


def expand(knowledge: Knowledge, parsed: Parsed, request: SearchRequest) -> Expanded:
    """The plan that answers a query from this knowledge."""
    filters, notices = scope_of(knowledge, parsed.filters, request.filters)
    clauses, asked = [], []
    concepts: dict[str, None] = {}
    cards: dict[str, None] = {}
    matched: list[Match] = []
    for branch in parsed.branches:
        clause, behind, found = _clause(knowledge, branch)
        clauses.append(clause)
        asked.append(behind)
        matched += found
        for concept, _ in clause.concepts:
            (cards if concept.startswith(CARD) else concepts)[concept.removeprefix(CARD)] = None
    query = Query(
        raw=request.q,
        language=language_of(request.q, matched, request.ui),
        branches=parsed.branches,
        concepts=tuple(concepts),
        cards=tuple(cards),
        filters=filters.filters,
        notices=(*parsed.notices, *notices),
    )
    plan = Plan(
        clauses=tuple(clauses),
        scope=filters.scope,
        sort=request.sort,  # type: ignore[arg-type]
        collapse=request.collapse,  # type: ignore[arg-type]
        offset=(request.page - 1) * request.per_page,
        limit=request.per_page,
    )
    return Expanded(query, plan, tuple(asked))


def _clause(knowledge: Knowledge, branch: Branch) -> tuple[Clause, Asked, list[Match]]:
    matches = knowledge.finder.find_query(branch.text) if branch.text else []
    named = knowledge.card_finder.find_query(branch.text) if branch.text else []
    concepts = _concepts(matches, named)
    tokens = words(branch.text, knowledge.languages)
    quoted = {phrase: row for phrase in branch.phrases if (row := _phrase(knowledge, phrase))}
    covered = [(match.start, match.end) for match in (*matches, *named)]
    clause = Clause(
        groups=tuple(_weighted(token, covered) for token in tokens),
        concepts=concepts,
        phrases=tuple(quoted.values()),
        exclusions=tuple(_exclusions(knowledge, branch)),
    )
    return clause, Asked(tuple(tokens), tuple(quoted)), matches


def _concepts(matches: list[Match], named: list[Match]) -> Weighted:
    """Concepts with their weights; one that the words leave open shares its weight."""
    owners: dict[tuple[int, int], int] = {}
    for match in matches:
        owners[match.start, match.end] = owners.get((match.start, match.end), 0) + 1
    weights: dict[str, float] = {}
    for match in matches:
        weight = (SLANG if match.slang else 1.0) / owners[match.start, match.end]
        weights[match.target] = max(weight, weights.get(match.target, 0.0))
    cards = len({match.target for match in named}) or 1
    for match in named:
        weights[CARD + match.target] = CARD_WEIGHT / (cards if match.ambiguous else 1)
    return tuple(weights.items())


def _weighted(token: QueryToken, covered: list[tuple[int, int]]) -> Weighted:
    if not covered:
        factor = WORD_ALONE
    elif any(start <= token.start and token.end <= end for start, end in covered):
        factor = WORD_WITHIN
    else:
        factor = WORD_BESIDE
    return tuple((term, weight * factor) for term, weight in token.alternatives)


def _phrase(knowledge: Knowledge, phrase: str) -> tuple[tuple[str, int], ...]:
    return knowledge.languages.of("en").phrase(phrase)


def _exclusions(knowledge: Knowledge, branch: Branch) -> list[Exclusion]:
    """What must be absent: the word in any language it may be in, its concept too."""
    found = []
    for text in branch.excluded:
        concepts = {match.target for match in knowledge.finder.find_query(text)}
        whole = len(concepts) == 1
        if whole:
            found.append(Exclusion(concept=concepts.pop()))
        for token in words(text, knowledge.languages):
            # Stems and words, not the single characters that a Chinese word is made of.
            strong = tuple(term for term, weight in token.alternatives if weight >= 1.0)
            found.append(Exclusion(terms=strong or tuple(term for term, _ in token.alternatives)))
    for phrase in branch.excluded_phrases:
        found.append(Exclusion(phrase=_phrase(knowledge, phrase)))
    return found


def at_page(expanded: Expanded, page: int, per_page: int) -> Expanded:
    """The same for another page of the answer."""
    plan = replace(expanded.plan, offset=(page - 1) * per_page, limit=per_page)
    return replace(expanded, plan=plan)
