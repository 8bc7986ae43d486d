"""The terms of rulings in three languages."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from app.pages.lists import Listing, listing
from app.pages.shown import Named, named_term
from app.pages.view import Answer, Ask
from app.present.ordering import sort_key
from app.present.pager import clamped
from app.present.urls import api
from ingest.languages import fold
from ingest.model import LANGUAGES, Term

LENGTH = 100
FORMS_SHOWN = 3


@dataclass(frozen=True, slots=True)
class Row:
    """A term: its page, its name per language, and the forms not to use any more.

    `found` are the forms that hold what was asked for, where no name does.
    """

    name: Named
    kind: str
    rule: str | None
    names: Sequence[tuple[str, str | None]]
    deprecated: Sequence[tuple[str, str]]
    found: Sequence[tuple[str, str]]


@dataclass(frozen=True, slots=True)
class GlossaryPage:
    """The context of `glossary.html`."""

    q: str
    rows: Sequence[Row]
    total: int
    languages: Sequence[str]
    list: Listing


def glossary(ask: Ask) -> Answer:
    """The terms that hold a word in any language: those that are it first, then those that begin with it."""
    q = " ".join(ask.args.get("q", "")[:100].split())
    rows = _rows(ask, q)
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


def _rows(ask: Ask, q: str) -> list[Row]:
    folded = fold(q).text.strip()
    ranked = [(match, term) for term in ask.knowledge.terms.values() if (match := _match(ask, term, folded))]
    rows = [(match.rank, _row(ask, term, match.found)) for match, term in ranked]
    rows.sort(key=lambda one: (one[0], sort_key(one[1].name.name, one[1].name.lang)))
    return [row for _, row in rows]


@dataclass(frozen=True, slots=True)
class Match:
    """How well a term fits what was asked for, 0 best, and the forms that do where no name does."""

    rank: int
    found: tuple[tuple[str, str], ...] = ()


def _match(ask: Ask, term: Term, folded: str) -> Match | None:
    if not folded:
        return Match(0)
    names = [rank for lang, name in term.names.items() if (rank := _rank(ask, name, lang, folded)) is not None]
    forms = [
        (rank, lang, form)
        for held in (term.forms, term.deprecated, term.slang)
        for lang, some in held.items()
        for form in some
        if (rank := _rank(ask, form, lang, folded)) is not None
    ]
    if not names and not forms:
        return None
    shown = () if names else tuple((lang, form) for _, lang, form in sorted(forms)[:FORMS_SHOWN])
    return Match(min([*names, *(rank for rank, _, _ in forms)]), shown)


def _rank(ask: Ask, form: str, lang: str, folded: str) -> int | None:
    """0 where a form is what was asked for, 1 where it begins with it, 2 where it holds it, whole words each time.

    3 where its first word only begins so; None where nothing fits.
    """
    text = _folded(form)
    if text == folded:
        return 0
    language = ask.knowledge.languages.of(lang)
    at = text.find(folded)
    while at >= 0:
        if language.is_boundary(text, at) and language.is_boundary(text, at + len(folded)):
            return 2 if at else 1
        at = text.find(folded, at + 1)
    return 3 if text.startswith(folded) else None


@lru_cache(maxsize=1 << 15)
def _folded(form: str) -> str:
    return fold(form).text


def _row(ask: Ask, term: Term, found: Sequence[tuple[str, str]]) -> Row:
    deprecated = [(lang, form) for lang in LANGUAGES for form in term.deprecated.get(lang, ())]
    names = [(lang, term.names.get(lang)) for lang in LANGUAGES]
    shown = [(lang, form) for lang, form in found if (lang, form) not in deprecated]
    return Row(named_term(ask, term), term.kind, term.rule, names, deprecated, shown)
