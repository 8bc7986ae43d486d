"""Rulings in language columns, for those who compare versions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from app.pages.asking import Params, found, without
from app.pages.elsewhere import Elsewhere, elsewhere
from app.pages.facets import Value, active
from app.pages.lists import Listing, listing
from app.pages.search import warnings
from app.pages.shown import ShownRuling, ShownText, shown_ruling
from app.pages.view import Answer, Ask
from app.present.pager import Pager
from app.present.urls import api
from ingest.model import LANGUAGES, Hit, Ruling


@dataclass(frozen=True, slots=True)
class Cell:
    """A ruling's versions in one language, or the version that another ruling of its family has."""

    texts: Sequence[ShownText]
    elsewhere: Elsewhere | None


@dataclass(frozen=True, slots=True)
class Row:
    """One ruling with its versions by language; `more` other rulings say the same."""

    ruling: ShownRuling
    columns: Mapping[str, Cell]
    more: int


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
    modes: Sequence[Value]
    machine_url: str
    list: Listing


def compare(ask: Ask) -> Answer:
    """What a query and filters leave, a row for each statement or each ruling, a column for each language."""
    answer = found(ask, ask.args.to_dict(flat=False))
    chosen = answer.request.text_langs or LANGUAGES
    columns = [lang for lang in LANGUAGES if lang in chosen] or list(LANGUAGES)
    params = answer.params
    pager = Pager(answer.page.page, answer.page.total, answer.page.per_page)
    origins = answer.page.query.filters.origins
    page = ComparePage(
        answer.request.q,
        [(name, one) for name, held in without(params, "q", "text_lang").items() for one in held],
        columns,
        [(lang, lang in columns) for lang in LANGUAGES],
        [_row(ask, hit, columns, origins) for hit in answer.page.hits if hit.rulings],
        answer.page.total,
        warnings(ask, answer),
        active(ask, params, "/compare"),
        _modes(ask, params, answer.request.collapse),
        ask.urls.at("/compare", {"q": "origin:machine"}),
        listing(ask, "/compare", pager, params),
    )
    twin = api("/search", answer.request.params())
    return Answer("compare.html", page, ask.words.plain("compare.title"), twin)


def _row(ask: Ask, hit: Hit, columns: Sequence[str], origins: Sequence[str]) -> Row:
    """The ruling of a family that has most of what is compared, and where the rest is worded."""
    lead = max(hit.rulings, key=lambda ruling: _fitness(ruling, columns, origins))
    shown = shown_ruling(ask, lead)
    by_language = {lang: [text for text in shown.texts if text.lang == lang] for lang in columns}
    others = elsewhere(ask, lead, [lang for lang, texts in by_language.items() if not texts])
    cells = {lang: Cell(texts, others.get(lang)) for lang, texts in by_language.items()}
    return Row(shown, cells, len(hit.rulings) - 1)


def _fitness(ruling: Ruling, columns: Sequence[str], origins: Sequence[str]) -> tuple[bool, int]:
    wanted = any(text.origin in origins for text in ruling.texts)
    return wanted, len({text.lang for text in ruling.texts} & set(columns))


def _modes(ask: Ask, params: Params, chosen: str) -> list[Value]:
    """What a row can be: each statement once, or every ruling."""
    rest = without(params, "collapse")
    asked = {"family": rest, "none": {**rest, "collapse": "none"}}
    return [
        Value(ask.words.plain(f"compare.rows.{mode}"), None, None, ask.urls.at("/compare", given), mode == chosen)
        for mode, given in asked.items()
    ]
