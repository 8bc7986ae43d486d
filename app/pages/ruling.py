"""One ruling: its versions side by side, where each was read, and what stands beside it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from markupsafe import Markup
from werkzeug.exceptions import NotFound

from app.pages.past import Past, past, withdrawn
from app.pages.shown import ShownDate, ShownRuling, ShownText, shown_date, shown_ruling
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
    """Another ruling and how it stands to this one; `diff` where both have this wording's language."""

    kind: str
    url: str
    date: ShownDate
    text: ShownText
    diff: Markup | None
    cards: str


@dataclass(frozen=True, slots=True)
class RulingPage:
    """The context of `ruling.html`."""

    ruling: ShownRuling
    missing: Sequence[str]
    relations: Sequence[tuple[str, Sequence[Beside]]]
    history: Sequence[Past]
    findings_url: str


def ruling(ask: Ask, id: str) -> Answer | Moved:
    """A ruling's page; the id of one of its texts, or a former id, leads there for good."""
    store = ask.knowledge.store
    found = store.resolve(id)
    if found is None:
        return _not_here(ask, id)
    if found != id:
        return Moved(urls.anchored(ask.urls.ruling(found), id))
    held = store.ruling(id)
    shown = shown_ruling(ask, held)
    page = RulingPage(
        shown,
        [lang for lang in LANGUAGES if held.text_in(lang) is None],
        relations(ask, held, shown),
        past(ask, store.changes_of(id)),
        ask.urls.at("/quality", {"ruling": id}),
    )
    title = heading(ask, shown)
    return Answer("ruling.html", page, title, urls.twin("rulings", id), shown.texts[0].body)


def _not_here(ask: Ask, id: str) -> Answer:
    """The page of a text that is no longer stated; an error where there never was one."""
    former = ask.knowledge.store.former(id)
    if former is None:
        raise NotFound()
    gone = withdrawn(ask, former)
    title = ask.words.plain("error.410.title")
    return Answer("gone.html", gone, title, urls.twin("rulings", id), status=410)


def heading(ask: Ask, shown: ShownRuling) -> str:
    """What a ruling is called: its card and date."""
    day = shown.date.written
    if len(shown.cards) == 1:
        return ask.words.plain("ruling.title", card=shown.cards[0].name, date=day)
    return ask.words.plain("ruling.title-plain", date=day)


def relations(ask: Ask, ruling: Ruling, shown: ShownRuling) -> list[tuple[str, Sequence[Beside]]]:
    """The rulings beside this one by kind of relation, those that say the same first."""
    kinds: dict[str, list[Beside]] = {"same": [], "reworded": [], "parallel": [], "related": []}
    for relation in ask.knowledge.store.relations(ruling.id):
        beside = kinds.get(relation.kind)
        if beside is not None and len(beside) < BESIDE:
            beside += _beside(ask, relation, shown)
    return [(kind, found) for kind, found in kinds.items() if found]


def _beside(ask: Ask, relation: Relation, shown: ShownRuling) -> list[Beside]:
    other = ask.knowledge.store.ruling(relation.b)
    if other is None:
        return []
    there = shown_ruling(ask, other)
    ours = {text.lang: text for text in shown.texts}
    text = next((text for text in there.texts if text.lang in ours), there.texts[0])
    mine = ours.get(text.lang)
    diff = _difference(mine.body, text) if mine else None
    cards = ask.words.plain("list.comma").join(card.name for card in there.cards[:3])
    return [Beside(relation.kind, there.url, shown_date(ask, other.date), text, diff, cards)]


def _difference(mine: str, text: ShownText) -> Markup | None:
    """The other wording with what differs marked, where marks would help a reader."""
    if mine == text.body or likeness(mine, text.body, text.lang) < ALIKE:
        return None
    return render_diff(mine, text.body, text.lang)
