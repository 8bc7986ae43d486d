"""Which script a character belongs to, and which Chinese script a text is in."""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import pairwise

import opencc

HAN = "\u3005\u3007\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
"""Chinese characters, as the inside of a character class."""

LETTER = rf"[^\W\d_{HAN}]"
"""A letter of an alphabet, as a pattern."""

_HAN = re.compile(f"[{HAN}]")
_KANA = re.compile("[\u3041-\u30fa\u30fc-\u30ff\u31f0-\u31ff\uff66-\uff9f]")
_LATIN = re.compile("[A-Za-z\u00aa\u00ba\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u024f\u1e00-\u1eff]")
_LETTER = re.compile(LETTER)


def is_han(char: str) -> bool:
    """True for a Chinese character.

    >>> is_han("牌"), is_han("x"), is_han("。")
    (True, False, False)
    """
    return _HAN.match(char) is not None


def count_scripts(text: str) -> tuple[int, int, int]:
    """How many Chinese characters, Latin letters and other letters a text has.

    >>> count_scripts("选X=2。"), count_scripts("Да")
    ((1, 1, 0), (0, 0, 2))
    """
    han, latin = len(_HAN.findall(text)), len(_LATIN.findall(text))
    kana = len(_KANA.findall(text))
    # A text with more than a stray kana is Japanese, Chinese characters and all.
    if kana * 5 > han:
        return 0, latin, han + kana
    return han, latin, len(_LETTER.findall(text)) - latin - kana


@lru_cache(maxsize=1)
def _converters() -> tuple[opencc.OpenCC, opencc.OpenCC]:
    return opencc.OpenCC("t2s"), opencc.OpenCC("s2t")


@lru_cache(maxsize=1 << 15)
def simplified(char: str) -> str:
    """The simplified form of one Chinese character.

    Character by character on purpose: a phrase table gives a character
    another form in a longer text, and a clause would no longer match itself.

    >>> simplified("顯"), simplified("化")
    ('显', '化')
    """
    converted = str(_converters()[0].convert(char))
    return converted if len(converted) == 1 else char


@lru_cache(maxsize=1 << 15)
def _leaning(char: str) -> int:
    """+1 for a character only traditional texts have, -1 for only simplified."""
    if simplified(char) != char:
        return 1
    return -1 if _converters()[1].convert(char) != char else 0


def is_traditional(text: str) -> bool:
    """True where a Chinese text shows more traditional than simplified characters.

    >>> is_traditional("牌面朝下的永久物不會橫置"), is_traditional("牌面朝下")
    (True, False)
    """
    return sum(_leaning(char) for char in _HAN.findall(text)) > 0


@lru_cache(maxsize=1 << 14)
def joins(char: str) -> bool:
    """Whether a character makes one word with another such beside it: a letter or digit of an alphabet.

    >>> joins("a"), joins("2"), joins("-"), joins("牌")
    (True, True, False, False)
    """
    return char.isalnum() and not is_han(char)


@lru_cache(maxsize=256)
def boundaries(folded: str) -> tuple[int, ...]:
    """The places in a folded text that are not between two characters of one word.

    A query's are asked for in every language, and it is mostly folded alike.

    >>> boundaries("a2 牌面")
    (0, 2, 3, 4, 5)
    """
    held = [*map(joins, folded)]
    between = (at for at, (before, after) in enumerate(pairwise(held), 1) if not (before and after))
    return (0, *between, len(folded)) if folded else (0,)
