"""Where in texts their query is found: spans in code points, for any language."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ingest.index.contract import Phrase
from ingest.index.spots import CONCEPT, found, joined
from ingest.linking.own_names import own_names
from ingest.model import Card, Span, Text
from ingest.synopses import Kept

if TYPE_CHECKING:
    from app.services import Knowledge


@dataclass(frozen=True, slots=True)
class Wanted:
    """What of a query to mark: concepts, index terms, literal phrases, cards."""

    concepts: frozenset[str] = frozenset()
    terms: frozenset[str] = frozenset()
    phrases: tuple[Phrase, ...] = ()
    cards: frozenset[str] = frozenset()

    @property
    def names(self) -> list[str]:
        """Terms and concepts as the table of spots names them."""
        return [*self.terms, *(CONCEPT + concept for concept in self.concepts)]


def mark(knowledge: Knowledge, several: Sequence[Kept], wanted: Wanted) -> None:
    """Marks the versions of several families at once."""
    if wanted == Wanted():
        return
    block = joined([kept.block for kept in several])
    counts = [count for kept in several for count in kept.counts]
    marks = knowledge.synopses.names.find(block, counts, wanted.names, wanted.phrases)
    cards = [card for id in sorted(wanted.cards) if (card := knowledge.store.card(id))]
    first = 0
    for kept in several:
        kept.marks = marks.stretch(first, len(kept.counts))
        first += len(kept.counts)
        if cards:
            kept.marks = found([merged([*one.marks, *_named(cards, one.body, one.lang)]) for one in kept.versions()])


def _named(cards: Sequence[Card], body: str, lang: str) -> Iterable[Span]:
    return ((start, end) for start, end, _ in own_names(cards, Text("", lang, body)))


def merged(spans: Iterable[Span]) -> list[Span]:
    """The spans in order, those that overlap or touch made one.

    >>> merged([(4, 6), (0, 2), (2, 3), (5, 9)])
    [(0, 3), (4, 9)]
    """
    result: list[Span] = []
    for start, end in sorted(spans):
        if result and start <= result[-1][1]:
            result[-1] = (result[-1][0], max(end, result[-1][1]))
        else:
            result.append((start, end))
    return result
