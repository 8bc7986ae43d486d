"""What pages show of cards, mechanics, texts and rulings: nouns made ready for a template."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date as Date

from markupsafe import Markup

from app.pages.view import Ask
from app.present import urls
from app.present.citation import Cited, Frame, frame
from app.present.dates import long_date
from app.present.marks import render
from ingest.model import LANGUAGES, Card, Link, Ruling, SourceRef, Span, Term, Text


@dataclass(frozen=True, slots=True)
class Named:
    """A card or mechanic by its best name, with the language that name is in."""

    id: str
    name: str
    lang: str
    url: str
    basis: str = ""
    role: str = ""


@dataclass(frozen=True, slots=True)
class ShownDate:
    """A date for people (`written`) and for programs (`iso`); both say so where there is none."""

    iso: str | None
    written: str


@dataclass(frozen=True, slots=True)
class ShownText:
    """One language version: its words as HTML, its standing, its sources, how it is cited."""

    id: str
    lang: str
    html: Markup
    origin: str
    label: str | None
    sources: Sequence[SourceRef]
    matched: bool
    cite: Frame
    ruling: str
    ruling_url: str
    date: ShownDate
    body: str


@dataclass(frozen=True, slots=True)
class ShownRuling:
    """A ruling ready for a template: its versions in reading order and what it stands on."""

    id: str
    url: str
    date: ShownDate
    texts: Sequence[ShownText]
    cards: Sequence[Named]
    candidates: Sequence[Named]
    mentions: Sequence[Named]
    mechanics: Sequence[Named]
    listed: Sequence[Named]


def best_name(names: Mapping[str, str], lang: str) -> tuple[str, str]:
    """A name and its language: the interface's, else English, else any."""
    order = [lang, *LANGUAGES, *names]
    found = next((tag for tag in order if names.get(tag)), None)
    return (names[found], found) if found else ("", lang)


def named_card(ask: Ask, card: Card, link: Link | None = None) -> Named:
    """A card as a link, under its best name."""
    name, lang = best_name(card.names, ask.words.lang)
    basis, role = (link.basis, link.role) if link else ("", "")
    return Named(card.id, name or card.id, lang, ask.urls.card(card.id), basis, role)


def named_term(ask: Ask, term: Term, link: Link | None = None) -> Named:
    """A mechanic as a link, under its best name."""
    name, lang = best_name(term.names, ask.words.lang)
    basis, role = (link.basis, link.role) if link else ("", "")
    return Named(term.id, name or term.id, lang, ask.urls.mechanic(term.id), basis, role)


def shown_date(ask: Ask, day: Date | None) -> ShownDate:
    """A date as the interface's language writes it."""
    if day is None:
        return ShownDate(None, ask.words.plain("date.unknown"))
    return ShownDate(day.isoformat(), long_date(day, ask.words.lang))


def shown_ruling(
    ask: Ask,
    ruling: Ruling,
    marks: Mapping[str, Sequence[Span]] | None = None,
    notes: Mapping[str, Sequence[Span]] | None = None,
) -> ShownRuling:
    """A ruling with its versions in the order the visitor reads them."""
    cards = linked_cards(ask, ruling)
    subject = next((card for card in cards if card.role == "subject"), None)
    terms = linked_terms(ask, ruling)
    texts = sorted(ruling.texts, key=lambda text: reading_order(text.lang, ask.words.lang))
    return ShownRuling(
        ruling.id,
        ask.urls.ruling(ruling.id),
        shown_date(ask, ruling.date),
        [shown_text(ask, ruling, text, subject, marks, notes) for text in texts],
        [card for card in cards if card.role == "subject"],
        [card for card in cards if card.role == "candidate"],
        [card for card in cards if card.role == "mention"],
        [term for term in terms if term.role != "listed"],
        [term for term in terms if term.role == "listed"],
    )


def shown_text(
    ask: Ask,
    ruling: Ruling,
    text: Text,
    subject: Named | None,
    marks: Mapping[str, Sequence[Span]] | None = None,
    notes: Mapping[str, Sequence[Span]] | None = None,
) -> ShownText:
    """One version with matches marked, and the frame of its citation."""
    found = (marks or {}).get(text.id, ())
    noted = (notes or {}).get(text.id, ())
    permalink = urls.anchored(ask.absolute(urls.Urls().ruling(ruling.id)), text.id)
    cited = Cited(subject.name if subject else None, ruling.date, text.origin, permalink)
    return ShownText(
        id=text.id,
        lang=text.lang,
        html=render(text.body, insertions=text.insertions, marks=found, notes=noted),
        origin=text.origin,
        label=text.label,
        sources=text.sources,
        matched=bool(found),
        cite=frame(cited, ask.words.lang, ask.words.plain),
        ruling=ruling.id,
        ruling_url=ask.urls.ruling(ruling.id),
        date=shown_date(ask, ruling.date),
        body=text.body,
    )


def reading_order(lang: str, first: str) -> tuple[int, int]:
    """Where a version stands: the visitor's language first, then the product's order."""
    place = LANGUAGES.index(lang) if lang in LANGUAGES else len(LANGUAGES)
    return (0 if lang == first else 1, place)


def linked_cards(ask: Ask, ruling: Ruling) -> list[Named]:
    """The cards a ruling stands on, may stand on or names: each once, in its best role."""
    links = _distinct(link for link in ruling.links if link.kind == "card")
    cards = ((ask.knowledge.store.card(link.target), link) for link in links)
    return [named_card(ask, card, link) for card, link in cards if card]


def linked_terms(ask: Ask, ruling: Ruling) -> list[Named]:
    """The terms a ruling is about or lists, each once."""
    links = _distinct(link for link in ruling.links if link.kind == "mechanic")
    terms = ((ask.knowledge.terms.get(link.target), link) for link in links)
    return [named_term(ask, term, link) for term, link in terms if term]


def _distinct(links: Iterable[Link]) -> list[Link]:
    first: dict[str, Link] = {}
    for link in sorted(links, key=lambda link: _ROLES.get(link.role, 9)):
        first.setdefault(link.target, link)
    return list(first.values())


_ROLES = {"subject": 0, "about": 0, "candidate": 1, "mention": 2, "listed": 2}
