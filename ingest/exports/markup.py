"""XML that is safe to write: what it cannot hold becomes a picture, and can be told."""

from __future__ import annotations

import re
from xml.sax.saxutils import escape, quoteattr

UNFIT = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
"""What XML 1.0 cannot hold at all."""


def content(body: str) -> str:
    """Text as XML content: what XML cannot hold becomes a picture of it.

    >>> content("a < b\\x07"), content("line\\r\\nbreak")
    ('a &lt; b␇', 'line&#13;\\nbreak')
    """
    return escape(pictured(body)).replace("\r", "&#13;")


def attribute(value: str) -> str:
    """A quoted attribute value."""
    return quoteattr(pictured(value), {"\r": "&#13;", "\n": "&#10;", "\t": "&#9;"})


def pictured(body: str) -> str:
    """The text with each character that XML cannot hold as a picture of it.

    >>> pictured("bell\\x07")
    'bell␇'
    """
    return UNFIT.sub(_picture, body)


def restored(body: str) -> str:
    """The text with pictures of control characters as those again.

    >>> restored(pictured("bell\\x07"))
    'bell\\x07'
    """
    return _PICTURES.sub(lambda found: chr(ord(found.group()) - 0x2400), body)


def replaced(body: str) -> str:
    """The code points that `content` could not write, empty where it wrote all.

    >>> replaced("a\\x07b")
    'U+0007'
    """
    return " ".join(f"U+{ord(found):04X}" for found in UNFIT.findall(body))


_PICTURES = re.compile("[\u2400-\u2408\u240b\u240c\u240e-\u241f]")


def _picture(found: re.Match[str]) -> str:
    code = ord(found.group())
    return chr(0x2400 + code) if code < 0x20 else "\ufffd"
