"""The nouns as JSON, one function each; the same noun looks the same wherever it stands."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from app.present import urls
from app.search.naming import names_of
from ingest.model import (
    LANGUAGES,
    Card,
    Family,
    Finding,
    Link,
    Notice,
    Relation,
    Ruling,
    SourceRef,
    Term,
)
from ingest.synopsis import SOURCES, linked, version

if TYPE_CHECKING:
    from app.i18n import Words
    from app.search.suggest import Suggestion
    from app.services import Knowledge
    from ingest.store.writer import Change

Json = dict[str, Any]


def names(given: Mapping[str, str]) -> Json:
    """Names in every language of the product, null where there is none."""
    return {lang: given.get(lang) for lang in LANGUAGES}


def family_id(family: str) -> str:
    """A family's id: `f-` and its oldest ruling's.

    >>> family_id("k3v9")
    'f-k3v9'
    """
    return f"f-{family}"


def day(ruling_: Ruling) -> str | None:
    """A ruling's date, or null where its source gives none."""
    return ruling_.date.isoformat() if ruling_.date else None


def ruling(given: Ruling, knowledge: Knowledge) -> Json:
    """One dated statement with all its own versions."""
    return {
        "id": given.id,
        "date": day(given),
        "family": family_id(knowledge.store.family_of(given.id) or given.id),
        "url": f"/rulings/{given.id}",
        **links(given.links, knowledge),
        "texts": [version(one, given) for one in given.texts],
    }


def links(given: Sequence[Link], knowledge: Knowledge) -> Json:
    """The cards and mechanics that a ruling points to, each once, its best basis first."""
    card, mechanic = names_of(knowledge)
    return {**linked(given, "card", card), **linked(given, "mechanic", mechanic)}


def suggestion(given: Suggestion) -> Json:
    """Something that what is typed may mean."""
    return {
        "kind": given.kind,
        "id": given.id,
        "text": given.text,
        "lang": given.lang,
        "url": given.url,
        "start": given.start,
    }


def relation(given: Relation) -> Json:
    """How a ruling relates to another one."""
    return {
        "ruling": given.b,
        "kind": given.kind,
        "reason": given.reason,
        "url": f"/rulings/{given.b}",
    }


def family(given: Family, members: Sequence[Ruling], knowledge: Knowledge) -> Json:
    """The rulings that state the same thing, those of this page."""
    return {
        "id": family_id(given.id),
        "url": f"/rulings/{given.id}",
        "rulings": [ruling(member, knowledge) for member in members],
    }


def card(given: Card) -> Json:
    """A card of the catalogue."""
    return {
        "id": given.id,
        "kind": given.kind,
        "names": names(given.names),
        "aliases": _lists(given.aliases),
        "url": f"/cards/{quote(given.id)}",
    }


def mechanic(given: Term) -> Json:
    """A mechanic of the catalogue, with its rule and the mechanics its rulings resemble."""
    return {
        "id": given.id,
        "kind": given.kind,
        "rule": given.rule,
        "names": names(given.names),
        "forms": _lists(given.forms),
        "deprecated": _lists(given.deprecated),
        "siblings": list(given.siblings),
        "url": f"/mechanics/{quote(given.id)}",
    }


def finding(given: Finding, knowledge: Knowledge, words: Mapping[str, Words]) -> Json:
    """What a check has to say about a text, in words of every interface language."""
    return {
        "check": given.check,
        "severity": given.severity,
        "ruling": given.ruling,
        "text": given.text,
        "lang": given.lang,
        "span": list(given.span) if given.span else None,
        "sources": [
            {"file": ref.file, "entry": ref.entry}
            for ref in _places(given, knowledge.store.ruling(given.ruling))[:SOURCES]
        ],
        "message": said(f"check.{given.check}.explain", words, given.params),
        "suggestion": given.suggestion,
        "url": f"/rulings/{given.ruling}",
    }


def change(given: Change) -> Json:
    """What a build changed about one text of a ruling."""
    return {
        "snapshot": given.snapshot,
        "kind": given.kind,
        "ruling": given.ruling,
        "url": f"/rulings/{given.ruling}",
        **json.loads(given.data),
    }


def notice(given: Notice, words: Mapping[str, Words]) -> Json:
    """A warning: its code, what it is about, and words for people."""
    params = {"param": given.param, "detail": given.detail}
    return {
        "code": given.code,
        "param": given.param,
        "detail": given.detail,
        "message": said(f"warning.{given.code}", words, params),
    }


def said(key: str, words: Mapping[str, Words], params: Mapping[str, object]) -> Json:
    """A message in every interface language."""
    return {lang: words[lang].plain(key, **params) for lang in LANGUAGES}


def next_url(path: str, params: Mapping[str, Any], snapshot: str) -> str:
    """The relative URL of a list's next page, which stays with this snapshot.

    >>> next_url("/search", {"q": "显化", "lang": ("es",), "page": 2}, "s1")
    '/api/v1/search?q=%E6%98%BE%E5%8C%96&lang=es&page=2&snapshot=s1'
    """
    return urls.api(path, {**params, "snapshot": snapshot})


def _lists(given: Mapping[str, Sequence[str]]) -> Json:
    return {lang: list(given[lang]) for lang in sorted(given)}


def _places(given: Finding, about: Ruling | None) -> tuple[SourceRef, ...]:
    texts = about.texts if about else ()
    exact = [one for one in texts if one.id == given.text]
    same_language = [one for one in texts if one.lang == given.lang]
    return next((one.sources for one in exact or same_language), ())
