"""The nouns as JSON, one function each; the same noun looks the same wherever it stands."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from app.present import urls
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
    Span,
    Term,
    Text,
)

if TYPE_CHECKING:
    from app.i18n import Words
    from app.search.suggest import Suggestion
    from app.services import Knowledge
    from ingest.store.writer import Change

Json = dict[str, Any]

LINKS = 50
"""How many cards or mechanics of one ruling are given; `…_total` says how many there are."""

SOURCES = 20
"""How many places of one text are given; `sources_total` says how many there are."""

_ROLES = ("subject", "about", "candidate", "listed", "mention")


def names(given: Mapping[str, str]) -> Json:
    """Names in every language of the product, null where there is none."""
    return {lang: given.get(lang) for lang in LANGUAGES}


def family_id(family: str) -> str:
    """A family's id: `f-` and its oldest ruling's.

    >>> family_id("k3v9")
    'f-k3v9'
    """
    return f"f-{family}"


def source(ref: SourceRef) -> Json:
    """Where a text was read, the source's own word for its origin, who published the ruling by that source."""
    return {
        "file": ref.file,
        "entry": ref.entry,
        "first_line": ref.first_line,
        "last_line": ref.last_line,
        "label": ref.label,
        "publisher": ref.publisher,
    }


def text(
    given: Text,
    date: str | None,
    relation: str = "same",
    marks: Iterable[Span] = (),
    sources: Sequence[SourceRef] | None = None,
) -> Json:
    """One language version, with how it relates to the statement shown and what matched in it."""
    places = given.sources if sources is None else sources
    return {
        "id": given.id,
        "lang": given.lang,
        "body": given.body,
        "origin": given.origin,
        "label": given.label,
        "relation": relation,
        "date": date,
        "insertions": [{"start": one.start, "end": one.end, "lang": one.lang} for one in given.insertions],
        "sources": [source(ref) for ref in places[:SOURCES]],
        "sources_total": len(places),
        "marks": [list(span) for span in marks],
    }


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
        "texts": [text(one, day(given)) for one in given.texts],
    }


def links(given: Iterable[Link], knowledge: Knowledge) -> Json:
    """The cards and mechanics that rulings point to, each once, its best basis first."""
    best: dict[tuple[str, str], Link] = {}
    for link in sorted(given, key=_by_role):
        best.setdefault((link.kind, link.target), link)
    cards = [link for (kind, _), link in best.items() if kind == "card"]
    mechanics = [link for (kind, _), link in best.items() if kind == "mechanic"]
    return {
        "cards": [linked_card(link, knowledge) for link in cards[:LINKS]],
        "cards_total": len(cards),
        "mechanics": [linked_mechanic(link, knowledge) for link in mechanics[:LINKS]],
        "mechanics_total": len(mechanics),
    }


def linked_card(link: Link, knowledge: Knowledge) -> Json:
    """A card that a ruling stands on or names, and why we say so."""
    card_ = knowledge.store.card(link.target)
    return {
        "id": link.target,
        "names": names(card_.names if card_ else {}),
        "basis": link.basis,
        "role": link.role,
    }


def linked_mechanic(link: Link, knowledge: Knowledge) -> Json:
    """A mechanic that a ruling is filed under."""
    term = knowledge.terms.get(link.target)
    return {
        "id": link.target,
        "names": names(term.names if term else {}),
        "basis": link.basis,
        "role": link.role,
    }


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


def _by_role(link: Link) -> int:
    return _ROLES.index(link.role) if link.role in _ROLES else len(_ROLES)


def _lists(given: Mapping[str, Sequence[str]]) -> Json:
    return {lang: list(given[lang]) for lang in sorted(given)}


def _places(given: Finding, about: Ruling | None) -> tuple[SourceRef, ...]:
    texts = about.texts if about else ()
    exact = [one for one in texts if one.id == given.text]
    same_language = [one for one in texts if one.lang == given.lang]
    return next((one.sources for one in exact or same_language), ())
