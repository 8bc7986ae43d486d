"""The cards that a feed knows, gathered from its records: a name per language, faces, former names."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from ingest.languages import canonical

Remark = Callable[[int, str, str, str], None]

KEPT = ("en", "es", "zh-Hans", "zh-Hant")
"""Languages whose names are kept; `zh-Hant` beside `zh-Hans`, never in its place."""
LONGEST = 8000
"""Characters of a rules text; what is longer is none."""
SIDES = "\n//\n"
"""What stands between the rules texts of a card's sides."""
OTHERS = frozenset(
    "fr de it pt ja ko ru la grc he ar sa ph french german italian portuguese japanese korean russian latin hebrew"
    " arabic sanskrit phyrexian".split()
) | {"ancient greek", "portuguese (brazil)"}
"""Codes and names of languages that cards are printed in and the product does not speak."""


@dataclass(slots=True)
class FeedCard:
    """A card as a feed gives it; `faces` are the names of its sides by language, `texts` its rules text."""

    oracle_id: str | None
    kind: str
    names: dict[str, list[str]] = field(default_factory=dict)
    faces: dict[str, tuple[str, ...]] = field(default_factory=dict)
    texts: dict[str, str] = field(default_factory=dict)

    def says(self, code: str, sides: Iterable[str]) -> None:
        """Takes the rules text of its sides, in the language of a code, where none is known yet."""
        text = SIDES.join(side for side in sides if side)
        lang = canonical(code)
        if text and len(text) <= LONGEST and lang in KEPT:
            self.texts.setdefault(lang, text)

    @property
    def name(self) -> str:
        """The English name, or an empty text."""
        return self.names.get("en", [""])[0]


@dataclass(slots=True)
class CardTable:
    """Cards by identifier, else by English name."""

    cards: dict[str, FeedCard] = field(default_factory=dict)
    kept: int = 0
    left: Counter[str] = field(default_factory=Counter)
    unknown: Counter[str] = field(default_factory=Counter)

    def add(self, oracle_id: str | None, english: str, kind: str) -> FeedCard:
        """The card with this identifier or name, made where it is new."""
        card = self.cards.setdefault(oracle_id or english, FeedCard(oracle_id, kind))
        if english and english not in card.names.setdefault("en", []):
            card.names["en"].append(english)
        return card

    def translate(self, card: FeedCard, code: str, name: str, faces: Iterable[str] = ()) -> None:
        """Adds a card's name in the language of a code, where that is one to keep; counts the others."""
        lang = canonical(code)
        sides = tuple(faces)
        if lang == "en" or not name:
            return
        if lang in KEPT:
            self.kept += 1
            if name not in card.names.setdefault(lang, []):
                card.names[lang].append(name)
            if len(sides) > 1:
                card.faces.setdefault(lang, sides)
        elif code.lower() in OTHERS:
            self.left[code] += 1
        else:
            self.unknown[code[:30]] += 1

    def report(self, remark: Remark) -> None:
        """Says which languages were left out and why, and warns where none of those given is kept."""
        for code, count in sorted(self.unknown.items())[:20]:
            remark(1, "unknown-language", "warning", f"{code}: {count} names left out")
        if self.left:
            told = ", ".join(f"{code} {count}" for code, count in sorted(self.left.items()))
            remark(1, "languages-left-out", "info", told)
        if (self.left or self.unknown) and not self.kept:
            total = sum(self.left.values()) + sum(self.unknown.values())
            remark(1, "no-language-kept", "warning", f"0 of {total} translated names are in a language of the product")
