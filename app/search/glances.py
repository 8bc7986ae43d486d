"""The hits of a page: read, marked, and told why they answer."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from app.search.concepts import CARD
from app.search.expand import SMALL_WORDS, Asked, Expanded
from app.search.highlight import Wanted, mark
from app.search.naming import names_of
from app.search.reasons import missing_of, reasons_of
from app.search.request import SearchRequest
from ingest.index.contract import Clause, Row, Weighted
from ingest.index.spots import found
from ingest.model import Hit, Reason, Ruling, Span
from ingest.synopses import Kept, kept
from ingest.synopsis import RULINGS, Summary, newest_first, read

if TYPE_CHECKING:
    from app.services import Knowledge

Marks = dict[tuple[str, str], Sequence[Span]]
"""What to mark by language and wording."""
_Want = tuple[int, frozenset[str], frozenset[str]]
"""What rows have marked: that of a clause, what stands for a concept of it, and the cards that they match."""


@dataclass(frozen=True, slots=True)
class Glance:
    """A family (or one ruling) that answers, at a glance, and why; its versions have their marks.

    `partial` and `missing` are as those of a `Hit`.
    """

    family: str
    score: float
    kept: Kept
    reasons: tuple[Reason, ...]
    partial: bool = False
    missing: tuple[Reason, ...] = ()


@dataclass(frozen=True, slots=True)
class _Page:
    """The rows of a page: the family of each, what is kept of that with its marks, why it answers, what it lacks."""

    families: Sequence[str]
    held: Sequence[Kept | None]
    reasons: Sequence[tuple[Reason, ...]]
    missing: Sequence[tuple[Reason, ...]]


def glances(knowledge: Knowledge, request: SearchRequest, rows: Sequence[Row], expanded: Expanded) -> list[Glance]:
    """The rows of an answer at a glance: a fraction of the work of loading their rulings."""
    page = _page(knowledge, request, rows, expanded)
    return [
        Glance(family, row.score, _shown(knowledge, request, row, one), why, row.partial, missing)
        for row, family, one, why, missing in zip(
            rows, page.families, page.held, page.reasons, page.missing, strict=True
        )
    ]


def hits(knowledge: Knowledge, request: SearchRequest, rows: Sequence[Row], expanded: Expanded) -> tuple[Hit, ...]:
    """The rows of an answer with their rulings."""
    page = _page(knowledge, request, rows, expanded)
    every = zip(rows, page.families, page.held, page.reasons, page.missing, strict=True)
    return tuple(_hit(knowledge, request, *one) for one in every)


def _page(knowledge: Knowledge, request: SearchRequest, rows: Sequence[Row], expanded: Expanded) -> _Page:
    """The rows with what the query finds in their families, and why."""
    families = _families(knowledge, rows, request)
    held = knowledge.synopses.of(families)
    reasons = reasons_of(knowledge, expanded, rows, families, held)
    _mark(knowledge, rows, expanded, held, reasons)
    return _Page(families, held, reasons, [missing_of(knowledge, expanded, row) for row in rows])


def _hit(
    knowledge: Knowledge,
    request: SearchRequest,
    row: Row,
    family: str,
    held: Kept | None,
    reasons: tuple[Reason, ...],
    missing: tuple[Reason, ...],
) -> Hit:
    rulings = _rulings(knowledge, row, request.collapse)
    marks = _marks(held)
    texts = ((text, marks.get((text.lang, text.body))) for ruling in rulings for text in ruling.texts)
    return Hit(
        id=rulings[0].id if rulings else row.id,
        family=family,
        score=row.score,
        rulings=rulings,
        reasons=reasons,
        marks={text.id: tuple(spans) for text, spans in texts if spans},
        partial=row.partial,
        missing=missing,
    )


def _families(knowledge: Knowledge, rows: Sequence[Row], request: SearchRequest) -> list[str]:
    """The families of the rows of a page, by their ids."""
    if request.collapse == "family":
        return [row.id for row in rows]
    return [knowledge.store.family_of(row.id) or row.id for row in rows]


def _rulings(knowledge: Knowledge, row: Row, collapse: str) -> tuple[Ruling, ...]:
    """The rulings of a hit: the newest wording first, an official one before a machine's."""
    if collapse == "none":
        return tuple(knowledge.store.rulings([row.id]))
    family = knowledge.store.family(row.id)
    held = knowledge.store.rulings(family.rulings if family else [row.id])
    return tuple(newest_first(held)[:RULINGS])


def _shown(knowledge: Knowledge, request: SearchRequest, row: Row, family: Kept | None) -> Kept:
    """What is shown of a row: its family, or the one ruling with the marks that its family's wordings have."""
    if request.collapse == "family" and family:
        return family
    marks = _marks(family)
    shown = kept(read(Summary((), *names_of(knowledge)).of(knowledge.store.rulings([row.id]))))
    shown.marks = found([marks.get((one.lang, one.body), ()) for one in shown.versions()])
    return shown


def _marks(family: Kept | None) -> Marks:
    return {(one.lang, one.body): one.marks for one in family.versions()} if family else {}


# --- what is marked ----------------------------------------------------------------


def _mark(
    knowledge: Knowledge,
    rows: Sequence[Row],
    expanded: Expanded,
    held: Sequence[Kept | None],
    reasons: Sequence[tuple[Reason, ...]],
) -> None:
    """Marks what the query finds in the families of some rows; those that want the same marked together."""
    if not expanded.plan.clauses:
        return
    alike: defaultdict[_Want, list[Kept]] = defaultdict(list)
    for row, family, told in zip(rows, held, reasons, strict=True):
        if family:
            instead = frozenset(one.detail for one in told if one.kind == "related")
            alike[row.clause, instead, frozenset(one.detail for one in told if one.kind == "card")].append(family)
    for (clause, instead, cards), several in alike.items():
        wanted = _wanted(expanded.plan.clauses[clause], expanded.asked[clause])
        mark(knowledge, several, replace(wanted, concepts=wanted.concepts | instead, cards=cards))


def _wanted(clause: Clause, asked: Asked) -> Wanted:
    """What to mark in texts that a clause finds: all that it asks for."""
    return Wanted(
        concepts=frozenset(concept for concept, _ in clause.concepts if not concept.startswith(CARD)),
        terms=frozenset(term for group in _worth_marking(clause, asked) for term, _ in group),
        phrases=clause.phrases,
    )


def _worth_marking(clause: Clause, asked: Asked) -> Sequence[Weighted]:
    """The words that say something; all where none does: a page full of marked articles shows nothing."""
    words = zip(clause.groups, asked.tokens, strict=True)
    telling = [group for group, token in words if token.text not in SMALL_WORDS]
    return telling if telling or clause.concepts or clause.phrases else clause.groups
