"""Headings of pages: which are cards under another name, which are none."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from ingest.languages import fold


@dataclass(frozen=True, slots=True)
class Headings:
    """What a person decided about headings, compared as folded."""

    cards: Mapping[str, str] = field(default_factory=dict)
    sections: frozenset[str] = frozenset()
    known_as: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Card id to the headings it goes under, as written."""

    def card(self, heading: str) -> str | None:
        """The id of the card a heading was decided to be, or None."""
        return self.cards.get(_key(heading))

    def is_section(self, heading: str) -> bool:
        """True for a section's title, which names no card."""
        return _key(heading) in self.sections


def load_headings(folder: Path) -> Headings:
    """The decisions of `headings.toml`."""
    file = folder / "headings.toml"
    if not file.exists():
        return Headings()
    data = tomllib.loads(file.read_text("utf-8"))
    cards = {_key(heading): card for heading, card in data.get("cards", {}).items()}
    titles = data.get("sections", {}).get("titles", [])
    known_as: dict[str, tuple[str, ...]] = {}
    for heading, card in data.get("cards", {}).items():
        known_as[card] = (*known_as.get(card, ()), heading)
    return Headings(cards, frozenset(map(_key, titles)), known_as)


def _key(heading: str) -> str:
    """A heading as compared: folded, without the marks that set it off.

    >>> _key("## Nota de Rescate:") == _key("nota de rescate")
    True
    """
    return fold(heading).text.strip(" \t#*=_:•·-—【】[]《》<>")
