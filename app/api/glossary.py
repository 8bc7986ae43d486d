"""The glossary: every term in three languages, what it means and where it stands."""

from __future__ import annotations

from collections.abc import Mapping
from urllib.parse import quote

from app.api import serialise
from app.api.endpoint import PAGING, Asked, Data, Endpoint
from app.search.glossary import Found, lookup
from ingest.catalogue.definitions import load_definitions
from ingest.model import LANGUAGES


def glossary(asked: Asked) -> Data:
    """The terms that hold what is asked for in any language and inflection, best first; all of them without `q`."""
    q = asked.arguments.one("q")
    found = lookup(asked.knowledge, q)
    page = asked.page_of(len(found))
    folder = asked.knowledge.catalogue.folder
    meanings = load_definitions(folder) if folder else {}
    return {
        **page.members("/glossary", {"q": q}),
        "terms": [_term(asked, one, meanings.get(one.term.id)) for one in page.cut(found)],
    }


def _term(asked: Asked, one: Found, meaning: Mapping[str, str] | None) -> Data:
    term = one.term
    texts = asked.knowledge.store.texts_with_terms.get(term.id, {})
    said = serialise.mechanic(term)
    return {
        **said,
        "definition": dict(meaning) if meaning else None,
        "mechanic": term.mechanic,
        "texts": {lang: texts.get(lang, 0) for lang in LANGUAGES},
        "search": f"/search?q={quote(next(iter(term.names.values())))}",
    }


ENDPOINTS = (
    Endpoint(
        "/glossary",
        glossary,
        "Every term in three languages, with its meaning and where it stands",
        "Glossary",
        parameters=("q", *PAGING),
        errors=(410,),
    ),
)
