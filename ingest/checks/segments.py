"""A translation cut into passages that correspond: sentence by sentence where both have as many.

Official translations keep the number of sentences in 97 of 100 texts; where
they do not, the whole text is one passage.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ingest.languages import language
from ingest.model import Span

if TYPE_CHECKING:
    from ingest.checks.base import Pair
    from ingest.linking.finder import Match

BLANK = "\u25a1"
"""Stands for a character of a card's name, where names must not count as words."""


@dataclass(frozen=True, slots=True)
class Side:
    """One version's part of a passage: its text without card names, and the terms in it.

    `matches` do not overlap; `held` are the ids of all terms, those inside longer ones too.
    """

    lang: str
    start: int
    body: str
    matches: tuple[Match, ...]
    held: frozenset[str]

    @property
    def standing(self) -> frozenset[str]:
        """The ids of the terms that stand for themselves, not inside a longer one."""
        return frozenset(match.target for match in self.matches)


@dataclass(frozen=True, slots=True)
class Segment:
    """Passages of source and translation that say the same."""

    source: Side
    target: Side


def spans(source: str, source_lang: str, target: str, target_lang: str) -> list[tuple[Span, Span]]:
    """The spans that correspond, in order.

    >>> spans("Draw a card. Discard a card.", "en", "抓一张牌。弃一张牌。", "zh-Hans")
    [((0, 12), (0, 5)), ((13, 28), (5, 10))]
    """
    ours = language(source_lang).sentences(source)
    theirs = language(target_lang).sentences(target)
    if len(ours) == len(theirs):
        return list(zip(ours, theirs, strict=True))
    return [((0, len(source)), (0, len(target)))]


def segments(pair: Pair) -> list[Segment]:
    """The passages of a pair, with the terms of each."""
    source, target = blanked(pair)
    ours = _found(pair, source, pair.source)
    theirs = _found(pair, target, pair.target)
    return [
        Segment(_side(source, pair.source.lang, ours, one), _side(target, pair.target.lang, theirs, other))
        for one, other in spans(pair.source.body, pair.source.lang, pair.target.body, pair.target.lang)
    ]


def blanked(pair: Pair) -> tuple[str, str]:
    """Both bodies without the names of the cards that both name, same lengths."""
    ours, theirs = pair.context.names(pair.source), pair.context.names(pair.target)
    both = {one.target for one in ours} & {one.target for one in theirs}
    return (
        _blank(pair.source.body, [(one.start, one.end) for one in ours if one.target in both or not one.short]),
        _blank(pair.target.body, [(one.start, one.end) for one in theirs if one.target in both]),
    )


def _blank(body: str, names: Iterable[Span]) -> str:
    for start, end in names:
        body = body[:start] + BLANK * (end - start) + body[end:]
    return body


def _found(pair: Pair, body: str, text) -> Mapping[str, Sequence[Match]]:  # type: ignore[no-untyped-def]
    finder = pair.context.finder
    if finder is None:
        return {"longest": (), "nested": ()}
    return {
        "longest": finder.find(body, text.lang, text.insertions),
        "nested": finder.find(body, text.lang, text.insertions, nested=True),
    }


def _side(body: str, lang: str, found: Mapping[str, Sequence[Match]], span: Span) -> Side:
    start, end = span
    inside = tuple(one for one in found["longest"] if start <= one.start and one.end <= end)
    held = frozenset(one.target for one in found["nested"] if start <= one.start and one.end <= end)
    return Side(lang, start, body[start:end], inside, held)
