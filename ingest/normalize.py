"""Characters that mean the same, made the same; shared by ids and analysis."""

from __future__ import annotations

import re
import unicodedata

SINGLE_QUOTES = "\u2018\u2019\u201a\u201b\u02bc\u2032`\u00b4"
DOUBLE_QUOTES = "\u201c\u201d\u201e\u201f\u2033"
HYPHENS = "\u2010\u2011\u2212\ufe63\uff0d"
NAME_DOTS = "\u00b7\u2022\u2027\u2219\u22c5\u30fb\uff65\uff0e\u0387"
"""Separator dots people type inside one Chinese name."""

INVISIBLE = (
    "\u00ad\u034f\u061c\u180e\u200b\u200c\u200e\u200f"
    "\u202a\u202b\u202c\u202d\u202e\u2060\u2061\u2062\u2063\u2064"
    "\u2066\u2067\u2068\u2069\ufeff"
)
"""Characters without width or meaning here; U+200D is kept where it joins emoji."""

_CONTROLS = "\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f"
_DROP = re.compile(f"[{INVISIBLE}{_CONTROLS}]|(?<![\ufe0f\u2600-\u27bf\U0001f000-\U0001faff])\u200d")
_SPACE = re.compile(r"\s+")
# The acute and the backtick stay as they are in what ids are made of: they may be meant.
_STRAIGHT = str.maketrans(
    {
        **dict.fromkeys("\u2018\u2019\u201a\u201b", "'"),
        **dict.fromkeys("\u201c\u201d\u201e\u201f", '"'),
    }
)


def clean_text(text: str) -> str:
    """The text without byte-order marks, zero-width and control characters.

    Everything a reader can see stays as it stands.

    >>> clean_text("\\ufeff显\\u200b化\\r\\n")
    '显化\\n'
    """
    return _DROP.sub("", text.replace("\r\n", "\n").replace("\r", "\n"))


def normalise_body(text: str) -> str:
    """The form of a body that its id is made of, and that equal bodies share.

    NFC, straight quotes, every run of white space (no-break spaces too) one
    space, trimmed, nothing invisible.

    >>> normalise_body(" It\\u2019s\\u00a0 a \\u201cplot\\u201d\\n")
    'It\\'s a "plot"'
    """
    straight = unicodedata.normalize("NFC", clean_text(text)).translate(_STRAIGHT)
    return _SPACE.sub(" ", straight).strip()
