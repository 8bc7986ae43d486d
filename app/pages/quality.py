"""What the checks found: a list with each place marked in its text."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from app.pages.lists import Listing, listing
from app.pages.shown import Named, ShownText, shown_ruling
from app.pages.view import Answer, Ask
from app.present.pager import clamped
from app.present.urls import api
from app.search.findings import known_checks, matching, severities, tally
from ingest.model import LANGUAGES, Finding, Ruling, Span

LENGTH = 20
FILTERS = ("check", "severity", "lang", "card", "ruling")


@dataclass(frozen=True, slots=True)
class Choice:
    """One choice of a filter of the list: its value, how it reads, whether it is made, how many it would leave."""

    value: str
    name: str
    chosen: bool
    count: int


@dataclass(frozen=True, slots=True)
class ShownFinding:
    """A finding with its text, the place marked, and what it says."""

    check: str
    name: str
    severity: str
    message: str
    suggestion: str | None
    text: ShownText
    cards: Sequence[Named]


@dataclass(frozen=True, slots=True)
class QualityPage:
    """The context of `quality.html`."""

    findings: Sequence[ShownFinding]
    total: int
    choices: Sequence[tuple[str, Sequence[Choice]]]
    kept: Sequence[tuple[str, str]]
    machine_url: str
    list: Listing


def quality(ask: Ask) -> Answer:
    """The findings that the filters leave, worst first as the checks rank them."""
    wanted = {name: ask.args.get(name, "").strip() for name in FILTERS}
    asked = {name: value for name, value in wanted.items() if value}
    store = ask.knowledge.store
    total, _ = matching(store, asked, limit=0)
    pager = clamped(ask.args.get("page"), total, LENGTH)
    _, held = matching(store, asked, pager.offset, LENGTH)
    shown = [shown_finding(ask, finding) for finding in held]
    page = QualityPage(
        [finding for finding in shown if finding],
        total,
        _choices(ask, wanted),
        [(name, asked[name]) for name in ("card", "ruling") if name in asked],
        ask.urls.at("/compare", {"q": "origin:machine"}),
        listing(ask, "/quality", pager, asked),
    )
    twin = api("/findings", {**asked, "page": pager.page})
    return Answer("quality.html", page, ask.words.plain("quality.title"), twin)


def shown_finding(ask: Ask, finding: Finding) -> ShownFinding | None:
    """A finding made ready, or None where its ruling is gone."""
    ruling = ask.knowledge.store.ruling(finding.ruling)
    if ruling is None:
        return None
    shown = shown_ruling(ask, ruling, notes={finding.text or "": _place(ruling, finding)})
    inside = [text for text in shown.texts if text.id == finding.text]
    spoken = [text for text in shown.texts if text.lang == finding.lang]
    text = (inside or spoken or list(shown.texts))[0]
    key = f"check.{finding.check}"
    return ShownFinding(
        finding.check,
        ask.words.plain(f"{key}.name"),
        finding.severity,
        ask.words.plain(f"{key}.explain", **finding.params),
        finding.suggestion,
        text,
        shown.cards,
    )


def _place(ruling: Ruling, finding: Finding) -> list[Span]:
    """The span to mark; none where the finding is about the whole text."""
    body = next((text.body for text in ruling.texts if text.id == finding.text), "")
    return [finding.span] if finding.span and finding.span != (0, len(body)) else []


def _choices(ask: Ask, wanted: dict[str, str]) -> list[tuple[str, Sequence[Choice]]]:
    offered = {
        "check": {check: f"check.{check}.name" for check in known_checks()},
        "severity": {severity: f"severity.{severity}" for severity in severities()},
        "lang": {lang: f"language.{lang}" for lang in LANGUAGES},
    }
    chosen = {name: value for name, value in wanted.items() if value}
    return [
        (name, _offered(ask, keys, wanted[name], tally(ask.knowledge.store, name, chosen)))
        for name, keys in offered.items()
    ]


def _offered(ask: Ask, keys: Mapping[str, str], wanted: str, counts: Mapping[str, int]) -> list[Choice]:
    """The choices of one filter: those that leave something, and the one that is made."""
    return [
        Choice(value, ask.words.plain(key), value == wanted, counts.get(value, 0))
        for value, key in keys.items()
        if counts.get(value) or value == wanted
    ]
