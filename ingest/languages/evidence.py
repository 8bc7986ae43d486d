"""How much a few words look like English or Spanish: closed-class words and spelling.

No model and no list of content words: the words that hold sentences together
settle almost every paragraph, and spelling settles what they leave open.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from functools import lru_cache

_ENGLISH = frozenset(
    "the you to it of if that or is and this your with can on an any in its for be will when from may has"
    " have at are not by each all into then was were than their those these them they there which who whose"
    " what would could should does did doesn didn won isn aren wasn don it's but so as only once still both"
    " either neither until unless while where why how because though although after before during between"
    " without within other another such same also been being had get gets his her our we my she he under"
    " over out up off about more most much many few some every just even too".split()
)
_SPANISH = frozenset(
    "de la el que un una unos unas en al del y si sí hasta esta este esto estas estos está están cuando con"
    " entre su sus las los es son por esa ese eso esos esas luego cada hace puede puedes pueden se más como"
    " ser sea sean lo para desde otra otro otros otras mientras él ella ellas ellos durante donde también"
    " pero ni le les te tu tus tú mi mis nos ha han había hay fue era eres cual cuál quien quién porque"
    " aunque sobre bajo hacia según muy ya aún así qué cómo cuándo dónde sin o ese ningún ninguna ninguno"
    " algún alguna todo toda todos todas mismo misma antes después debe debes deben tiene tienes tienen".split()
)
# Words of other languages that share an alphabet with ours: better undetermined than mistaken.
_OTHERS = frozenset(
    "vous le des du est une pouvez dans pas qui avec et cette il aux ou ce sont il di che della puoi è gli"
    " sono non nel alla você não uma em ao pode seu sua não quando é der das und ist nicht den"
    " dem eine einen kannst diese wenn sie zu auf mit für ein".split()
)
FUNCTION_WORDS = {"en": _ENGLISH, "es": _SPANISH}
"""The words that hold sentences together, per language."""

_UNSPANISH = re.compile(
    r"[kw]|th|sh|ph|ck|gh|oo|ee|tt|ss|mm|pp|ff|bb|dd|gg|[^aeiouáéíóú]y$|[bcfghmpqtv]$|[^aeiouáéíóú][^aeiouáéíóú]$"
    r"|tion$|ing$|e?d$"
)
_SPANISH_D = re.compile(r"[aeiuáéíú]d$")
_UNENGLISH = re.compile(
    r"[ñáéíóú]|ci[oó]n(es)?$|[ae]ncia$|dad(es)?$|mente$|[ai]d[oa]s?$|[aie]ndo$|[aeiou]rá[ns]?$|^qu[ei]|[aeio]ll[oa]s?$"
)
_WEAK_SPANISH = re.compile(r"(?<=[^aeiou])(?:o|os|a|as)$")
_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)?")
_NOTATION = re.compile(r"\{[^{}\s]{1,8}\}")
_ROMANCE_TILDE = re.compile("[ãõçàâêëîïöüûß]")

_FUNCTION, _SHAPE, _WEAK = 4, 2, 1
_WEAK_LENGTH = 4


@dataclass(frozen=True, slots=True)
class Evidence:
    """Points for each language, and how many words it rests on.

    `plain` counts words that are neither small nor written with a capital.
    """

    english: int = 0
    spanish: int = 0
    other: int = 0
    english_words: int = 0
    spanish_words: int = 0
    words: int = 0
    capitals: int = 0
    plain: int = 0


_LONGEST_KEPT = 40
"""Letters of a word that is kept with what it tells: no language has many that are longer."""


def weigh(text: str) -> Evidence:
    """The evidence in a text for English, for Spanish and against both.

    >>> found = weigh("when it dies"); found.english > 0, found.spanish
    (True, 0)
    >>> found = weigh("cuando muere"); found.spanish > 0, found.english
    (True, 0)
    """
    english = spanish = other = english_words = spanish_words = capitals = plain = 0
    words = _WORD.findall(_NOTATION.sub(" ", unicodedata.normalize("NFC", text)))
    for written in words:
        told_by = _told_by if len(written) <= _LONGEST_KEPT else _told_by.__wrapped__
        is_english, is_spanish, for_english, for_spanish, for_other = told_by(written.lower())
        capital = written[0].isupper()
        english_words += is_english
        spanish_words += is_spanish
        capitals += capital
        plain += not (is_english or is_spanish or capital)
        english += for_english
        spanish += for_spanish
        other += for_other
    return Evidence(english, spanish, other, english_words, spanish_words, len(words), capitals, plain)


@lru_cache(maxsize=1 << 15)
def _told_by(lower: str) -> tuple[bool, bool, int, int, int]:
    """Whether a word is a small one of English, of Spanish; its points for English, for Spanish, against both.

    Kept, for texts say the same words over and over.
    """
    word = lower.replace("’", "'")
    is_english, is_spanish = _is_english(word), word in _SPANISH
    return (
        is_english,
        is_spanish,
        _FUNCTION * is_english or _SHAPE * _looks_english(word),
        _FUNCTION * is_spanish or _looks_spanish(word),
        _FUNCTION * (word in _OTHERS) or _SHAPE * bool(_ROMANCE_TILDE.search(word)),
    )


def _is_english(word: str) -> bool:
    return word in _ENGLISH or "'" in word


def _looks_english(word: str) -> bool:
    return len(word) > 2 and bool(_UNSPANISH.search(word)) and not _SPANISH_D.search(word)


def _looks_spanish(word: str) -> int:
    if _is_english(word):
        return 0
    if _UNENGLISH.search(word):
        return _SHAPE
    return _WEAK if len(word) >= _WEAK_LENGTH and _WEAK_SPANISH.search(word) else 0
