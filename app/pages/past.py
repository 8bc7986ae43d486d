"""What became of rulings: their changes from build to build, and those that are stated no more."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date as Date

from markupsafe import Markup

from app.pages.shown import ShownDate, ShownText, shown_date, shown_ruling
from app.pages.view import Ask
from app.present.dates import built_on
from app.present.diff import render_diff
from app.search.findings import SOURCE_CHANGED
from ingest.model import PIVOT_ORDER, Finding
from ingest.store.schema import ruling_of
from ingest.store.writer import Change, Former

SHOWN = 20
"""Changes of one ruling that are shown, the newest."""


@dataclass(frozen=True, slots=True)
class Past:
    """One change: its kind, when it was noticed, in which language, from what to what."""

    kind: str
    noticed: ShownDate
    lang: str
    diff: Markup
    files: Sequence[str]


@dataclass(frozen=True, slots=True)
class Stale:
    """A translation older than its source: when that was noticed, and how the source reads now."""

    noticed: ShownDate
    lang: str
    diff: Markup


@dataclass(frozen=True, slots=True)
class GonePage:
    """The context of `gone.html`: the last wording of what is stated no more."""

    text: ShownText | None
    noticed: ShownDate


def past(ask: Ask, changes: Iterable[Change]) -> list[Past]:
    """What happened to a ruling, newest first."""
    return [_past(ask, change) for change in list(changes)[-SHOWN:][::-1]]


def stale(ask: Ask, ruling: str) -> dict[str, Stale]:
    """The versions of a ruling whose source was reworded under them, by text."""
    _, found = ask.knowledge.store.findings(check=SOURCE_CHANGED, ruling=ruling, limit=SHOWN)
    return {one.text: _stale(ask, one) for one in found if one.text}


def withdrawn(ask: Ask, former: Former) -> GonePage:
    """The last wording of a text that no source holds any more."""
    texts = shown_ruling(ask, ruling_of(former.data)).texts
    text = next((text for text in texts if text.id == former.id), None)
    return GonePage(text, shown_date(ask, built_on(former.since)))


def _stale(ask: Ask, finding: Finding) -> Stale:
    # What a translation is made from is the pivot of its ruling.
    lang = PIVOT_ORDER[0]
    diff = render_diff(finding.params["before"], finding.params["after"], lang)
    return Stale(shown_date(ask, Date.fromisoformat(finding.params["since"])), lang, diff)


def _past(ask: Ask, change: Change) -> Past:
    held = json.loads(change.data)
    diff = render_diff(held["before"] or "", held["after"] or "", held["lang"])
    noticed = shown_date(ask, built_on(change.snapshot))
    return Past(change.kind, noticed, held["lang"], diff, held["files"])
