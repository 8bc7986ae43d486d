"""The one use case of the search: a request in, a page of families out. No HTTP."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from app.search.concepts import CARD
from app.search.expand import SMALL_WORDS, Asked, Expanded, at_page, expand
from app.search.highlight import Wanted, mark_page
from app.search.parse import parse
from app.search.request import SearchRequest
from app.search.suggest import suggest
from ingest.index.contract import Answer, Clause, Plan, Row, Weighted
from ingest.model import Hit, Notice, Query, Reason, ResultPage, Ruling

__all__ = ["search", "suggest"]

if TYPE_CHECKING:
    from app.services import Knowledge

RULINGS_OF_A_HIT = 60
"""How many rulings of one family are loaded to be shown, newest first."""


def search(knowledge: Knowledge, request: SearchRequest) -> ResultPage:
    """The page of families (or rulings) that answers a request, exactly counted."""
    parsed = parse(request.q)
    expanded = expand(knowledge, parsed, request)
    if request.q.strip() and not _asks(expanded):
        return _nothing(expanded.query, request)
    answer = knowledge.engine.search(expanded.plan)
    page, answer, expanded = _within(knowledge, request, answer, expanded)
    notices = list(expanded.query.notices)
    if page != request.page:
        notices.append(Notice("clamped", str(page), "page"))
    if answer.cut:
        notices.append(Notice("query-too-complex"))
    hits = _hits(knowledge, answer.rows, expanded, request)
    return ResultPage(expanded.query, answer.total, page, request.per_page, hits, answer.facets, tuple(notices))


def _asks(expanded: Expanded) -> bool:
    """Whether the query asks for anything: a word, a phrase, an exclusion, a filter."""
    asked = any(c.groups or c.concepts or c.phrases or c.exclusions for c in expanded.plan.clauses)
    return asked or expanded.plan.scope != Plan().scope


def _nothing(query: Query, request: SearchRequest) -> ResultPage:
    """No answer to a query of signs alone: not everything, which would look like an answer."""
    notices = (*query.notices, Notice("no-words", request.q[:60]))
    return ResultPage(replace(query, notices=notices), 0, 1, request.per_page, (), {}, notices)


def _within(
    knowledge: Knowledge, request: SearchRequest, answer: Answer, expanded: Expanded
) -> tuple[int, Answer, Expanded]:
    """The page asked for, or the last there is."""
    last = max(1, -(-answer.total // request.per_page))
    if request.page <= last:
        return request.page, answer, expanded
    expanded = at_page(expanded, last, request.per_page)
    return last, knowledge.engine.search(expanded.plan), expanded


def _hits(knowledge: Knowledge, rows: Sequence[Row], expanded: Expanded, request: SearchRequest) -> tuple[Hit, ...]:
    held = [_rulings(knowledge, row, request.collapse) for row in rows]
    texts = [[text for ruling in rulings for text in ruling.texts] for rulings in held]
    wanted = [_wanted(*both) for both in zip(expanded.plan.clauses, expanded.asked, strict=True)] or [Wanted()]
    marked = mark_page(knowledge, [(some, wanted[row.clause]) for some, row in zip(texts, rows, strict=True)])
    return tuple(
        Hit(
            id=rulings[0].id if rulings else row.id,
            family=row.id if request.collapse == "family" else knowledge.store.family_of(row.id) or row.id,
            score=row.score,
            rulings=rulings,
            reasons=tuple(_reasons(row, expanded)),
            marks=marks,
        )
        for row, rulings, marks in zip(rows, held, marked, strict=True)
    )


def _rulings(knowledge: Knowledge, row: Row, collapse: str) -> tuple[Ruling, ...]:
    """The rulings of a hit: the newest wording first, an official one before a machine's."""
    if collapse == "none":
        return tuple(knowledge.store.rulings([row.id]))
    family = knowledge.store.family(row.id)
    held = knowledge.store.rulings(family.rulings if family else [row.id])
    return tuple(sorted(held, key=_newest_first)[:RULINGS_OF_A_HIT])


def _newest_first(ruling: Ruling) -> tuple[int, int, str]:
    trust = min(("official", "unstated", "community", "machine").index(text.origin) for text in ruling.texts)
    return -(ruling.date.toordinal() if ruling.date else 0), trust, ruling.id


def _wanted(clause: Clause, asked: Asked) -> Wanted:
    """What to mark in the texts that a clause finds."""
    concepts = [concept for concept, _ in clause.concepts]
    return Wanted(
        concepts=frozenset(concept for concept in concepts if not concept.startswith(CARD)),
        cards=frozenset(concept.removeprefix(CARD) for concept in concepts if concept.startswith(CARD)),
        terms=frozenset(term for group in _worth_marking(clause, asked) for term, _ in group),
        phrases=clause.phrases,
    )


def _worth_marking(clause: Clause, asked: Asked) -> Sequence[Weighted]:
    """The words that say something; all where none does: a page full of marked articles shows nothing."""
    words = zip(clause.groups, asked.tokens, strict=True)
    telling = [group for group, token in words if token.text not in SMALL_WORDS]
    return telling if telling or clause.concepts or clause.phrases else clause.groups


def _reasons(row: Row, expanded: Expanded) -> list[Reason]:
    """Why a row answers, what weighs most first."""
    if not expanded.plan.clauses:
        return []
    clause = expanded.plan.clauses[row.clause]
    asked = expanded.asked[row.clause]
    reasons = []
    for index in row.concepts:
        concept = clause.concepts[index][0]
        card = concept.startswith(CARD)
        reasons.append(Reason("card" if card else "concept", concept.removeprefix(CARD)))
    reasons += [Reason("phrase", asked.phrases[index]) for index in row.phrases]
    reasons += [Reason("word", asked.tokens[index].text) for index in row.groups]
    return list(dict.fromkeys(reasons))
