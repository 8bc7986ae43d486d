"""One ruling: its versions side by side, where each was read, and what stands beside it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from markupsafe import Markup
from werkzeug.exceptions import NotFound

from app.pages.elsewhere import Place, elsewhere
from app.pages.past import Past, Stale, past, stale, withdrawn
from app.pages.shown import Named, ShownDate, ShownRuling, ShownText, reading_order, shown_ruling
from app.pages.view import Answer, Ask, Moved
from app.present import urls
from app.present.diff import likeness, render_diff
from ingest.model import LANGUAGES, Relation, Ruling

ALIKE = 0.5
"""The share of a wording that must have stayed for a diff to be readable."""

BESIDE = 12
"""Rulings of one kind of relation that are shown; a list says how many more there are."""


@dataclass(frozen=True, slots=True)
class Beside:
    """Another ruling and how it stands to this one; `diff` where both have this wording's language.

    `more` are its versions in languages that this one lacks.
    """

    id: str
    kind: str
    url: str
    date: ShownDate
    text: ShownText
    diff: Markup | None
    cards: Sequence[Named]
    more: Sequence[ShownText]


@dataclass(frozen=True, slots=True)
class Kind:
    """The rulings that stand in one kind of relation, and how many more do."""

    name: str
    rulings: Sequence[Beside]
    more: int


@dataclass(frozen=True, slots=True)
class Column:
    """A version to read beside the others; `place` where another ruling of the family words it."""

    text: ShownText
    place: Place | None


@dataclass(frozen=True, slots=True)
class Rule:
    """A number of the Comprehensive Rules, where it can be read, and the term it is about."""

    number: str
    url: str
    term: Named


@dataclass(frozen=True, slots=True)
class RulingPage:
    """The context of `ruling.html`; `missing` are languages that no ruling of its family has."""

    ruling: ShownRuling
    columns: Sequence[Column]
    missing: Sequence[str]
    rules: Sequence[Rule]
    relations: Sequence[Kind]
    history: Sequence[Past]
    stale: Mapping[str, Stale]
    findings_url: str


def ruling(ask: Ask, id: str) -> Answer | Moved:
    """A ruling's page; the id of one of its texts, or a former id, leads there for good."""
    store = ask.knowledge.store
    found = store.resolve(id)
    if found is None:
        return _not_here(ask, id)
    if found != id:
        return Moved(urls.anchored(ask.urls.ruling(found), id))
    return _page(ask, store.rulings([id])[0])


def _page(ask: Ask, held: Ruling) -> Answer:
    shown = shown_ruling(ask, held)
    lacking = [lang for lang in LANGUAGES if held.text_in(lang) is None]
    others = elsewhere(ask, held, lacking)
    own = [Column(text, None) for text in shown.texts]
    borrowed = [Column(one.text, one.place) for one in others.values()]
    page = RulingPage(
        shown,
        sorted((*own, *borrowed), key=lambda one: reading_order(one.text.lang, ask.words.lang)),
        [lang for lang in lacking if lang not in others],
        rules_of(ask, shown.mechanics),
        relations(ask, held, shown),
        past(ask, ask.knowledge.store.changes_of(held.id)),
        stale(ask, held.id),
        ask.urls.at("/quality", {"ruling": held.id}),
    )
    title = heading(ask, shown)
    return Answer("ruling.html", page, title, urls.twin("rulings", held.id), shown.texts[0].body)


def _not_here(ask: Ask, id: str) -> Answer:
    """The page of a text that is no longer stated; an error where there never was one."""
    former = ask.knowledge.store.former(id)
    if former is None:
        raise NotFound()
    gone = withdrawn(ask, former)
    title = ask.words.plain("error.410.title")
    return Answer("gone.html", gone, title, urls.twin("rulings", id), status=410)


def rules_of(ask: Ask, named: Sequence[Named]) -> list[Rule]:
    """The rules that stand behind these terms, each number once."""
    numbers = {one.id: ask.knowledge.terms[one.id].rule for one in named}
    first = {number: one for one in reversed(named) if (number := numbers[one.id])}
    return [Rule(number, urls.rule(number), first[number]) for number in sorted(first, key=urls.rule_order)]


def heading(ask: Ask, shown: ShownRuling) -> str:
    """What a ruling is called: its card and date."""
    card = shown.cards[0].name if len(shown.cards) == 1 else ""
    key = "ruling.title" if card else "ruling.title-plain"
    if shown.date.iso is None:
        return ask.words.plain(f"{key}-undated", card=card)
    return ask.words.plain(key, card=card, date=shown.date.written)


def relations(ask: Ask, ruling: Ruling, shown: ShownRuling) -> list[Kind]:
    """The rulings beside this one by kind of relation, those that say the same first."""
    kinds: dict[str, list[Relation]] = {"same": [], "reworded": [], "parallel": [], "related": []}
    for relation in ask.knowledge.store.relations(ruling.id):
        kinds.get(relation.kind, []).append(relation)
    return [
        Kind(name, [other for one in found[:BESIDE] for other in _beside(ask, one, shown)], len(found[BESIDE:]))
        for name, found in kinds.items()
        if found
    ]


def _beside(ask: Ask, relation: Relation, shown: ShownRuling) -> list[Beside]:
    other = ask.knowledge.store.ruling(relation.b)
    if other is None:
        return []
    there = shown_ruling(ask, other)
    ours = {text.lang: text for text in shown.texts}
    text = next((text for text in there.texts if text.lang in ours), there.texts[0])
    mine = ours.get(text.lang)
    diff = _difference(mine.body, text) if mine else None
    more = [one for one in there.texts if one.lang not in ours and one is not text]
    return [Beside(there.id, relation.kind, there.url, there.date, text, diff, there.cards, more)]


def _difference(mine: str, text: ShownText) -> Markup | None:
    """The other wording with what differs marked, where marks would help a reader."""
    if mine == text.body or likeness(mine, text.body, text.lang) < ALIKE:
        return None
    return render_diff(mine, text.body, text.lang)
