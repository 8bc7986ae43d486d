"""A query said back in words: what was understood, in the interface's language."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from app.present.dates import long_date
from ingest.model import Filters, Query

Say = Callable[..., str]
"""Gives a message as plain text: key, then what fills it."""

Label = Callable[[str, str], "tuple[str, str | None]"]
"""The name to show for a `card` or `mechanic` id, and the language that name is in."""


@dataclass(frozen=True, slots=True)
class Part:
    """One thing that was understood: which kind of thing, and its values with their languages."""

    key: str
    values: tuple[tuple[str, str | None], ...]


def parts(query: Query, lang: str, say: Say, label: Label) -> list[Part]:
    """What a query asks for, part by part, in the order people read it."""
    names = [*(label("card", one) for one in query.cards), *(label("mechanic", one) for one in query.concepts)]
    words = [one for one in query.words if not _is_said(one, names)]
    found = [
        Part("corrections", tuple((f"{typed} → {meant}", None) for typed, meant in query.corrections)),
        Part("names", tuple(label("card", one) for one in query.cards)),
        Part("concepts", tuple(label("mechanic", one) for one in query.concepts)),
        Part("words", tuple((one, query.language) for one in words)),
        Part("phrases", tuple((one, query.language) for one in query.phrases)),
        Part("excluded", tuple((one, query.language) for one in query.excluded)),
        *_filters(query.filters, lang, say, label),
    ]
    return [part for part in found if part.values]


def sentence(query: Query, lang: str, say: Say, label: Label) -> str:
    """The same as one line of plain text; empty where nothing was asked."""
    said = (
        f"{say(f'part.{part.key}')}: {say(_between(part)).join(value for value, _ in part.values)}"
        for part in parts(query, lang, say, label)
    )
    return say("list.semicolon").join(said)


def _between(part: Part) -> str:
    """What stands between the values of a part: names of cards hold commas themselves."""
    return "list.names" if part.key in ("names", "cards", "not-cards") else "list.comma"


def _is_said(words: str, names: Sequence[tuple[str, str | None]]) -> bool:
    """Whether the names of what was found say every one of these words already."""
    said = [name.casefold() for name, _ in names]
    return all(any(word in name for name in said) for word in words.casefold().split())


def _filters(filters: Filters, lang: str, say: Say, label: Label) -> Iterator[Part]:
    if filters == Filters():
        return
    names = {"cards": "card", "mechanics": "mechanic"}
    yield from _either_way(filters, names, label)
    for key in ("has", "lacks"):
        yield Part(key, tuple((_named(say, "language", tag), None) for tag in getattr(filters, key)))
    spoken = {"langs": "language", "origins": "origin"}
    yield from _either_way(filters, spoken, lambda kind, value: (_named(say, kind, value), None))
    yield from _either_way(filters, {"checks": "check"}, lambda _, value: (value, None))
    for key in ("since", "until"):
        day = getattr(filters, key)
        yield Part(key, ((long_date(day, lang), None),) if day else ())


def _either_way(filters: Filters, kinds: Mapping[str, str], label: Label) -> Iterator[Part]:
    """What must be so, and what must not, for each of these filters."""
    for key, kind in kinds.items():
        for name in (key, f"not_{key}"):
            values = tuple(label(kind, value) for value in getattr(filters, name))
            yield Part(name.replace("_", "-"), values)


def _named(say: Say, kind: str, value: str) -> str:
    """The name of a language or origin; the value as it was given where it is none we know."""
    key = f"{kind}.{value}"
    name = say(key)
    return value if name == key else name
