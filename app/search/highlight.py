"""Where in a text its query is found: spans in code points, for any language."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ingest.model import Span, Text, Token

if TYPE_CHECKING:
    from app.services import Knowledge


TermSpan = tuple[str, int, int]
"""A term, and where it starts and ends in a text."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """What of a query to mark: concepts, index terms, literal phrases, cards."""

    concepts: frozenset[str] = frozenset()
    terms: frozenset[str] = frozenset()
    phrases: tuple[tuple[tuple[str, int], ...], ...] = ()
    cards: frozenset[str] = frozenset()


Marks = dict[str, tuple[Span, ...]]
"""What to mark in each text, by its id; a text with nothing to mark is left out."""


def mark_page(knowledge: Knowledge, hits: Sequence[tuple[Sequence[Text], Wanted]]) -> list[Marks]:
    """What to mark in the texts of each hit of a page; the record is asked once for all of them."""
    grouped = [_alike(texts) if wanted != Wanted() else [] for texts, wanted in hits]
    firsts = [same[0].id for alike in grouped for same in alike]
    held = knowledge.store.term_spans(firsts)
    return [_mark(knowledge, alike, wanted, held) for alike, (_, wanted) in zip(grouped, hits, strict=True)]


def _alike(texts: Iterable[Text]) -> list[list[Text]]:
    """The texts, those with the same words on several dates together: they are looked through once."""
    alike: dict[tuple[str, str], list[Text]] = {}
    for text in texts:
        alike.setdefault((text.lang, text.body), []).append(text)
    return list(alike.values())


def _mark(knowledge: Knowledge, alike: list[list[Text]], wanted: Wanted, held: Mapping[str, list[TermSpan]]) -> Marks:
    found: Marks = {}
    for same in alike:
        spans = marks(knowledge, same[0], wanted, held.get(same[0].id, ()))
        if spans:
            found.update(dict.fromkeys((text.id for text in same), spans))
    return found


def marks(knowledge: Knowledge, text: Text, wanted: Wanted, terms: Iterable[TermSpan]) -> tuple[Span, ...]:
    """The half-open spans of `text.body` to mark: in order, apart from each other."""
    language = knowledge.languages.of(text.lang)
    spans = [(start, end) for term, start, end in terms if term in wanted.concepts]
    if wanted.cards:
        named = knowledge.card_finder.find(text.body, text.lang, text.insertions)
        spans += [(one.start, one.end) for one in named if one.target in wanted.cards]
    if wanted.terms:
        spans += language.spans_of(text.body, wanted.terms, text.insertions)
    if wanted.phrases:
        said = frozenset(term for phrase in wanted.phrases for term, _ in phrase)
        tokens = language.tokens(text.body, text.insertions, said)
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
