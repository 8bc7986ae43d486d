"""Where a ruling names the card it is known to stand on."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache

from ingest.languages import fold
from ingest.linking.nicknames import short_name
from ingest.model import Card, Text

_OWN = re.compile(
    r"\b(?:first|second|third|fourth|fifth|middle|last|[+−-]?\d) (?:\w+ )?(?:ability|abilities|mode)\b"
    r"|\bchapters? [ivx]+\b|\bcapítulos? [ivx]+\b"
    r"|\b(?:primera|segunda|tercera|cuarta|quinta|última) (?:habilidad|modalidad)\b"
    r"|第[一二三四五]+?(?:个|项)(?:\w{0,4})异能|最后(?:一)?(?:个|项)异能|第[一二三四五ivx]+章",
    re.IGNORECASE,
)
SHORTEST_UNTITLED = 4
_TITLED = re.compile(r" of (?:the )?(?=[A-Z])")


def of_its_own(text: Text) -> bool:
    """Whether a text speaks of one ability among its card's, without a name: what it says is of that card.

    >>> of_its_own(Text("", "en", "The last ability uses the stack.")), of_its_own(Text("", "en", "Exile it."))
    (True, False)
    """
    return bool(_OWN.search(text.body))


def own_names(cards: Iterable[Card], text: Text) -> list[tuple[int, int, str]]:
    """The spans of a text that name one of the cards, in full or by a short name, and the card's id.

    A name of one word is written as names are, with its capital, and none is a part of a longer word.
    """
    body = text.body.replace("’", "'")
    spans: list[tuple[int, int, str]] = []
    for card in cards:
        untitled = _untitled(card.names["en"])
        for name in _names(card, text.lang):
            for start, end in _places(body, name):
                taken = any(a < end and start < b for a, b, _ in spans)
                if not taken and (name != untitled or _as_a_name(body, start, end)):
                    spans.append((start, end, card.id))
    return sorted(spans)


def _places(body: str, name: str) -> Iterator[tuple[int, int]]:
    """Where a name stands whole, in the plural too; a name of several words however its letters are."""
    if " " in name and len(body.lower()) == len(body):
        body, name = body.lower(), name.lower()
    start = body.find(name)
    while start >= 0:
        end = start + len(name)
        end += _plural(body, end)
        if _whole(body, start, end):
            yield start, end
        start = body.find(name, end)


@lru_cache(maxsize=50_000)
def _of(names: tuple[str, ...]) -> tuple[str, ...]:
    """All that a card may be called by, longest first."""
    found: dict[str, None] = {}
    for name in names:
        for face in (name, *name.split(" // ")):
            found.update(dict.fromkeys((face, short_name(face), _untitled(face))))
    ordered = sorted(filter(None, found), key=len, reverse=True)
    return tuple(name.replace("’", "'") for name in ordered if len(name) > 1)


def _untitled(name: str) -> str:
    """What stands before the place that a name is of: `Braulios` of Pheres Band."""
    title = _TITLED.search(name)
    return name[: title.start()] if title and title.start() >= SHORTEST_UNTITLED else ""


def _plural(text: str, end: int) -> bool:
    return text[end : end + 1] == "s" and not text[end + 1 : end + 2].isalpha()


def _as_a_name(text: str, start: int, end: int) -> bool:
    """Whether what may be a word too stands as a name: within a sentence, or with something of its own."""
    return text[end : end + 2] == "'s" or text[max(0, start - 2) : start - 1].islower()


def _names(card: Card, lang: str) -> tuple[str, ...]:
    tags = dict.fromkeys(("zh-Hans" if lang == "zh-Hant" else lang, "en"))
    named = [card.names[tag] for tag in tags if tag in card.names]
    return _of((*named, *(alias for tag in tags for alias in card.aliases.get(tag, ()))))


def _whole(text: str, start: int, end: int) -> bool:
    before, after = text[start - 1 : start], text[end : end + 1]
    return not (_letter(before) and _letter(text[start])) and not (_letter(after) and _letter(text[end - 1]))


def _letter(char: str) -> bool:
    return char.isalpha() and fold(char).text[:1].isascii()
