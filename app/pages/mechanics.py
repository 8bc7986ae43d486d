"""Mechanics: the index by name, and each with what rulings say about it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from werkzeug.exceptions import NotFound

from app.pages.asking import found
from app.pages.facets import Value, facets
from app.pages.hits import ShownHit, shown_hit
from app.pages.lists import Listing, listing
from app.pages.shown import Named, best_name, named_term
from app.pages.view import Answer, Ask, Moved
from app.present import urls
from app.present.ordering import initial, sort_key
from app.present.pager import Pager
from ingest.languages import fold
from ingest.model import LANGUAGES, Term


@dataclass(frozen=True, slots=True)
class Entry:
    """A mechanic in the index: its name, its names elsewhere, how many rulings."""

    name: Named
    others: Sequence[tuple[str, str]]
    count: int


@dataclass(frozen=True, slots=True)
class MechanicsPage:
    """The context of `mechanics.html`: entries under their initials."""

    letters: Sequence[tuple[str, Sequence[Entry]]]
    every: bool
    total: int
    other_url: str


@dataclass(frozen=True, slots=True)
class MechanicPage:
    """The context of `mechanic.html`."""

    term: Term
    name: Named
    names: Sequence[tuple[str, str | None]]
    forms: Mapping[str, Sequence[str]]
    deprecated: Mapping[str, Sequence[str]]
    siblings: Sequence[Named]
    rule: str | None
    rulings: int
    hits: Sequence[ShownHit]
    cards: Sequence[Value]
    list: Listing
    search_url: str


def mechanics(ask: Ask) -> Answer:
    """The mechanics that rulings speak of, under their initials; with `all`, the whole catalogue."""
    every = "all" in ask.args
    entries = [_entry(ask, term, count) for term, count in ask.knowledge.store.mechanics() if count or every]
    letters: dict[str, list[Entry]] = {}
    for entry in sorted(entries, key=lambda entry: sort_key(entry.name.name, entry.name.lang)):
        letters.setdefault(initial(entry.name.name, entry.name.lang), []).append(entry)
    other = ask.urls.at("/mechanics", {} if every else {"all": "1"})
    page = MechanicsPage(sorted(letters.items()), every, len(entries), other)
    title = ask.words.plain("mechanics.title")
    return Answer("mechanics.html", page, title, urls.api("/mechanics"))


def mechanic(ask: Ask, id: str) -> Answer | Moved:
    """A mechanic's page: names, rule, siblings, cards, what rulings say, newest first; any of its names leads there."""
    term = ask.knowledge.terms.get(id)
    if term is None:
        return _by_name(ask, id)
    answer = found(ask, {"mechanic": [id], "sort": ["date"], "page": [ask.args.get("page", "1")]})
    pager = Pager(answer.page.page, answer.page.total, answer.page.per_page)
    siblings = [found for found in map(ask.knowledge.terms.get, term.siblings) if found]
    page = MechanicPage(
        term,
        named_term(ask, term),
        [(lang, term.names.get(lang)) for lang in LANGUAGES],
        _other_forms(term),
        {lang: forms for lang, forms in term.deprecated.items() if forms},
        [named_term(ask, sibling) for sibling in siblings],
        urls.rule(term.rule) if term.rule else None,
        len(ask.knowledge.store.mechanic_rulings(id)),
        [shown_hit(ask, hit, answer.page.query) for hit in answer.page.hits],
        next(
            (facet.values for facet in facets(ask, answer.page.facets, {"mechanic": (id,)}) if facet.key == "cards"), ()
        ),
        listing(ask, f"/mechanics/{id}", pager),
        ask.urls.search({"mechanic": id}),
    )
    name, _ = best_name(term.names, ask.words.lang)
    title = ask.words.plain("mechanic.title", mechanic=name or id)
    # The API gives mechanics alone; of any other term it can say what rulings hold it.
    twin = urls.twin("mechanics", id) if term.mechanic else urls.api("/search", {"mechanic": id})
    return Answer("mechanic.html", page, title, twin)


def _by_name(ask: Ask, name: str) -> Moved:
    folded = fold(name).text.strip()
    meant = [term for term in ask.knowledge.terms.values() if folded in {fold(one).text for one in term.names.values()}]
    if len(meant) != 1:
        raise NotFound()
    return Moved(ask.urls.mechanic(meant[0].id))


def _entry(ask: Ask, term: Term, count: int) -> Entry:
    name = named_term(ask, term)
    others = [(lang, term.names[lang]) for lang in LANGUAGES if lang != name.lang and term.names.get(lang)]
    return Entry(name, others, count)


def _other_forms(term: Term) -> dict[str, list[str]]:
    forms = {lang: [form for form in forms if form != term.names.get(lang)] for lang, forms in term.forms.items()}
    return {lang: found for lang, found in forms.items() if found}
