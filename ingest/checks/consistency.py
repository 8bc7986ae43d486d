"""The same thing said differently, or different things said the same."""

from __future__ import annotations

import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Iterator

from ingest.checks.base import CollectionCheck, Flaw
from ingest.checks.context import CheckContext
from ingest.model import Ruling, Text

SHORTEST = 12
"""Shorter texts agree by chance."""


class SourceRenderedDifferently(CollectionCheck):
    """One English text has several translations into a language."""

    id = "source-rendered-differently"
    severity = "info"
    params = ("count",)

    def keys(self, ruling: Ruling) -> Iterable[tuple[str, ...]]:
        return [_source_and_language(ruling, text) for text in _translations(ruling)]

    def sweep(self, rulings: tuple[Ruling, ...], context: CheckContext) -> Iterator[Flaw]:
        for group in _groups(rulings, key=_source_and_language):
            bodies = {_plain(text.body) for _, text in group}
            for ruling, text in group if len(bodies) > 1 else ():
                yield Flaw(None, {"count": str(len(bodies))}, text=text, ruling=ruling)


class SameTextForDifferentSources(CollectionCheck):
    """One translation stands for English texts that differ."""

    id = "same-text-for-different-sources"
    severity = "info"
    params = ("count",)

    def keys(self, ruling: Ruling) -> Iterable[tuple[str, ...]]:
        return [_own_body(ruling, text) for text in _translations(ruling)]

    def sweep(self, rulings: tuple[Ruling, ...], context: CheckContext) -> Iterator[Flaw]:
        for group in _groups(rulings, key=_own_body):
            sources = {_plain(_english(ruling)) for ruling, _ in group}
            for ruling, text in group if len(sources) > 1 else ():
                yield Flaw(None, {"count": str(len(sources))}, text=text, ruling=ruling)


def _groups(rulings, key) -> list[list[tuple[Ruling, Text]]]:
    """Translations that share a key, only of rulings with an English text."""
    groups: dict[tuple[str, str], list[tuple[Ruling, Text]]] = defaultdict(list)
    for ruling in rulings:
        for text in _translations(ruling):
            groups[key(ruling, text)].append((ruling, text))
    return [group for group in groups.values() if len(group) > 1]


def _translations(ruling: Ruling) -> list[Text]:
    """The translations that are long enough, of a ruling with an English text."""
    if ruling.text_in("en") is None:
        return []
    return [text for text in ruling.texts if text.lang != "en" and len(text.body) >= SHORTEST]


def _source_and_language(ruling: Ruling, text: Text) -> tuple[str, str]:
    return text.lang, _plain(_english(ruling))


def _own_body(ruling: Ruling, text: Text) -> tuple[str, str]:
    return text.lang, _plain(text.body)


def _english(ruling: Ruling) -> str:
    text = ruling.text_in("en")
    return text.body if text else ""


def _plain(body: str) -> str:
    """A body without white space, marks and case, so that only words differ."""
    return "".join(character for character in unicodedata.normalize("NFKC", body).casefold() if character.isalnum())
