"""Completions under the pointer: cards, mechanics and terms in the three languages."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING
from urllib.parse import quote

from app.search.telling import is_small
from ingest.languages import fold
from ingest.languages.scripts import is_han

if TYPE_CHECKING:
    from app.services import Knowledge

MOST = 20
LONGEST = 60
TAILS = 3
"""How many of the last words are tried together, where the whole says nothing."""
HAN_TAIL = 6
"""How many of the last characters of Chinese, which has no spaces, are tried together."""
SHORTEST_TAIL = 2


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A card, mechanic or term that what was typed may mean, in the language it was typed in.

    `url` is its page, if it has one. `start` is where in what was typed the words stand that it
    completes: 0 where that is all of it.
    """

    kind: str
    id: str
    text: str
    lang: str
    url: str | None
    start: int = 0


def suggest(knowledge: Knowledge, q: str, limit: int = 10) -> list[Suggestion]:
    """The likeliest completions of what is typed, best first; none for nothing.

    The whole text is tried first, then its last words, the most of them that complete to
    anything, for people complete the end of a question. The record ranks the keys, so nothing
    is held in memory.
    """
    limit = min(limit, MOST)
    for start, beginning in _beginnings(q):
        found: dict[tuple[str, str], Suggestion] = {}
        for key in knowledge.store.suggestions(beginning, limit):
            meant = Suggestion(key.kind, key.id, key.text, key.lang, _url(key.kind, key.id), start)
            found.setdefault((key.kind, key.id), meant)
        if found:
            return list(found.values())[:limit]
    return []


def _beginnings(q: str) -> list[tuple[int, str]]:
    """The ends of what is typed that may be the beginning of a name, the longest first, and where they start.

    >>> _beginnings("what is a cloa")
    [(0, 'what is a cloa'), (5, 'is a cloa'), (8, 'a cloa'), (10, 'cloa')]
    >>> _beginnings("横置的生物")[-2:]
    [(2, '的生物'), (3, '生物')]
    """
    start = len(q) - len(q.lstrip())
    text = q.rstrip()
    whole = fold(text[start:]).text.strip()
    if not whole:
        return []
    found = [(start, whole[:LONGEST])]
    if len(whole) > 2 * LONGEST:
        # No name is as long: only its end can be one.
        found = []
    for at in _tails(text, start):
        folded = fold(text[at:]).text.strip()
        if SHORTEST_TAIL <= len(folded) <= LONGEST and not is_small(folded):
            found.append((at, folded))
    return found


def _tails(text: str, start: int) -> list[int]:
    """Where the last words of a text start, and in Chinese its last characters."""
    words = [at for at in range(start + 1, len(text)) if text[at - 1].isspace() and not text[at].isspace()][-TAILS:]
    run = next((n for n, char in enumerate(reversed(text)) if not is_han(char)), len(text))
    last = len(text) - run
    han = range(max(last, start, len(text) - HAN_TAIL), len(text) - SHORTEST_TAIL + 1)
    return sorted({*words, *(at for at in han if at > start)})


def _url(kind: str, id_: str) -> str | None:
    return f"/{kind}s/{quote(id_)}" if kind in ("card", "mechanic") else None
