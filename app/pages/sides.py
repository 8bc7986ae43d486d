"""The versions of a statement side by side: which text stands in each column, and what is to be said of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from markupsafe import Markup

from app.pages.elsewhere import READ, Place, place_of
from app.pages.shown import ShownDate, ShownRuling, ShownText, shown_date, shown_ruling
from app.pages.view import Ask
from app.present.diff import render_diff
from app.present.urls import anchored
from ingest.model import Finding, Hit, Ruling, Span, Text

OTHERS = 4
"""Other wordings in one language that are shown; how many more there are is said."""

FLAWS = 50
"""Findings of one ruling that are read."""

TRUST = ("official", "unstated", "community", "machine")


@dataclass(frozen=True, slots=True)
class Wording:
    """Another wording in a column's language: what it has that the column's text has not is marked."""

    diff: Markup
    origin: str
    label: str | None
    date: ShownDate
    url: str


@dataclass(frozen=True, slots=True)
class Flaw:
    """What a check found in a text, in words, and the list of such findings."""

    name: str
    severity: str
    message: str
    suggestion: str | None
    url: str


@dataclass(frozen=True, slots=True)
class Column:
    """A language's version: `text` is None where there is none; `place` is set where another ruling words it.

    `reworded` says that this other ruling has other words for the rule; `foreign` that parts of
    the text are in another language.
    """

    lang: str
    text: ShownText | None = None
    raw: Text | None = None
    place: Place | None = None
    reworded: bool = False
    foreign: bool = False
    flaws: Sequence[Flaw] = ()
    notes: Sequence[Span] = ()
    others: Sequence[Wording] = ()
    more: int = 0


@dataclass(frozen=True, slots=True)
class Worded:
    """A text and its ruling, and whether that ruling says the same or only something like it."""

    text: Text
    ruling: Ruling
    reworded: bool


def columns_of(ask: Ask, hit: Hit, lead: Ruling, shown: ShownRuling, languages: Sequence[str]) -> list[Column]:
    """The columns of a hit, headed by one of its rulings."""
    versions = _versions(ask, hit, lead)
    return [_column(ask, lang, versions.get(lang, []), shown) for lang in languages]


def _versions(ask: Ask, hit: Hit, lead: Ruling) -> Mapping[str, list[Worded]]:
    """The versions by language, the one to show first; those of the lead, then of rulings that say the same."""
    same = {one.b for one in ask.knowledge.store.relations(lead.id) if one.kind == "same"} | {lead.id}
    every = [Worded(text, one, one.id not in same) for one in _rulings(ask, hit, lead) for text in one.texts]
    found: dict[str, list[Worded]] = {}
    for version in sorted(every, key=lambda one: _order(one, lead)):
        found.setdefault(version.text.lang, []).append(version)
    if len(hit.rulings) > 1:
        return found
    # One ruling was asked for: its own wordings, and another's only where it has none.
    own = {lang: [one for one in some if one.ruling.id == lead.id] for lang, some in found.items()}
    return {lang: own[lang] or some[:1] for lang, some in found.items()}


def _rulings(ask: Ask, hit: Hit, lead: Ruling) -> Sequence[Ruling]:
    if len(hit.rulings) > 1:
        return hit.rulings
    family = ask.knowledge.store.family(hit.family)
    others = ask.knowledge.store.rulings(id for id in family.rulings[:READ] if id != lead.id) if family else []
    return [lead, *others]


def _order(version: Worded, lead: Ruling) -> tuple[bool, bool, int, int, str]:
    newest = -(version.ruling.date.toordinal() if version.ruling.date else 0)
    return version.ruling.id != lead.id, version.reworded, TRUST.index(version.text.origin), newest, version.text.id


def _column(ask: Ask, lang: str, versions: Sequence[Worded], lead: ShownRuling) -> Column:
    if not versions:
        return Column(lang)
    first, *rest = versions
    shown = lead if first.ruling.id == lead.id else shown_ruling(ask, first.ruling)
    text = next(one for one in shown.texts if one.id == first.text.id)
    found = _findings(ask, first)
    distinct = {one.text.body: one for one in reversed(rest) if one.text.body != first.text.body}
    others = sorted(distinct.values(), key=lambda one: -(one.ruling.date.toordinal() if one.ruling.date else 0))
    return Column(
        lang,
        text,
        first.text,
        place_of(shown, text) if shown is not lead else None,
        first.reworded,
        bool(first.text.insertions),
        [_flaw(ask, one) for one in found],
        [one.span for one in found if one.span and one.span != (0, len(first.text.body))],
        [_wording(ask, first.text, one) for one in others[:OTHERS]],
        max(0, len(others) - OTHERS),
    )


def _findings(ask: Ask, version: Worded) -> list[Finding]:
    _, found = ask.knowledge.store.findings(ruling=version.ruling.id, limit=FLAWS)
    return [one for one in found if one.text == version.text.id]


def _flaw(ask: Ask, finding: Finding) -> Flaw:
    key = f"check.{finding.check}"
    return Flaw(
        ask.words.plain(f"{key}.name"),
        finding.severity,
        ask.words.plain(f"{key}.explain", **finding.params),
        finding.suggestion,
        ask.urls.at("/quality", {"ruling": finding.ruling}),
    )


def _wording(ask: Ask, text: Text, other: Worded) -> Wording:
    return Wording(
        render_diff(text.body, other.text.body, text.lang),
        other.text.origin,
        other.text.label,
        shown_date(ask, other.ruling.date),
        anchored(ask.urls.ruling(other.ruling.id), other.text.id),
    )
