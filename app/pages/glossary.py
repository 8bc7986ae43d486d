"""The terms of rulings in three languages."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from app.pages.lists import Listing, listing
from app.pages.shown import Named, named_term
from app.pages.view import Answer, Ask
from app.present.ordering import sort_key
from app.present.pager import clamped
from app.present.urls import api
from app.search.glossary import LONGEST, Found, deprecated, lookup
from ingest.catalogue.definitions import NO_DEFINITION, load_definitions
from ingest.model import LANGUAGES

LENGTH = 100


@dataclass(frozen=True, slots=True)
class Row:
    """A term: its page, its name per language, what it means, and the forms not to use any more.

    `found` are the forms that hold what was asked for, where no name does; `counts` in how many texts of each
    language it stands, `url` where those are.
    """

    name: Named
    kind: str
    rule: str | None
    names: Sequence[tuple[str, str | None]]
    definition: str
    deprecated: Sequence[tuple[str, str]]
    found: Sequence[tuple[str, str]]
    counts: Mapping[str, int]
    url: str


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
    q = " ".join(ask.args.get("q", "")[:LONGEST].split())
    found = sorted(lookup(ask.knowledge, q), key=lambda one: (one.rank, _order(ask, one)))
    pager = clamped(ask.args.get("page"), len(found), LENGTH)
    page = GlossaryPage(
        q,
        [_row(ask, one) for one in found[pager.offset : pager.offset + LENGTH]],
        len(found),
        LANGUAGES,
        listing(ask, "/glossary", pager, {"q": q}),
    )
    title = ask.words.plain("glossary.title")
    return Answer("glossary.html", page, title, api("/glossary", {"q": q, "page": pager.page}))


def _order(ask: Ask, one: Found) -> object:
    name = named_term(ask, one.term)
    return sort_key(name.name, name.lang)


def _row(ask: Ask, one: Found) -> Row:
    term, outdated = one.term, deprecated(one.term)
    name = named_term(ask, term)
    folder = ask.knowledge.catalogue.folder
    meaning = load_definitions(folder).get(term.id, NO_DEFINITION) if folder else NO_DEFINITION
    return Row(
        name,
        term.kind,
        term.rule,
        [(lang, term.names.get(lang)) for lang in LANGUAGES],
        meaning.get(ask.words.lang, ""),
        outdated,
        [held for held in one.forms if held not in outdated],
        ask.knowledge.store.texts_with_terms.get(term.id, {}),
        ask.urls.search({"q": name.name}),
    )
