"""What a document that came back changes, told before anything is written."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from ingest.exports.csv import unguarded
from ingest.exports.markup import pictured, restored
from ingest.imports.base import Given, Unit
from ingest.model import Ruling, Text
from ingest.normalize import normalise_body
from ingest.store import Store


@dataclass(frozen=True, slots=True)
class Proposal:
    """A text that is to take another's place, or to stand beside those there are (`old` is None)."""

    ruling: Ruling
    lang: str
    body: str
    old: Text | None
    by: str = ""


@dataclass(frozen=True, slots=True)
class Refused:
    """A text that came back and can't be taken, and why: `unknown`, `moved-on`, `emptied`, `contradicted`."""

    why: str
    lang: str
    body: str
    ruling: str


@dataclass(slots=True)
class Changes:
    """What a document changes: proposals, what can't be taken, and how many texts came back as they went."""

    proposals: list[Proposal]
    refused: list[Refused]
    unchanged: int = 0


def changes(units: Iterable[Unit], store: Store) -> Changes:
    """The changes of a document against the record, each text once however many units hold it."""
    found = Changes([], [])
    said: dict[tuple[str, str, str | None], str] = {}
    for unit in units:
        for lang, given in unit.texts.items():
            for one in _judged(unit, lang, given, store):
                _take(found, said, one)
    return found


def _take(found: Changes, said: dict[tuple[str, str, str | None], str], one: Proposal | Refused | None) -> None:
    if one is None:
        found.unchanged += 1
    elif isinstance(one, Refused):
        found.refused.append(one)
    else:
        key = (one.ruling.id, one.lang, one.old.id if one.old else None)
        if key not in said:
            said[key] = one.body
            found.proposals.append(one)
        elif said[key] != one.body:
            found.refused.append(Refused("contradicted", one.lang, one.body, one.ruling.id))


def _judged(unit: Unit, lang: str, given: Given, store: Store) -> Iterator[Proposal | Refused | None]:
    ruling = store.ruling(store.resolve(given.id or unit.ruling or "") or "")
    if ruling is None:
        if given.body.strip():
            yield Refused("unknown", lang, given.body, unit.ruling or "")
        return
    old = _known(ruling, lang, given)
    if old is None and given.id:
        same = any(_same(given.body, text.body) for text in ruling.texts if text.lang == lang)
        yield None if same else Refused("moved-on", lang, given.body, ruling.id)
    elif not given.body.strip():
        if old:
            yield Refused("emptied", lang, "", ruling.id)
    elif old and _same(given.body, old.body):
        yield None
    else:
        yield Proposal(ruling, lang, _as_meant(given.body, old), old, unit.by)


def _known(ruling: Ruling, lang: str, given: Given) -> Text | None:
    """The text that came back, as the record has it: by its id, else the only one there can be."""
    if given.id:
        return next((text for text in ruling.texts if text.id == given.id and text.lang == lang), None)
    return ruling.text_in(lang)


def _same(body: str, known: str) -> bool:
    """Whether a text came back as it went, whatever the format could not hold or put before it."""
    meant = normalise_body(known)
    return meant in {normalise_body(one) for one in (body, restored(body), unguarded(body))} or body == pictured(known)


def _as_meant(body: str, old: Text | None) -> str:
    """The text without the sign that kept a spreadsheet from running it, where that is all it can be."""
    guarded = unguarded(body)
    return guarded if guarded != body and old and old.body[:1] == guarded[:1] else body
