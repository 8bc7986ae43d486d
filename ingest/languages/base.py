"""What a language can do: the contract that every plug-in keeps.

Term strings are opaque to everybody else:

=======  ====================================================
`=face`  a word as it stands (folded), in any language
`en~fac` its stem, in that language
`ñ=nino` a word with its `ñ` typed as `n`; `ñ~` the stem of that
`zh~牌面` a Chinese word of the dictionary
`zh2~`   two neighbouring characters; `zh1~` one character
`#{x}`   game notation: a symbol, `#2/2`, `#+1/+1`, `#[cost]`
=======  ====================================================

A Latin word takes one position and a Chinese character takes one; what
starts at the same place shares a position, so that a phrase is a row of
positions whatever the segmentation.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import ClassVar, Protocol, cast

from ingest.languages.folding import Folded, fold
from ingest.languages.scripts import HAN, boundaries, joins
from ingest.model import Insertion, Span, Token

_BOUND = "a-z0-9"
_SCANNER = re.compile(
    rf"(?P<symbol>\{{[^{{}}\s]{{1,8}}\}})"
    rf"|(?P<size>(?<![{_BOUND}/])[+-]?(?:\d+|[x*])/[+-]?(?:\d+|[x*])(?![{_BOUND}/]))"
    rf"|(?P<signed>(?<![{_BOUND}+-])[+-](?:\d+|x)(?![{_BOUND}/]))"
    r"|(?P<bracket>\[(?=(?P<inside>[^\[\]\s]{1,16})\]))"
    rf"|(?P<han>[{HAN}]+)"
    rf"|(?P<word>[^\W_{HAN}]+(?:'[^\W\d_{HAN}]+)*)"
)
_LONGEST_WORD = 40

Raw = tuple[str, int, int, int]
"""Term, start and end in the folded text, position."""

Weighted = tuple[tuple[str, float], ...]
"""Terms with their weights."""


class HanRuns(Protocol):
    """What the other languages ask of the one that reads Chinese characters."""

    def run_terms(self, run: str) -> list[tuple[str, int, int]]:
        """The terms of a folded run, each with its start and length."""

    def run_query(self, run: str) -> list[tuple[str, int, int, Weighted]]:
        """The words of a run in a query: text, start, end and what stands for it."""

    def run_phrase(self, run: str) -> list[tuple[str, int]]:
        """Terms and places that together say the run literally."""


@dataclass(frozen=True, slots=True)
class QueryToken:
    """A word of a query: what stands for it in the index, each with its weight.

    `start` and `end` are offsets into the query.
    """

    text: str
    start: int
    end: int
    alternatives: Weighted


class Language(ABC):
    """One language. A plug-in states its data and, if it must, its own rules."""

    tag: ClassVar[str]
    name: ClassVar[str]
    """What its speakers call it."""
    codes: ClassVar[tuple[str, ...]] = ()
    """Other codes it is known by; `codes.canonical` knows many more."""
    denials: ClassVar[tuple[str, ...]] = ()
    """What a form begins with that denies the rest of it, folded."""

    def __init__(self) -> None:
        self.peers: Mapping[str, Language] = {}
        self._says = lru_cache(maxsize=1 << 14)(self._has)

    # --- text ---------------------------------------------------------------

    def fold(self, text: str) -> Folded:
        """The text as it is compared, with offsets; see `folding.fold`."""
        return fold(text)

    def is_boundary(self, folded: str, index: int) -> bool:
        """True where a term may start or end in a folded text.

        Not between two letters or digits of an alphabet; anywhere beside a
        Chinese character.
        """
        if index <= 0 or index >= len(folded):
            return True
        before, after = folded[index - 1], folded[index]
        return not (joins(before) and joins(after))

    def boundaries(self, folded: str) -> Sequence[int]:
        """The places in a folded text where a term may start or end: those that `is_boundary` is true of."""
        return boundaries(folded)

    @abstractmethod
    def sentences(self, text: str) -> list[Span]:
        """The spans of the text's sentences, without the space between them."""

    @abstractmethod
    def inflect(self, lemma: str, part: str) -> set[str]:
        """The regular forms of a lemma that is a `noun`, `verb` or `adj`."""

    # --- tokens -------------------------------------------------------------

    def tokens(
        self, text: str, insertions: Sequence[Insertion] = (), only: frozenset[str] | None = None
    ) -> list[Token]:
        """The index's tokens of a text, with offsets into it as it stands; `only` those of some terms if given."""
        folded = self.fold(text)
        return [
            Token(term, *folded.span(start, end), position)
            for term, start, end, position in self._scan(folded, insertions)
            if only is None or term in only
        ]

    def spans_of(self, text: str, terms: frozenset[str], insertions: Sequence[Insertion] = ()) -> list[Span]:
        """Where some of the index's terms stand in a text; a fraction of the work of `tokens`."""
        folded = self.fold(text)
        speaks = self._speaker(folded, insertions) if insertions else None
        alphabetic, runs = self._alphabetic(), [term.partition("~")[2] for term in terms if term.startswith("zh")]
        found: list[Span] = []
        for kind, piece, start, end in _pieces(folded.text):
            if kind == "word":
                if (speaks(start) if speaks else alphabetic)._says(piece, terms):
                    found.append((start, end))
            elif kind == "han":
                found += [(start + at, start + at + len(run)) for run in runs for at in _occurrences(piece, run)]
            elif piece in terms:
                found.append((start, end))
        return [folded.span(start, end) for start, end in found]

    def _has(self, word: str, terms: frozenset[str]) -> bool:
        return not terms.isdisjoint(self.word_terms(word))

    def spots(self, text: str, insertions: Sequence[Insertion] = ()) -> list[Raw]:
        """Every term of a text with its start and end in it as it stands, and its position."""
        folded = self.fold(text)
        return [(term, *folded.span(start, end), at) for term, start, end, at in self._scan(folded, insertions)]

    def postings(self, text: str, insertions: Sequence[Insertion] = ()) -> list[tuple[str, int]]:
        """Terms and positions only: what an index stores, in the order of the text."""
        return [(term, at) for term, _, _, at in self._scan(self.fold(text), insertions)]

    def query_tokens(self, text: str) -> list[QueryToken]:
        """The words of a query, each with the terms that stand for it."""
        folded = self.fold(text)
        found: list[QueryToken] = []
        bracket: Weighted = ()
        for match in _SCANNER.finditer(folded.text):
            if match.lastgroup == "bracket":
                bracket = ((f"#[{match['inside']}]", 1.2),)
                continue
            for piece, start, end, alternatives in self._query_words(match):
                span = folded.span(match.start() + start, match.start() + end)
                found.append(QueryToken(piece, *span, (*bracket, *alternatives)))
                bracket = ()
        return found

    def phrase(self, text: str) -> tuple[tuple[str, int], ...]:
        """The terms of a literal phrase, each with its place in the row of positions."""
        row: list[tuple[str, int]] = []
        position = 0
        for match in _SCANNER.finditer(self.fold(text).text):
            kind, piece = match.lastgroup, match.group()
            if kind == "han":
                row.extend((term, position + at) for term, at in self._han().run_phrase(piece))
                position += len(piece)
            elif kind != "bracket":
                row.append((_literal(kind, piece), position))
                position += 1
        return tuple(row)

    @abstractmethod
    def word_terms(self, word: str) -> tuple[str, ...]:
        """The terms of one folded word of an alphabet, the word itself first."""

    @abstractmethod
    def word_alternatives(self, word: str) -> Weighted:
        """What stands for one folded word of a query."""

    # --- inside -------------------------------------------------------------

    def _scan(self, folded: Folded, insertions: Sequence[Insertion]) -> Iterator[Raw]:
        speaks = self._speaker(folded, insertions)
        position = 0
        for match in _SCANNER.finditer(folded.text):
            kind, piece, start = match.lastgroup, match.group(), match.start()
            if kind == "word":
                for term in speaks(start).word_terms(piece[:_LONGEST_WORD]):
                    yield term, start, match.end(), position
            elif kind == "han":
                for term, at, length in self._han().run_terms(piece):
                    yield term, start + at, start + at + length, position + at
                position += len(piece) - 1
            elif kind == "bracket":
                inside = match["inside"]
                yield f"#[{inside}]", start, start + len(inside) + 2, position
                continue
            else:
                yield f"#{piece}", start, match.end(), position
            position += 1

    def _speaker(self, folded: Folded, insertions: Sequence[Insertion]) -> Callable[[int], Language]:
        alphabetic = self._alphabetic()
        if not insertions:
            return lambda _: alphabetic
        spans = sorted((span.start, span.end, span.lang) for span in insertions)
        starts = [start for start, _, _ in spans]

        def speaks(at: int) -> Language:
            place = folded.offsets[at]
            index = bisect_right(starts, place) - 1
            if index < 0 or place >= spans[index][1]:
                return alphabetic
            return self.peers.get(spans[index][2], alphabetic)._alphabetic()

        return speaks

    def _query_words(self, match: re.Match[str]) -> Iterable[tuple[str, int, int, Weighted]]:
        kind, piece = match.lastgroup, match.group()
        if kind == "han":
            return self._han().run_query(piece)
        alternatives: Weighted = ((f"#{piece}", 1.0),)
        if kind == "word":
            alternatives = self._alphabetic().word_alternatives(piece[:_LONGEST_WORD])
        return ((piece, 0, len(piece), alternatives),)

    def _alphabetic(self) -> Language:
        """The language that the words of an alphabet are in, in a text of this one."""
        return self

    def _han(self) -> HanRuns:
        return cast(HanRuns, self.peers["zh-Hans"])


@lru_cache(maxsize=1 << 12)
def _pieces(folded: str) -> tuple[tuple[str | None, str, int, int], ...]:
    """What the scanner finds: words and runs as they stand, notation as its term; those shown last are kept."""
    found = []
    for match in _SCANNER.finditer(folded):
        kind, piece, (start, end) = match.lastgroup, match.group(), match.span()
        if kind == "word":
            piece = piece[:_LONGEST_WORD]
        elif kind == "bracket":
            piece, end = f"#[{match['inside']}]", start + len(match["inside"]) + 2
        elif kind != "han":
            piece = f"#{piece}"
        found.append((kind, piece, start, end))
    return tuple(found)


def _occurrences(text: str, piece: str) -> Iterator[int]:
    at = text.find(piece)
    while at >= 0:
        yield at
        at = text.find(piece, at + 1)


def _literal(kind: str | None, piece: str) -> str:
    return f"={piece[:_LONGEST_WORD]}" if kind == "word" else f"#{piece}"
