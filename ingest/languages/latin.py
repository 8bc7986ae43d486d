"""What languages written in the Latin alphabet share: stems and sentence ends."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache
from typing import ClassVar

import Stemmer

from ingest.languages.base import Language, Weighted
from ingest.model import Span

_END = re.compile(r"[.!?…]+[\"'”’»)\]]*(?=\s+\S)")
_LAST_WORD = re.compile(r"[^\W\d_]+\.?[^\W\d_]*$")
_SHORT_WORD = 2


class LatinLanguage(Language):
    """A language of words: a plug-in names its stemmer and its abbreviations."""

    stemmer: ClassVar[str]
    abbreviations: ClassVar[frozenset[str]] = frozenset()

    def __init__(self) -> None:
        super().__init__()
        self._stem = lru_cache(maxsize=1 << 16)(_stem_with(self.stemmer))
        self._terms = lru_cache(maxsize=1 << 16)(self._terms_of)
        self._alternatives = lru_cache(maxsize=1 << 14)(self._alternatives_of)

    def stem(self, word: str) -> str:
        """The stem of a folded word: accents are folded before, never after.

        >>> from ingest.languages import language
        >>> language("en").stem("manifested"), language("es").stem("estan")
        ('manifest', 'estan')
        """
        return self._stem(word)

    def word_terms(self, word: str) -> tuple[str, ...]:
        """The word, its base where it is a possessive, its stem, its `n` form."""
        return self._terms(word)

    def _terms_of(self, word: str) -> tuple[str, ...]:
        base = word.removesuffix("'s")
        terms = [f"={word}"]
        if base != word:
            terms.append(f"={base}")
        if base.isdigit():
            return tuple(terms)
        terms.append(f"{self.tag}~{self._stem(base)}")
        if "ñ" in base:
            bare = base.replace("ñ", "n")
            terms += [f"ñ={bare}", f"ñ~{self._stem(bare)}"]
        return tuple(terms)

    def word_alternatives(self, word: str) -> Weighted:
        """The word 1, its stem a little less, another language's stem less again."""
        return self._alternatives(word)

    def _alternatives_of(self, word: str) -> Weighted:
        base = word.removesuffix("'s")
        found = {f"={word}": 1.0}
        found.setdefault(f"={base}", 0.95)
        if len(word) <= _SHORT_WORD:
            found[f"#{{{word}}}"] = 0.5
        if base.isdigit():
            return tuple(found.items())
        stems = [(self, 0.9), *((peer, 0.6) for peer in self._other_latin())]
        found.update((f"{peer.tag}~{peer.stem(base)}", weight) for peer, weight in stems)
        if "n" in base:
            found[f"ñ={base}"] = 0.5
            found.update((f"ñ~{peer.stem(base)}", 0.45) for peer, _ in stems)
        return tuple(found.items())

    def _other_latin(self) -> list[LatinLanguage]:
        return [
            peer for tag, peer in self.peers.items() if tag not in (self.tag, "und") and isinstance(peer, LatinLanguage)
        ]

    def sentences(self, text: str) -> list[Span]:
        """The spans of the sentences; an abbreviation's dot ends none."""
        spans: list[Span] = []
        start = 0
        for match in _END.finditer(text):
            if self._ends_sentence(text, match):
                spans.append((start, match.end()))
                start = match.end()
        spans.append((start, len(text)))
        return [trimmed for span in spans if (trimmed := trim(text, span))]

    def _ends_sentence(self, text: str, match: re.Match[str]) -> bool:
        following = text[match.end() :].lstrip()[:1]
        if following.islower():
            return False
        if not match.group().startswith("."):
            return True
        last = _LAST_WORD.search(text, max(0, match.start() - 20), match.start())
        return last is None or last.group().casefold() not in self.abbreviations


def trim(text: str, span: Span) -> Span | None:
    """The span without white space at its ends; None where nothing is left.

    >>> trim(" a b ", (0, 5)), trim("  ", (0, 2))
    ((1, 4), None)
    """
    piece = text[span[0] : span[1]]
    start = span[0] + len(piece) - len(piece.lstrip())
    end = span[0] + len(piece.rstrip())
    return (start, end) if end > start else None


def _stem_with(algorithm: str) -> Callable[[str], str]:
    def stem(word: str) -> str:
        # A fresh stemmer costs half a microsecond and is safe in any thread.
        return str(Stemmer.Stemmer(algorithm, 0).stemWord(word.replace("'", "")))

    return stem
