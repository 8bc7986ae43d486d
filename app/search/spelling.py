"""Did you mean: words that nothing here holds, brought to those it does.

A word is corrected only where neither a text, nor a term, nor the name of any card has it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import islice

from app.search.analysis import LATIN
from app.search.telling import says_little
from ingest.index import Engine
from ingest.languages import Languages, fold
from ingest.languages.evidence import FUNCTION_WORDS
from ingest.languages.scripts import is_han
from ingest.lookup import Lookup
from ingest.lookup.words import SHORTEST
from ingest.model import Span, Term

MOST = 4
"""How many words of a query are corrected."""
_LATIN = re.compile(r"[^\W\d_]+")
_SYLLABLES = 6
_SURE_HAN = 3
"""A name of fewer characters sounds like too much."""
_WORD_HAN = 4
"""So long are words of every day at most, as they are looked for beside a slip."""
_SMALL = frozenset(fold(word).text for words in FUNCTION_WORDS.values() for word in words)

Correction = tuple[str, str]
"""A word as typed and as searched."""
Change = tuple[int, int, str]
"""Where in a text something else was meant, and what."""


@dataclass(frozen=True, slots=True)
class Mended:
    """A text with its corrections made."""

    text: str
    corrections: tuple[Correction, ...] = ()


class Speller:
    """Corrects queries by what one snapshot and the catalogue hold; safe to share between threads."""

    def __init__(self, engine: Engine, languages: Languages, terms: Mapping[str, Term], lookup: Lookup) -> None:
        self._engine, self._languages, self._terms, self._lookup = engine, languages, terms, lookup

    def mend(self, text: str, covered: Iterable[Span]) -> Mended:
        """The text with what is surely a slip corrected; `covered` is what a term or card is found in."""
        spans = list(covered)
        changes = sorted([*self._latin(text, spans), *self._chinese(text, spans)])[:MOST]
        corrections = tuple((text[start:end], meant) for start, end, meant in changes)
        for start, end, meant in reversed(changes):
            text = f"{text[:start]}{meant}{text[end:]}"
        return Mended(text, corrections)

    # --- words of an alphabet -------------------------------------------------

    def _latin(self, text: str, covered: list[Span]) -> list[Change]:
        unknown = self._unknown([match for match in _LATIN.finditer(text) if _is_open(match, covered)])
        found: list[Change] = []
        while unknown:
            change, used = self._spelt(text, unknown)
            found += [change] if change else []
            unknown = unknown[used:]
        return found

    def _spelt(self, text: str, unknown: list[Span]) -> tuple[Change | None, int]:
        """What the first of the unknown words was meant to be, and how many of them that takes."""
        start, end = unknown[0]
        for count in range(min(len(unknown), _SYLLABLES), 0, -1):
            stop = unknown[count - 1][1]
            spelt = "".join(fold(text[start:stop]).text.split())
            if len(spelt) >= SHORTEST and (meant := self._lookup.sounds.typed_as_pinyin(spelt)):
                return (start, stop, meant), count
        meant = self._lookup.words.nearest(fold(text[start:end]).text)
        return ((start, end, meant) if meant else None), 1

    def _unknown(self, words: Sequence[re.Match[str]]) -> list[Span]:
        """Where those of some words stand that neither a text nor the catalogue has; all are looked up at once."""
        folded = [fold(word.group()).text for word in words]
        latin = [self._languages.of(tag) for tag in LATIN]
        terms = [[term for one in latin for term, _ in one.word_alternatives(word)] for word in folded]
        counts = iter(self._engine.document_frequency([term for own in terms for term in own]))
        held = [sum(islice(counts, len(own))) > 0 for own in terms]
        every = zip(words, folded, held, strict=True)
        return [match.span() for match, word, is_held in every if not is_held and word not in self._lookup.words]

    # --- Chinese ---------------------------------------------------------------

    def _chinese(self, text: str, covered: list[Span]) -> list[Change]:
        free = list(_free(text, [span for span in covered if span[1] - span[0] > 1]))
        found: list[Change] = []
        for start, end, meant in self._lookup.sounds.slips(text, free) if free else ():
            run = next(one for one in free if one[0] <= start and end <= one[1])
            apart = all(end <= s or e <= start for s, e, _ in found)
            if apart and self._is_slip(text, start, end, meant) and self._stands_by_itself(text, run, start, end):
                found.append((start, end, meant))
        return found

    def _stands_by_itself(self, text: str, run: Span, start: int, end: int) -> bool:
        """Whether only words that are known stand beside it: a piece of a longer name nobody knows is no slip."""
        before = [text[at:start] for at in range(max(run[0], start - _WORD_HAN), start)]
        after = [text[end:at] for at in range(end + 1, min(run[1], end + _WORD_HAN) + 1)]
        begins, ends = start == run[0], end == run[1]
        return (begins or any(map(self._is_known, before))) and (ends or any(map(self._is_known, after)))

    def _is_known(self, word: str) -> bool:
        return says_little(word) if len(word) == 1 else word in self._lookup.everyday

    def _is_slip(self, text: str, start: int, end: int, meant: str) -> bool:
        """Whether what was typed is no word that people use, and differs where a sign was mistaken for another."""
        piece = text[start:end]
        if end - start < _SURE_HAN and meant not in self._terms_of_two and piece != text.strip():
            return False  # a card's name of two characters sounds like too much
        differing = (typed for typed, right in zip(piece, meant, strict=True) if typed != right)
        return not any(map(says_little, differing)) and piece not in self._lookup.everyday and not self._stands(piece)

    def _stands(self, piece: str) -> bool:
        """Whether some text has these characters side by side, just so."""
        pairs = [f"zh2~{piece[at : at + 2]}" for at in range(len(piece) - 1)]
        return all(self._engine.document_frequency(pairs))

    @cached_property
    def _terms_of_two(self) -> frozenset[str]:
        """The Chinese terms of two characters, but for plain vocabulary."""
        terms = (term for term in self._terms.values() if term.kind != "word")
        forms = (form for term in terms for form in (term.names.get("zh-Hans", ""), *term.forms.get("zh-Hans", ())))
        return frozenset(form for form in forms if len(form) < _SURE_HAN)


def _is_open(match: re.Match[str], covered: list[Span]) -> bool:
    """Whether a word may be a slip: not a small one, nor one that something else is found in."""
    word = fold(match.group()).text
    if len(word) < 2 or any(map(is_han, word)) or word in _SMALL:
        return False
    return not any(start <= match.start() and match.end() <= end for start, end in covered)


def _free(text: str, covered: list[Span]) -> Iterator[Span]:
    """The runs of Chinese characters that nothing covers, of two or more."""
    start = 0
    for at in range(len(text) + 1):
        if at == len(text) or not is_han(text[at]) or any(s <= at < e for s, e in covered):
            if at - start >= 2:
                yield start, at
            start = at + 1
