"""Where a ruling names the card it is known to stand on."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from ingest.languages import fold
from ingest.linking.card_finder import short_name
from ingest.model import Card, Text


def own_names(cards: Iterable[Card], text: Text) -> list[tuple[int, int, str]]:
    """The spans of a text that name one of the cards, in full or by a short name, and the card's id.

    Written as names are: with their capitals, and not as a part of a longer word.
    """
    folded = text.body.replace("’", "'")
    spans: list[tuple[int, int, str]] = []
    for card in cards:
        for name in _names(card, text.lang):
            start = folded.find(name)
            while start >= 0:
                end = start + len(name)
                if _whole(folded, start, end) and not any(a < end and start < b for a, b, _ in spans):
                    spans.append((start, end, card.id))
                start = folded.find(name, end)
    return sorted(spans)


@lru_cache(maxsize=50_000)
def _of(names: tuple[str, ...]) -> tuple[str, ...]:
    """All that a card may be called by, longest first."""
    found: dict[str, None] = {}
    for name in names:
        for face in (name, *name.split(" // ")):
            found.update(dict.fromkeys((face, short_name(face))))
    ordered = sorted(filter(None, found), key=len, reverse=True)
    return tuple(name.replace("’", "'") for name in ordered if len(name) > 1)


def _names(card: Card, lang: str) -> tuple[str, ...]:
    tags = dict.fromkeys(("zh-Hans" if lang == "zh-Hant" else lang, "en"))
    named = [card.names[tag] for tag in tags if tag in card.names]
    return _of((*named, *(alias for tag in tags for alias in card.aliases.get(tag, ()))))


def _whole(text: str, start: int, end: int) -> bool:
    before, after = text[start - 1 : start], text[end : end + 1]
    return not (_letter(before) and _letter(text[start])) and not (_letter(after) and _letter(text[end - 1]))


def _letter(char: str) -> bool:
    return char.isalpha() and fold(char).text[:1].isascii()
