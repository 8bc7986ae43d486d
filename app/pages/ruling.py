"""One ruling: its versions side by side, where each was read, and what stands beside it."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from markupsafe import Markup
from werkzeug.exceptions import NotFound

from app.pages.elsewhere import Elsewhere, elsewhere
from app.pages.past import Past, Stale, past, stale, withdrawn
from app.pages.shown import Named, ShownDate, ShownRuling, ShownText, shown_ruling
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


BesideByKind = list[tuple[str, Sequence[Beside]]]
"""The rulings beside one, under the kinds of relation."""


@dataclass(frozen=True, slots=True)
class RulingPage:
    """The context of `ruling.html`; `missing` are languages that no ruling of its family has."""

    ruling: ShownRuling
    missing: Sequence[str]
    elsewhere: Sequence[tuple[Elsewhere, str]]
    relations: Sequence[tuple[str, Sequence[Beside]]]
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
    beside = relations(ask, held, shown, {one.text.ruling for one in others.values()})
    page = RulingPage(
        shown,
        [lang for lang in lacking if lang not in others],
        [(one, _below(one, beside)) for one in others.values()],
        beside,
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


def _below(one: Elsewhere, beside: BesideByKind) -> str:
    """Where on this page a version of another ruling stands; nothing where it is shown on its own page only."""
    shown = {text.id for _, some in beside for other in some for text in (other.text, *other.more)}
    return urls.anchored("", one.text.id) if one.text.id in shown else ""


def heading(ask: Ask, shown: ShownRuling) -> str:
    """What a ruling is called: its card and date."""
    card = shown.cards[0].name if len(shown.cards) == 1 else ""
    key = "ruling.title" if card else "ruling.title-plain"
    if shown.date.iso is None:
        return ask.words.plain(f"{key}-undated", card=card)
    return ask.words.plain(key, card=card, date=shown.date.written)


def relations(ask: Ask, ruling: Ruling, shown: ShownRuling, wanted: Collection[str] = ()) -> BesideByKind:
    """The rulings beside this one by kind of relation, those that say the same first.

    Of one kind those `wanted` come first.
    """
    kinds: dict[str, list[Beside]] = {"same": [], "reworded": [], "parallel": [], "related": []}
    every = ask.knowledge.store.relations(ruling.id)
    for relation in sorted(every, key=lambda relation: relation.b not in wanted):
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
    more = [one for one in there.texts if one.lang not in ours and one is not text]
    return [Beside(there.id, relation.kind, there.url, there.date, text, diff, there.cards, more)]


def _difference(mine: str, text: ShownText) -> Markup | None:
    """The other wording with what differs marked, where marks would help a reader."""
    if mine == text.body or likeness(mine, text.body, text.lang) < ALIKE:
        return None
    return render_diff(mine, text.body, text.lang)
