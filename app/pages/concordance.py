"""A term in its contexts, key word centred, and how the other languages render it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from app.pages.lists import Listing, listing
from app.pages.shown import ShownDate, shown_date
from app.pages.view import Answer, Ask
from app.present.context import context
from app.present.pager import clamped
from app.present.urls import anchored, api
from app.search.arguments import VALUE_LENGTH
from app.search.concordance import MOST, Concordance, Place, concordance
from ingest.languages import canonical
from ingest.model import LANGUAGES

LENGTH = 25


@dataclass(frozen=True, slots=True)
class Counted:
    """A rendering and how often it stands for the term; `form` is None for other words."""

    form: str | None
    count: int
    likely: bool
    url: str
    chosen: bool


@dataclass(frozen=True, slots=True)
class Beside:
    """What another language says at a place: its passage parted around what stands for the term."""

    lang: str
    before: str
    form: str
    after: str
    origin: str
    likely: bool


@dataclass(frozen=True, slots=True)
class Line:
    """A place: the words before the term, the term, those after, and the other languages."""

    before: str
    word: str
    after: str
    lang: str
    date: ShownDate
    url: str
    origin: str
    beside: Sequence[Beside]


@dataclass(frozen=True, slots=True)
class ConcordancePage:
    """The context of `concordance.html`."""

    words: str
    lang: str
    names: Mapping[str, str]
    choices: Sequence[tuple[str, bool]]
    asked: bool
    total: int
    counted: int
    cut: bool
    renderings: Mapping[str, Sequence[Counted]]
    unversioned: Mapping[str, int]
    only: str
    all_url: str
    lines: Sequence[Line]
    list: Listing


def concordance_page(ask: Ask) -> Answer:
    """The places of a term, the newest rulings first; those of one rendering where one is chosen."""
    words = ask.args.get("term", "")[:VALUE_LENGTH]
    into, key = canonical(ask.args.get("into", "")) or "", ask.args.get("rendering", "")[:VALUE_LENGTH]
    found = concordance(ask.knowledge, words, canonical(ask.args.get("lang", "")))
    places = found.where(into, key)
    pager = clamped(ask.args.get("page"), len(places), LENGTH)
    base = {"term": words, "lang": found.subject.lang}
    chosen = {**base, **({"into": into, "rendering": key} if into and key else {})}
    page = ConcordancePage(
        words=_called(ask, found),
        lang=found.subject.lang,
        names=found.subject.term.names if found.subject.term else {},
        choices=[(lang, lang == found.subject.lang) for lang in LANGUAGES],
        asked=bool(words.strip()),
        total=found.total,
        counted=found.counted,
        cut=found.counted >= MOST,
        renderings={lang: _renderings(ask, found, lang, base, (into, key)) for lang in found.counts},
        unversioned=found.unversioned,
        only=_only(found, into, key),
        all_url=ask.urls.at("/concordance", base),
        lines=[_line(ask, place) for place in places[pager.offset : pager.offset + LENGTH]],
        list=listing(ask, "/concordance", pager, chosen),
    )
    twin = api("/concordance", {**chosen, "page": pager.page, "per_page": LENGTH})
    return Answer("concordance.html", page, ask.words.plain("concordance.title"), twin)


def _called(ask: Ask, found: Concordance) -> str:
    """The words to show in the field: a term's name in the language that is looked through."""
    term = found.subject.term
    return term.names.get(found.subject.lang, found.subject.words) if term else found.subject.words


def _renderings(
    ask: Ask, found: Concordance, lang: str, base: Mapping[str, str], chosen: tuple[str, str]
) -> list[Counted]:
    return [
        Counted(
            one.form,
            one.count,
            one.likely,
            ask.urls.at("/concordance", {**base, "into": lang, "rendering": one.key}),
            (lang, one.key) == chosen,
        )
        for one in found.counts[lang]
    ]


def _only(found: Concordance, into: str, key: str) -> str:
    """The form whose places alone are shown, or ""."""
    return next((one.form or "…" for one in found.counts.get(into, ()) if one.key == key), "")


def _line(ask: Ask, place: Place) -> Line:
    before, word, after = context(place.text.body, place.span)
    return Line(
        before,
        word,
        after,
        place.text.lang,
        shown_date(ask, place.ruling.date),
        anchored(ask.urls.ruling(place.ruling.id), place.text.id),
        place.text.origin,
        [_beside(lang, place) for lang in LANGUAGES if lang in place.renderings],
    )


def _beside(lang: str, place: Place) -> Beside:
    one = place.renderings[lang]
    start, end = one.passage
    low, high = one.span or (end, end)
    body = one.text.body
    return Beside(lang, body[start:low], body[low:high], body[high:end], one.text.origin, one.likely)
