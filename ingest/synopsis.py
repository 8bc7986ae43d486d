"""A family at a glance, as a hit shows it: made once at build, so that a page of hits is a few rows to read."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import date as Date
from operator import itemgetter
from typing import Any

import msgspec
from msgspec import Raw, Struct

from ingest.carried import in_common
from ingest.model import LANGUAGES, Link, Relation, Ruling, SourceRef, Text

RULINGS = 60
"""How many rulings of one family its synopsis tells of, newest first."""
LINKS = 50
"""How many cards or mechanics are given; `…_total` says how many there are."""
SOURCES = 20
"""How many places of one text are given; `sources_total` says how many there are."""

Json = dict[str, Any]
Names = Callable[[str], Mapping[str, str]]
"""Gives the names of a card or mechanic by its id."""

Mechanics = Callable[[str], frozenset[str]]
"""Gives the mechanics in a card's rules text by its id."""

_TRUST = ("official", "unstated", "community", "machine")
_ROLES = ("subject", "about", "candidate", "listed", "mention")


class Version(Struct):
    """A wording in one language, as JSON gives it; `relation` is to the ruling that the family is shown by.

    `marks` are of the query that is answered, empty in the record.
    """

    id: str
    lang: str
    body: str
    origin: str
    label: str | None
    relation: str
    date: str | None
    insertions: Raw
    sources: Raw
    sources_total: int
    marks: Sequence[tuple[int, int]] = ()


class Synopsis(Struct):
    """A family: the ruling it is shown by, its newest date, what it is about, each wording once in order.

    `carried` are the mechanics that all its cards have. The `versions` are still to be read: of many
    hardly any is shown.
    """

    id: str
    date: str | None
    cards: Raw
    cards_total: int
    mechanics: Raw
    mechanics_total: int
    versions: list[Raw]
    carried: Sequence[str] = ()


read = msgspec.json.Decoder(Synopsis).decode
"""The synopsis of its JSON."""
read_version = msgspec.json.Decoder(Version).decode
"""The version of its JSON."""


_UNMARKED = b'"marks":[]}'
"""What the JSON of a version ends with in the record."""
_json = msgspec.json.Encoder().encode


def marked(version: Raw, marks: Sequence[tuple[int, int]]) -> Raw:
    """The JSON of a version of the record with its marks, without reading it.

    >>> bytes(marked(Raw(b'{"body":"ward","marks":[]}'), [(0, 4)]))
    b'{"body":"ward","marks":[[0,4]]}'
    """
    if not marks:
        return version
    return Raw(b'%b"marks":%b}' % (bytes(version).removesuffix(_UNMARKED), _json(marks)))


def newest_first(rulings: Iterable[Ruling]) -> list[Ruling]:
    """The rulings of a family as they are shown: the newest wording first, an official one before a machine's."""
    return sorted(rulings, key=_by_date)


def _by_date(ruling: Ruling) -> tuple[int, int, str]:
    trust = min(_TRUST.index(text.origin) for text in ruling.texts)
    return -(ruling.date.toordinal() if ruling.date else 0), trust, ruling.id


def _none(card: str) -> frozenset[str]:
    return frozenset()


class Summary:
    """Makes synopses, from the relations among the rulings, what gives names by id, and the mechanics of a card."""

    def __init__(self, relations: Iterable[Relation], card: Names, mechanic: Names, carries: Mechanics = _none) -> None:
        self._same: defaultdict[str, set[str]] = defaultdict(set)
        for one in relations:
            if one.kind == "same":
                self._same[one.a].add(one.b)
                self._same[one.b].add(one.a)
        self._card, self._mechanic, self._carries = card, mechanic, carries

    def of(self, rulings: Sequence[Ruling]) -> bytes:
        """The JSON of one family's synopsis."""
        shown = newest_first(rulings)[:RULINGS]
        dates = [one.date for one in shown if one.date]
        links = [link for one in shown for link in one.links]
        return msgspec.json.encode(
            {
                "id": shown[0].id,
                "date": max(dates).isoformat() if dates else None,
                **linked(links, "card", self._card),
                **linked(links, "mechanic", self._mechanic),
                "versions": self._versions(shown),
                "carried": sorted(in_common(rulings, self._carries)),
            }
        )

    def _versions(self, rulings: Sequence[Ruling]) -> list[Json]:
        """The wordings, one per language and body: what says the same first, the newest of equals."""
        same = self._same_as(rulings[0].id, {one.id for one in rulings})
        every = ((one.id not in same, *_age(one, text), text, one) for one in rulings for text in one.texts)
        distinct: dict[tuple[str, str], tuple[Text, Ruling, str]] = {}
        sources: defaultdict[tuple[str, str], dict[SourceRef, None]] = defaultdict(dict)
        for reworded, *_, text, ruling in sorted(every, key=itemgetter(slice(4))):
            wording = (text.lang, text.body)
            distinct.setdefault(wording, (text, ruling, "reworded" if reworded else "same"))
            sources[wording].update(dict.fromkeys(text.sources))
        return [version(*one, sources=tuple(sources[wording])) for wording, one in distinct.items()]

    def _same_as(self, first: str, members: set[str]) -> set[str]:
        """Those of the members that say what the first says, as far as steps among them lead."""
        reached, front = {first}, {first}
        while front and len(reached) < len(members):
            front = {other for one in front for other in self._same.get(one, ())} & members - reached
            reached |= front
        return reached


def _age(ruling: Ruling, text: Text) -> tuple[int, int, str]:
    place = LANGUAGES.index(text.lang) if text.lang in LANGUAGES else len(LANGUAGES)
    return -(ruling.date or Date.min).toordinal(), place, text.id


def version(text: Text, ruling: Ruling, relation: str = "same", sources: Sequence[SourceRef] | None = None) -> Json:
    """One language version, as JSON gives it."""
    places = text.sources if sources is None else sources
    return {
        "id": text.id,
        "lang": text.lang,
        "body": text.body,
        "origin": text.origin,
        "label": text.label,
        "relation": relation,
        "date": ruling.date.isoformat() if ruling.date else None,
        "insertions": [{"start": one.start, "end": one.end, "lang": one.lang} for one in text.insertions],
        "sources": [_source(ref) for ref in places[:SOURCES]],
        "sources_total": len(places),
        "marks": [],
    }


def _source(ref: SourceRef) -> Json:
    return {
        "file": ref.file,
        "entry": ref.entry,
        "first_line": ref.first_line,
        "last_line": ref.last_line,
        "label": ref.label,
        "publisher": ref.publisher,
    }


def linked(links: Iterable[Link], kind: str, names: Names) -> Json:
    """The cards or mechanics that rulings point to, each once, its best basis first, and how many they are."""
    best: dict[str, Link] = {}
    for link in sorted((one for one in links if one.kind == kind), key=_by_role):
        best.setdefault(link.target, link)
    given = [_linked(link, names(link.target)) for link in list(best.values())[:LINKS]]
    return {f"{kind}s": given, f"{kind}s_total": len(best)}


def _linked(link: Link, names: Mapping[str, str]) -> Json:
    """A card or mechanic and why we say so; a name it lacks is null."""
    return {
        "id": link.target,
        "names": {lang: names.get(lang) for lang in LANGUAGES},
        "basis": link.basis,
        "role": link.role,
    }


def _by_role(link: Link) -> int:
    return _ROLES.index(link.role) if link.role in _ROLES else len(_ROLES)
