"""From a query taken apart to a plan: concepts lead, words add, cards are named."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from app.search.analysis import LATIN, language_of, words
from app.search.concepts import CARD, named
from app.search.narrow import scope_of
from app.search.parse import Parsed
from app.search.request import SearchRequest
from ingest.index.contract import Clause, Exclusion, Phrase, Plan, Weighted
from ingest.languages import fold
from ingest.languages.base import QueryToken
from ingest.languages.evidence import FUNCTION_WORDS
from ingest.linking.finder import Match
from ingest.linking.translations import keys_of
from ingest.model import Branch, Notice, Query, Span

if TYPE_CHECKING:
    from app.services import Knowledge

WORD_ALONE = 1.0
WORD_BESIDE = 0.6
"""A word that no concept covers, beside concepts that others do."""
WORD_WITHIN = 0.15
"""A word that a concept covers: the concept has spoken for it."""
WORD_SMALL = 0.3
"""Part of that, for a word that only holds a sentence together."""
LEARNT = 1.0
"""Part of what it says that a learnt translation counts for: likely, and nobody has read it."""
PASTED = 40
"""So many words of a longer text tell where it stands."""
SMALL_WORDS = frozenset(fold(word).text for words in FUNCTION_WORDS.values() for word in words)


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
    corrections: dict[str, str] = {}
    for branch in parsed.branches:
        clause, behind, found, mended = _clause(knowledge, branch)
        corrections |= mended
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
        corrections=tuple(corrections.items()),
        notices=(*parsed.notices, *notices, *_said(corrections), *_unheld(knowledge, matched, request.ui)),
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


def _said(corrections: Mapping[str, str]) -> list[Notice]:
    """That words were corrected, in one notice."""
    pairs = ", ".join(f"{typed} → {meant}" for typed, meant in corrections.items())
    return [Notice("corrected", pairs)] if pairs else []


def _unheld(knowledge: Knowledge, matched: Sequence[Match], ui: str) -> list[Notice]:
    """That nothing here speaks of a mechanic the query names: its other words answer, and should not pass for it.

    Words that may name two things name the one that is spoken of.
    """
    held: dict[tuple[str, int, int], bool] = {}
    absent: dict[str, list[tuple[str, int, int]]] = {}
    for match in matched:
        term, place = knowledge.terms[match.target], (match.form, match.start, match.end)
        spoken_of = not term.mechanic or knowledge.store.speaks_of(term.id)
        held[place] = held.get(place, False) or spoken_of
        if not spoken_of:
            absent.setdefault(term.names.get(ui, term.names["en"]), []).append(place)
    names = [name for name, places in absent.items() if not all(held[place] for place in places)]
    return [Notice("nothing-about", ", ".join(names))] if names else []


def _clause(knowledge: Knowledge, branch: Branch) -> tuple[Clause, Asked, list[Match], dict[str, str]]:
    meant = named(knowledge, branch.text)
    mended = knowledge.speller.mend(branch.text, meant.spans)
    if mended.corrections:
        meant = named(knowledge, mended.text)
    tokens = words(mended.text, knowledge.languages)
    quoted = {phrase: row for phrase in branch.phrases if (row := _phrase(knowledge, phrase))}
    covered = meant.spans
    clause = Clause(
        groups=tuple(_weighted(token, covered, knowledge.translations) for token in tokens),
        concepts=meant.concepts,
        related=meant.related,
        phrases=tuple(quoted.values()),
        exclusions=tuple(_exclusions(knowledge, branch)),
        literal=_as_typed(knowledge, mended.text, tokens),
    )
    return clause, Asked(tuple(tokens), tuple(quoted)), list(meant.matches), dict(mended.corrections)


def _weighted(token: QueryToken, covered: list[Span], learnt: Mapping[str, Weighted]) -> Weighted:
    if not covered:
        factor = WORD_ALONE
    elif _within(token, covered):
        factor = WORD_WITHIN
    else:
        factor = WORD_BESIDE
    if fold(token.text).text in SMALL_WORDS:
        factor *= WORD_SMALL
    alternatives = dict(token.alternatives)
    for key in _keys(token, covered):
        for term, likely in learnt.get(key, ()):
            alternatives.setdefault(term, likely * LEARNT)
    return tuple((term, weight * factor) for term, weight in alternatives.items())


def _keys(token: QueryToken, covered: list[Span]) -> list[str]:
    """What a word that no concept covers may be looked up by among words learnt from translations."""
    small = fold(token.text).text in SMALL_WORDS
    return [] if small or _within(token, covered) else keys_of(token.alternatives, *LATIN)


def _within(token: QueryToken, spans: list[Span]) -> bool:
    return any(start <= token.start and token.end <= end for start, end in spans)


def _phrase(knowledge: Knowledge, phrase: str) -> tuple[tuple[str, int], ...]:
    return knowledge.languages.of("en").phrase(phrase)


def _as_typed(knowledge: Knowledge, text: str, tokens: Sequence[QueryToken]) -> tuple[Phrase, ...]:
    """The words in their order, as somebody pastes them: a text that holds them so is meant before others."""
    return (_phrase(knowledge, text)[:PASTED],) if len(tokens) > 1 else ()


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
    return [*found, *(Exclusion(phrase=_phrase(knowledge, phrase)) for phrase in branch.excluded_phrases)]


def at_page(expanded: Expanded, page: int, per_page: int) -> Expanded:
    """The same for another page of the answer."""
    plan = replace(expanded.plan, offset=(page - 1) * per_page, limit=per_page)
    return replace(expanded, plan=plan)
