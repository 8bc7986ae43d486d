"""For translators: a term in its contexts, and what is covered."""

from __future__ import annotations

from app.api import serialise
from app.api.endpoint import PAGING, Asked, Data, Endpoint
from app.present.context import context
from app.search.concordance import Concordance, Count, Place, Rendering, concordance
from app.search.coverage import KINDS, ORDERS, STATES, UNITS, Line, coverage, names_of_line
from ingest.model import LANGUAGES


def concordance_view(asked: Asked) -> Data:
    """A term or words in context, and what stands for them in the other languages, counted."""
    wanted = asked.arguments.one("term")
    langs = asked.arguments.languages("lang")
    found = concordance(asked.knowledge, wanted, langs[0] if langs else None)
    into, key = (asked.arguments.languages("into") or ("",))[0], asked.arguments.one("rendering")
    places = found.where(into, key)
    page = asked.page_of(len(places))
    kept = {"term": wanted, "lang": found.subject.lang, "into": into, "rendering": key}
    return {
        **page.members("/concordance", kept),
        "term": found.subject.term.id if found.subject.term else None,
        "words": found.subject.words,
        "lang": found.subject.lang,
        "rulings": found.total,
        "counted": found.counted,
        "renderings": {lang: _renderings(found, lang) for lang in LANGUAGES if lang != found.subject.lang},
        "places": [_place(one) for one in page.cut(places)],
    }


def _renderings(found: Concordance, lang: str) -> Data:
    return {
        "forms": [_count(one) for one in found.counts.get(lang, ())],
        "without_version": found.unversioned.get(lang, 0),
    }


def _count(one: Count) -> Data:
    return {"form": one.form, "rendering": one.key, "count": one.count, "likely": one.likely}


def _place(one: Place) -> Data:
    before, word, after = context(one.text.body, one.span)
    return {
        "ruling": one.ruling.id,
        "url": f"/rulings/{one.ruling.id}",
        "date": serialise.day(one.ruling),
        "text": one.text.id,
        "origin": one.text.origin,
        "span": list(one.span),
        "before": before,
        "word": word,
        "after": after,
        "renderings": {lang: _rendering(one.renderings.get(lang)) for lang in LANGUAGES if lang != one.text.lang},
    }


def _rendering(one: Rendering | None) -> Data | None:
    if one is None:
        return None
    return {
        "form": one.form,
        "likely": one.likely,
        "text": one.text.id,
        "ruling": one.ruling,
        "origin": one.text.origin,
        "span": list(one.span) if one.span else None,
        "passage": one.text.body[slice(*one.passage)],
    }


def coverage_view(asked: Asked) -> Data:
    """How many statements (or rulings) each mechanic, card or year has, by language and who their versions are by."""
    by = asked.arguments.choice("by", tuple(KINDS))
    unit = "none" if by == "year" else asked.arguments.choice("collapse", UNITS)
    order = asked.arguments.choice("sort", ORDERS)
    found = coverage(asked.knowledge, by, unit, order)
    page = asked.page_of(len(found.lines))
    return {
        **page.members("/coverage", {"by": by, "collapse": unit, "sort": order}),
        "by": by,
        "collapse": unit,
        "everything": _line(asked, found.every, by),
        "lines": [_line(asked, one, by) for one in page.cut(found.lines)],
    }


def _line(asked: Asked, line: Line, by: str) -> Data:
    return {
        "id": line.id or None,
        "names": serialise.names(names_of_line(asked.knowledge, by, line.id)) if line.id else None,
        "total": line.total,
        "languages": {lang: {state: line.counts.get((lang, state), 0) for state in STATES} for lang in LANGUAGES},
    }


ENDPOINTS = (
    Endpoint(
        "/concordance",
        concordance_view,
        "A term in its contexts, and its renderings counted",
        "ConcordanceAnswer",
        parameters=("term", "lang", "into", "rendering", *PAGING),
        errors=(410,),
        example={"term": "face down"},
    ),
    Endpoint(
        "/coverage",
        coverage_view,
        "What there is in each language, and who it is by",
        "CoverageAnswer",
        parameters=("by", "collapse", "sort", *PAGING),
        errors=(410,),
    ),
)
