"""Which words are worth showing as the reason of an answer, and worth a mark in its text."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import TYPE_CHECKING

from ingest.languages import fold
from ingest.languages.evidence import FUNCTION_WORDS
from ingest.languages.scripts import is_han
from ingest.model import Span, Text

if TYPE_CHECKING:
    from ingest.languages import Languages

_SMALL = frozenset(fold(word).text for words in FUNCTION_WORDS.values() for word in (*words, *"aeiouy"))
_HAN_SMALL = frozenset(
    "的了是在和与或及于被把将对从为由其它他她你我您这那此该各每个些也都就还"
    "又而之所以能会可要有无不没吗呢吧么着过地得等如若则因但当时后前中上下里"
)
"""Characters that hold a Chinese sentence together, or say little unless a word is made with them."""


_NUMERALS = frozenset("零一二两三四五六七八九十百千半每")


def says_little(char: str) -> bool:
    """Whether a Chinese character is a numeral or holds a sentence together: such is meant as it is typed.

    >>> says_little("都"), says_little("四"), says_little("潮")
    (True, True, False)
    """
    return char in _HAN_SMALL or char in _NUMERALS


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
    return any(end - start > 1 and not is_small(folded[start:end]) for start, end in languages.segmenter.words(folded))


def telling_marks(
    languages: Languages, marks: Mapping[str, tuple[Span, ...]], texts: Iterable[Text], said: Collection[str] = ()
) -> dict[str, tuple[Span, ...]]:
    """The marks that show something; all of them where none does, for they are why it answers.

    A character alone is a part of some word, unless it was `said` as a word of its own.
    """
    bodies = {text.id: text.body for text in texts}
    kept: dict[str, tuple[Span, ...]] = {}
    for id, spans in marks.items():
        body = bodies.get(id, "")
        words = ((span, body[slice(*span)]) for span in spans)
        told = tuple(
            span
            for span, word in words
            if word in said or (is_telling(languages, word) and not (len(word) == 1 and is_han(word)))
        )
        if told:
            kept[id] = told
    return kept or dict(marks)
