"""Where in a text its query is found: spans in code points, for any language."""

from __future__ import annotations

from collections.abc import Iterable, Set
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ingest.model import Span, Text, Token

if TYPE_CHECKING:
    from app.services import Knowledge


@dataclass(frozen=True, slots=True)
class Wanted:
    """What of a query to mark: concepts, index terms, literal phrases, cards."""

    concepts: frozenset[str] = frozenset()
    terms: frozenset[str] = frozenset()
    phrases: tuple[tuple[tuple[str, int], ...], ...] = ()
    cards: frozenset[str] = frozenset()


def marks(knowledge: Knowledge, text: Text, wanted: Wanted) -> tuple[Span, ...]:
    """The half-open spans of `text.body` to mark: in order, apart from each other."""
    spans: list[Span] = []
    if wanted.concepts:
        spans += [(m.start, m.end) for m in knowledge.matches(text) if m.target in wanted.concepts]
    if wanted.cards:
        spans += [(m.start, m.end) for m in knowledge.card_matches(text) if m.target in wanted.cards]
    if wanted.terms or wanted.phrases:
        tokens = knowledge.tokens(text)
        spans += [(token.start, token.end) for token in tokens if token.term in wanted.terms]
        for phrase in wanted.phrases:
            spans += _phrase_spans(tokens, phrase)
    return merged(spans)


def merged(spans: Iterable[Span]) -> tuple[Span, ...]:
    """The spans in order, those that overlap or touch made one.

    >>> merged([(4, 6), (0, 2), (2, 3), (5, 9)])
    ((0, 3), (4, 9))
    """
    result: list[Span] = []
    for start, end in sorted(spans):
        if result and start <= result[-1][1]:
            result[-1] = (result[-1][0], max(end, result[-1][1]))
        else:
            result.append((start, end))
    return tuple(result)


def _phrase_spans(tokens: Iterable[Token], phrase: tuple[tuple[str, int], ...]) -> list[Span]:
    places: dict[tuple[str, int], Token] = {}
    for token in tokens:
        places.setdefault((token.term, token.position), token)
    if not phrase:
        return []
    first, origin = phrase[0]
    starts: Set[int] = {position - origin for term, position in places if term == first}
    found = []
    for start in starts:
        row = [places.get((term, start + at)) for term, at in phrase]
        if all(row):
            held = [token for token in row if token]
            found.append((min(token.start for token in held), max(token.end for token in held)))
    return found
