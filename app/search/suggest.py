"""Completions under the pointer: cards, mechanics and terms in the three languages."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING
from urllib.parse import quote

from ingest.languages import fold

if TYPE_CHECKING:
    from app.services import Knowledge

MOST = 20
LONGEST = 60
TAILS = 3
"""How many of the last words alone are tried, where the whole says nothing."""


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A card, mechanic or term that what was typed may mean, in the language it was typed in.

    `url` is its page, if it has one.
    """

    kind: str
    id: str
    text: str
    lang: str
    url: str | None


def suggest(knowledge: Knowledge, q: str, limit: int = 10) -> list[Suggestion]:
    """The likeliest completions of what is typed, best first; none for nothing.

    The whole text is tried first, then its last words, for people complete
    the end of a question. The record ranks the keys, so nothing is held in memory.
    """
    limit = min(limit, MOST)
    found: dict[tuple[str, str], Suggestion] = {}
    for beginning in _beginnings(fold(q[-2 * LONGEST :]).text.strip()):
        for key in knowledge.store.suggestions(beginning, limit):
            meant = Suggestion(key.kind, key.id, key.text, key.lang, _url(key.kind, key.id))
            found.setdefault((key.kind, key.id), meant)
        if len(found) >= limit:
            break
    return list(found.values())[:limit]


def _beginnings(folded: str) -> list[str]:
    words = folded.split()
    tails = [" ".join(words[start:]) for start in range(1, len(words))][-TAILS:]
    long_enough = [tail for tail in tails if len(tail) >= 2]
    return list(dict.fromkeys(filter(None, [folded[:LONGEST], *long_enough])))


def _url(kind: str, id_: str) -> str | None:
    return f"/{kind}s/{quote(id_)}" if kind in ("card", "mechanic") else None
