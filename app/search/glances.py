"""The hits of a page: read, marked, and told why they answer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from app.search.concepts import CARD
from app.search.expand import SMALL_WORDS, Asked, Expanded
from app.search.highlight import Wanted, mark_page
from app.search.naming import names_of
from app.search.reasons import Reasons, reasons_of
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


@dataclass(frozen=True, slots=True)
class Glance:
    """A family (or one ruling) that answers, at a glance, and why; its versions have their marks."""

    family: str
    score: float
    kept: Kept
    reasons: tuple[Reason, ...]


def glances(knowledge: Knowledge, request: SearchRequest, rows: Sequence[Row], expanded: Expanded) -> list[Glance]:
    """The rows of an answer at a glance: a fraction of the work of loading their rulings."""
    families = _families(knowledge, rows, request)
    why = reasons_of(knowledge, expanded)
    held = _marked(knowledge, rows, families, why)
    return [
        Glance(family, row.score, _shown(knowledge, request, row, one), why.of(row, one))
        for family, row, one in zip(families, rows, held, strict=True)
    ]


def hits(knowledge: Knowledge, request: SearchRequest, rows: Sequence[Row], expanded: Expanded) -> tuple[Hit, ...]:
    """The rows of an answer with their rulings."""
    families = _families(knowledge, rows, request)
    why = reasons_of(knowledge, expanded)
    held = _marked(knowledge, rows, families, why)
    return tuple(_hit(knowledge, request, *both, why) for both in zip(rows, families, held, strict=True))


def _hit(knowledge: Knowledge, request: SearchRequest, row: Row, family: str, held: Kept | None, why: Reasons) -> Hit:
    rulings = _rulings(knowledge, row, request.collapse)
    marks = _marks(held)
    texts = ((text, marks.get((text.lang, text.body))) for ruling in rulings for text in ruling.texts)
    return Hit(
        id=rulings[0].id if rulings else row.id,
        family=family,
        score=row.score,
        rulings=rulings,
        reasons=why.of(row, held),
        marks={text.id: tuple(spans) for text, spans in texts if spans},
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


# --- what is marked, and why a row answers -----------------------------------------


def _marked(knowledge: Knowledge, rows: Sequence[Row], families: Sequence[str], why: Reasons) -> list[Kept | None]:
    """What is kept of the families of some rows, with what the query finds in it marked."""
    held = knowledge.synopses.of(families)
    wanted = [_wanted(row, one, why) for row, one in zip(rows, held, strict=True)]
    mark_page(knowledge, [(one, asked) for one, asked in zip(held, wanted, strict=True) if one])
    return held


def _wanted(row: Row, kept: Kept | None, why: Reasons) -> Wanted:
    """What to mark in the texts of a row: all that its clause asks for or stands for it, and the cards it matches."""
    expanded = why.expanded
    if not expanded.plan.clauses:
        return Wanted()
    clause, asked = expanded.plan.clauses[row.clause], expanded.asked[row.clause]
    told = why.of(row, kept)
    instead = {one.detail for one in told if one.kind == "related"}
    return Wanted(
        concepts=frozenset(concept for concept, _ in clause.concepts if not concept.startswith(CARD)) | instead,
        cards=frozenset(one.detail for one in told if one.kind == "card"),
        terms=frozenset(term for group in _worth_marking(clause, asked) for term, _ in group),
        phrases=clause.phrases,
    )


def _worth_marking(clause: Clause, asked: Asked) -> Sequence[Weighted]:
    """The words that say something; all where none does: a page full of marked articles shows nothing."""
    words = zip(clause.groups, asked.tokens, strict=True)
    telling = [group for group, token in words if token.text not in SMALL_WORDS]
    return telling if telling or clause.concepts or clause.phrases else clause.groups
