"""Which words are worth showing as the reason of an answer, and worth a mark in its text."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from ingest.languages import fold
from ingest.languages.evidence import FUNCTION_WORDS
from ingest.languages.scripts import is_han
from ingest.model import Span, Text

if TYPE_CHECKING:
    from ingest.languages import Languages

_SMALL = frozenset(fold(word).text for words in FUNCTION_WORDS.values() for word in (*words, *"aeiouy"))
_HAN_SMALL = frozenset("的了是在和与或及于被把将对从为由其它他她你我您这那此该各每个些也都就还又而之所以能会可要有无不没吗呢吧么着过地得等如若则因但当时后前中上下里")
"""Characters that hold a Chinese sentence together, or say little unless a word is made with them."""


def is_small(text: str) -> bool:
    """Whether text holds nothing but words that only hold a sentence together.

    >>> is_small("de la"), is_small("Si"), is_small("被"), is_small("la carta"), is_small("反击")
    (True, True, True, False, False)
    """
    words = fold(text).text.split()
    return all(word in _SMALL or all(char in _HAN_SMALL for char in word) for word in words)


def is_telling(languages: Languages, text: str) -> bool:
    """Whether text says something by itself.

    Pairs of characters find what no dictionary holds; cut out of a question such a pair is
    no word, and nobody wants to read it.
    """
    folded = fold(text).text.strip()
    if is_small(folded):
        return False
    if not all(map(is_han, folded)) or len(folded) == 1:
        return True
    return any(end - start > 1 and not is_small(folded[start:end]) for start, end in _words(languages, folded))


def telling_marks(
    languages: Languages, marks: Mapping[str, tuple[Span, ...]], texts: Iterable[Text]
) -> dict[str, tuple[Span, ...]]:
    """The marks that show something; all of them where none does, for they are why it answers."""
    bodies = {text.id: text.body for text in texts}
    kept: dict[str, tuple[Span, ...]] = {}
    for id, spans in marks.items():
        body = bodies.get(id, "")
        told = tuple(span for span in spans if is_telling(languages, body[slice(*span)]))
        if told:
            kept[id] = told
    return kept or dict(marks)


def _words(languages: Languages, folded: str) -> list[Span]:
    chinese = languages.of("zh-Hans")
    return chinese.segmenter.words(folded)  # type: ignore[attr-defined]
