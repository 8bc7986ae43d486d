"""Rulings in language columns, for those who compare versions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from app.pages.asking import found, without
from app.pages.facets import Value, active
from app.pages.lists import Listing, listing
from app.pages.search import warnings
from app.pages.shown import ShownRuling, ShownText, shown_ruling
from app.pages.view import Answer, Ask
from app.present.pager import Pager
from app.present.urls import api
from ingest.model import LANGUAGES


@dataclass(frozen=True, slots=True)
class Row:
    """One ruling: its versions by language, several where a language has several."""

    ruling: ShownRuling
    columns: Mapping[str, Sequence[ShownText]]


@dataclass(frozen=True, slots=True)
class ComparePage:
    """The context of `compare.html`."""

    q: str
    kept: Sequence[tuple[str, str]]
    languages: Sequence[str]
    choices: Sequence[tuple[str, bool]]
    rows: Sequence[Row]
    total: int
    warnings: Sequence[str]
    active: Sequence[Value]
    list: Listing


def compare(ask: Ask) -> Answer:
    """The rulings that a query and filters leave, one row each, a column for each language."""
    given = ask.args.to_dict(flat=False) | {"collapse": ["none"]}
    answer = found(ask, given)
    chosen = answer.request.text_langs or LANGUAGES
    columns = [lang for lang in LANGUAGES if lang in chosen] or list(LANGUAGES)
    params = without(answer.params, "collapse")
    pager = Pager(answer.page.page, answer.page.total, answer.page.per_page)
    rulings = [ruling for hit in answer.page.hits for ruling in hit.rulings]
    page = ComparePage(
        answer.request.q,
        [(name, one) for name, held in without(params, "q", "text_lang").items() for one in held],
        columns,
        [(lang, lang in columns) for lang in LANGUAGES],
        [_row(shown_ruling(ask, ruling), columns) for ruling in rulings],
        answer.page.total,
        warnings(ask, answer),
        active(ask, params, "/compare"),
        listing(ask, "/compare", pager, params),
    )
    twin = api("/search", answer.request.params())
    return Answer("compare.html", page, ask.words.plain("compare.title"), twin)


def _row(ruling: ShownRuling, columns: Sequence[str]) -> Row:
    by_language = {lang: [text for text in ruling.texts if text.lang == lang] for lang in columns}
    return Row(ruling, by_language)
