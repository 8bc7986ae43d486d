"""Folding: what is typed in many ways becomes one string, and offsets are kept."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from ingest.languages.scripts import HAN, LETTER, is_han, simplified
from ingest.model import Span
from ingest.normalize import DOUBLE_QUOTES, HYPHENS, INVISIBLE, NAME_DOTS, SINGLE_QUOTES

_SPECIAL = {
    **dict.fromkeys(SINGLE_QUOTES, "'"),
    **dict.fromkeys(DOUBLE_QUOTES, '"'),
    **dict.fromkeys(HYPHENS, "-"),
    **dict.fromkeys(INVISIBLE + "\u200d\ufe0e\ufe0f", ""),
    "æ": "ae",
    "œ": "oe",
    "ø": "o",
    "ł": "l",
    "đ": "d",
    "ð": "d",
    "þ": "th",
    "ı": "i",
    "\u2044": "/",
}
_MARKS = re.compile("[\u0300-\u036f]")
_ATTACHED = re.compile("[\u0300-\u036f\ufe0e\ufe0f\u200d]")
_DOTS = frozenset(NAME_DOTS + ".")
_NAME_DOT = re.compile(f"(?<=[{HAN}])[{NAME_DOTS}.](?=[{HAN}])")
_HYPHEN = re.compile(f"(?<={LETTER})-(?={LETTER})")


@dataclass(frozen=True, slots=True)
class Folded:
    """A folded text; `offsets[i]` is where folded character `i` starts in the original.

    `offsets` has one more item than `text`: the length of the original.
    `ends[i]` is where character `i` ends, combining marks included.
    """

    text: str
    offsets: Sequence[int]
    ends: Sequence[int]

    def span(self, start: int, end: int) -> Span:
        """The span in the original of a span of the folded text.

        >>> fold("Man\u0301a!").span(0, 4)
        (0, 5)
        """
        if end <= start:
            return self.offsets[start], self.offsets[start]
        return self.offsets[start], self.ends[end - 1]


class _Table(dict[int, str]):
    """Folded form per code point, filled as characters are met."""

    def __init__(self) -> None:
        super().__init__()
        self.irregular: set[str] = set()

    def __missing__(self, code: int) -> str:
        char = chr(code)
        folded = _fold_char(char)
        if len(folded) != 1:
            self.irregular.add(char)
        self[code] = folded
        return folded


def _fold_char(char: str) -> str:
    if char in _SPECIAL:
        return _SPECIAL[char]
    return "".join(_bare(one) for one in unicodedata.normalize("NFKC", char).casefold())


def _bare(char: str) -> str:
    """One casefolded character without its accents; `ñ` is a letter, not an accent."""
    if char in _SPECIAL:
        return _SPECIAL[char]
    if char == "ñ":
        return char
    if is_han(char):
        return simplified(char)
    decomposed = _MARKS.sub("", unicodedata.normalize("NFD", char))
    return unicodedata.normalize("NFC", decomposed)


_TABLE = _Table()


@lru_cache(maxsize=512)
def fold(text: str) -> Folded:
    """The text as it is compared, with offsets into the original.

    Compatibility forms, case, accents, quotes, hyphens and full width are
    folded, traditional characters become simplified, what has no width and
    the dots inside Chinese names go, and a hyphen between letters is a space.

    >>> fold("¿Está “Face-Down”？").text
    '¿esta "face down"?'
    >>> fold("艾娜·索特顯化２／２").text
    '艾娜索特显化2/2'
    """
    folded = text.translate(_TABLE)
    if _TABLE.irregular.isdisjoint(text):
        result = Folded(folded, range(len(text) + 1), range(1, len(text) + 1))
    else:
        result = _fold_slowly(text)
    return _finish(result)


def folded_text(text: str) -> str:
    """The text of `fold` alone: of thousands of forms nobody asks for the offsets.

    >>> folded_text("Face-Down"), folded_text("显化（x）")
    ('face down', '显化(x)')
    """
    if not text.isascii():
        return fold(text).text
    plain = text.translate(_TABLE)
    return _HYPHEN.sub(" ", plain) if "-" in plain else plain


def _fold_slowly(text: str) -> Folded:
    chars: list[str] = []
    starts: list[int] = []
    ends: list[int] = []
    for index, char in enumerate(text):
        piece = _TABLE[ord(char)]
        if char == "\u0303" and chars and chars[-1] == "n" and ends[-1] == index:
            chars[-1] = "ñ"
        if not piece and starts and ends[-1] == index and _ATTACHED.match(char):
            ends[-1] = index + 1
        chars.extend(piece)
        starts.extend([index] * len(piece))
        ends.extend([index + 1] * len(piece))
    return Folded("".join(chars), (*starts, len(text)), tuple(ends))


def _finish(folded: Folded) -> Folded:
    text = folded.text
    if not text.isascii() and not _DOTS.isdisjoint(text) and _NAME_DOT.search(text):
        dropped = {match.start() for match in _NAME_DOT.finditer(text)}
        kept = [index for index in range(len(text)) if index not in dropped]
        folded = Folded(
            "".join(text[index] for index in kept),
            (*(folded.offsets[index] for index in kept), folded.offsets[-1]),
            tuple(folded.ends[index] for index in kept),
        )
    if "-" in folded.text:
        return Folded(_HYPHEN.sub(" ", folded.text), folded.offsets, folded.ends)
    return folded
