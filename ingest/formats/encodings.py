"""Which encoding unmarked bytes are in: the one whose characters people use.

Nearly any bytes are valid in some encoding, and short files defeat statistics
of bytes. But wrongly decoded Chinese is made of rare characters, and the
standards themselves say which are common: both put them in a first level.
"""

from __future__ import annotations

import codecs
import re
import string
from collections.abc import Iterator
from functools import cache

from charset_normalizer import from_bytes

CANDIDATES = ("utf-8", "gb18030", "big5hkscs", "utf-16-le", "utf-16-be", "cp1252")
"""Tried in this order; the first of equally plausible ones wins."""
LESS_USUAL = ("cp932", "cp949", "cp1250", "cp1251", "mac_roman")
"""Left to a detector by statistics, where none of the others fits."""
DECLARED = {
    "gb2312": "gb18030", "gbk": "gb18030", "gb18030": "gb18030", "big5": "big5hkscs", "big5-hkscs": "big5hkscs",
    "iso-8859-1": "cp1252", "windows-1252": "cp1252", "iso-8859-15": "iso8859-15", "windows-1250": "cp1250",
    "windows-1251": "cp1251", "shift_jis": "cp932", "euc-kr": "cp949",
}  # fmt: skip
"""What web pages say they are in, believed where the text comes out as plausible as any."""
HEAD = 2048
"""Bytes in which a page says it."""
SAMPLE = 1 << 16
"""So many bytes say what a file is; more say it no better."""
PLAUSIBLE = 0.9
"""Share of the characters beyond ASCII that must be common ones."""

_SAID = re.compile(rb"charset\s{0,4}=\s{0,4}[\"']?\s{0,4}([A-Za-z0-9_-]{2,20})")
_CONTROL = re.compile(r"[\x00-\x08\x0e-\x1f\x7f-\x9f]")
_LETTERS = "áéíóúüñÁÉÍÓÚÜÑ¿¡ªº«»àèçâêôïö"
_SIGNS = "\u00a0·•●‐‑–—―‘’“”„…−×½€™®©°"


def guess(data: bytes) -> str | None:
    """The encoding that reads the bytes as text people write, or None where none does.

    >>> guess("第一条。".encode("gb18030")), guess("第一條。".encode("big5"))
    ('gb18030', 'big5hkscs')
    """
    sample = data[:SAMPLE]
    whole = len(data) <= SAMPLE
    said = [DECLARED[name] for name in _said(data) if name in DECLARED]
    scores = {encoding: _score(sample, encoding, whole) for encoding in (*said, *CANDIDATES)}
    best = max(scores, key=lambda encoding: scores[encoding])
    if scores[best] >= PLAUSIBLE:
        return best
    return None if _is_damaged_utf8(sample) else _less_usual(sample)


def _said(data: bytes) -> list[str]:
    """What a web page says its encoding is."""
    return [name.decode().lower() for name in _SAID.findall(data[:HEAD])]


def _is_damaged_utf8(sample: bytes) -> bool:
    """Whether a few bytes are wrong and the rest is UTF-8: nothing else would read them right."""
    foreign = [char for char in sample.decode("utf-8", "replace") if char > "\x7f"]
    return foreign.count("\ufffd") * 2 < len(foreign)


def _less_usual(sample: bytes) -> str | None:
    found = from_bytes(sample, cp_isolation=list(LESS_USUAL)).best()
    return found.encoding if found and not _CONTROL.search(str(found)) else None


def _score(sample: bytes, encoding: str, whole: bool) -> float:
    """How plausible the sample is in an encoding, 0 to 1."""
    try:
        text = codecs.getincrementaldecoder(encoding)().decode(sample, final=whole)
    except UnicodeDecodeError:
        return 0.0
    foreign = [char for char in text if char not in _ascii()]
    if not foreign:
        return 1.0
    return sum(char in _common() for char in foreign) / len(foreign)


@cache
def _ascii() -> frozenset[str]:
    return frozenset(string.printable)


@cache
def _common() -> frozenset[str]:
    """The characters texts of our languages are made of."""
    marks = (chr(code) for block in ((0x3000, 0x3040), (0xFF01, 0xFF60)) for code in range(*block))
    gb2312 = _two_bytes("gb2312", range(0xB0, 0xD8), range(0xA1, 0xFF))
    big5 = _two_bytes("big5", range(0xA4, 0xC7), (*range(0x40, 0x7F), *range(0xA1, 0xFF)))
    return frozenset((*_LETTERS, *_SIGNS, *marks, *gb2312, *big5))


def _two_bytes(encoding: str, leads: range, trails: range | tuple[int, ...]) -> Iterator[str]:
    """The characters of one level of a standard."""
    for lead in leads:
        for trail in trails:
            yield from bytes((lead, trail)).decode(encoding, "ignore")
