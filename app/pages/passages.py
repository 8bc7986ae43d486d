"""A row of the comparison: its columns cut into passages that say the same, terms linked across."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from markupsafe import Markup

from app.pages.shown import ShownRuling, shown_ruling
from app.pages.sides import Column, columns_of
from app.pages.view import Ask
from app.present.passages import Terms, passage
from ingest.bitext import Body, rows
from ingest.model import LANGUAGES, Hit, Ruling, Term

Spans = Mapping[str, Terms]
"""The glossary's terms of each text, by the text's id or its language."""

PLAIN = "word"
"""The kind of the glossary's plain vocabulary."""


@dataclass(frozen=True, slots=True)
class Linked:
    """A term of a row: how each language calls it, and the languages whose version lacks it."""

    id: str
    names: Sequence[tuple[str, str]]
    absent: Sequence[str]
    url: str


@dataclass(frozen=True, slots=True)
class Row:
    """A statement with its columns and, for each passage, a cell for each column."""

    ruling: ShownRuling
    columns: Sequence[Column]
    passages: Sequence[Sequence[Markup | None]]
    terms: Sequence[Linked]
    more: int


def page_rows(ask: Ask, hits: Sequence[Hit], languages: Sequence[str], origins: Sequence[str]) -> list[Row]:
    """The rows of a page of hits, the terms of all their texts read in one go."""
    made = []
    for hit in hits:
        lead = max(hit.rulings, key=lambda ruling: _fitness(ruling, languages, origins))
        shown = shown_ruling(ask, lead)
        made.append((shown, columns_of(ask, hit, lead, shown, languages), len(hit.rulings) - 1))
    spans = ask.knowledge.store.term_spans([one.raw.id for _, columns, _ in made for one in columns if one.raw])
    return [_row(ask, shown, columns, more, spans) for shown, columns, more in made]


def _fitness(ruling: Ruling, languages: Sequence[str], origins: Sequence[str]) -> tuple[bool, int, int]:
    """The ruling of a family that has most of what is compared heads its row, the newest of such."""
    wanted = any(text.origin in origins for text in ruling.texts)
    held = len({text.lang for text in ruling.texts} & set(languages))
    return wanted, held, ruling.date.toordinal() if ruling.date else 0


def _row(ask: Ask, shown: ShownRuling, columns: Sequence[Column], more: int, spans: Spans) -> Row:
    every = {one.lang: spans.get(one.raw.id, ()) for one in columns if one.raw}
    terms = {lang: [one for one in some if _of_the_game(ask, one[0])] for lang, some in every.items()}
    absent = _absent(ask, terms)
    lone = {lang: {id for id, lacking in absent.items() if lacking and lang not in lacking} for lang in terms}
    return Row(shown, columns, _passages(columns, every, terms, lone), _linked(ask, terms, absent), more)


def _absent(ask: Ask, terms: Mapping[str, Terms]) -> dict[str, list[str]]:
    """For each term of a row, in the order of the text, the languages that name it and whose version lacks it."""
    held = {lang: {id for id, _, _ in some} for lang, some in terms.items()}
    found: dict[str, list[str]] = {}
    for id in (id for some in terms.values() for id, _, _ in some):
        names: Mapping[str, str] = term.names if (term := ask.knowledge.terms.get(id)) else {}
        found.setdefault(id, [lang for lang in terms if lang in names and id not in held[lang]])
    return found


def _of_the_game(ask: Ask, id: str) -> bool:
    """Whether a term is one of the game: a page on which every "you" and "if" is underlined shows nothing."""
    term = ask.knowledge.terms.get(id)
    return term is not None and term.kind != PLAIN


def _passages(
    columns: Sequence[Column], every: Spans, terms: Spans, lone: Mapping[str, set[str]]
) -> list[list[Markup | None]]:
    """The cells of each passage; for aligning every word of the glossary is good, for showing those of the game."""
    present = [one for one in columns if one.raw]
    cut = rows([Body(one.lang, one.raw.body, every[one.lang]) for one in present if one.raw])
    found = []
    for spans in cut:
        cells: dict[str, Markup | None] = {}
        for column, span in zip(present, spans, strict=True):
            if column.raw and span:
                cells[column.lang] = passage(
                    column.raw.body,
                    span,
                    terms=terms[column.lang],
                    lone=lone[column.lang],
                    notes=column.notes,
                    insertions=column.raw.insertions,
                )
        found.append([cells.get(column.lang) for column in columns])
    return found


def _linked(ask: Ask, terms: Mapping[str, Terms], absent: Mapping[str, Sequence[str]]) -> list[Linked]:
    known = ((id, term) for id in absent if (term := ask.knowledge.terms.get(id)))
    return [
        Linked(id, _names(term, terms), absent[id], ask.urls.at("/concordance", {"term": id})) for id, term in known
    ]


def _names(term: Term, terms: Mapping[str, Terms]) -> list[tuple[str, str]]:
    return [(lang, term.names[lang]) for lang in LANGUAGES if lang in terms and lang in term.names]
