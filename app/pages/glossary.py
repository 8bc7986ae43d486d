"""The terms of rulings in three languages."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from app.pages.lists import Listing, listing
from app.pages.shown import Named, named_term
from app.pages.view import Answer, Ask
from app.present.ordering import sort_key
from app.present.pager import clamped
from app.present.urls import api
from ingest.model import LANGUAGES, Term

LENGTH = 100


@dataclass(frozen=True, slots=True)
class Row:
    """A term: its page, its name per language, and the forms not to use any more."""

    name: Named
    kind: str
    rule: str | None
    names: Sequence[tuple[str, str | None]]
    deprecated: Sequence[tuple[str, str]]


@dataclass(frozen=True, slots=True)
class GlossaryPage:
    """The context of `glossary.html`."""

    q: str
    rows: Sequence[Row]
    total: int
    languages: Sequence[str]
    list: Listing


def glossary(ask: Ask) -> Answer:
    """The terms that hold a word in any language, by name."""
    q = " ".join(ask.args.get("q", "")[:100].split())
    rows = [_row(ask, term) for term in ask.knowledge.terms.values() if _holds(term, q.casefold())]
    rows.sort(key=lambda row: sort_key(row.name.name, row.name.lang))
    pager = clamped(ask.args.get("page"), len(rows), LENGTH)
    page = GlossaryPage(
        q,
        rows[pager.offset : pager.offset + LENGTH],
        len(rows),
        LANGUAGES,
        listing(ask, "/glossary", pager, {"q": q}),
    )
    title = ask.words.plain("glossary.title")
    return Answer("glossary.html", page, title, api("/mechanics"))


def _holds(term: Term, q: str) -> bool:
    every = [*term.names.values()]
    for forms in (term.forms, term.deprecated, term.slang):
        every += [form for held in forms.values() for form in held]
    return not q or any(q in form.casefold() for form in every)


def _row(ask: Ask, term: Term) -> Row:
    deprecated = [(lang, form) for lang in LANGUAGES for form in term.deprecated.get(lang, ())]
    names = [(lang, term.names.get(lang)) for lang in LANGUAGES]
    return Row(named_term(ask, term), term.kind, term.rule, names, deprecated)
