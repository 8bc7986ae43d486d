"""Stable identifiers: what a permalink is made of."""

from __future__ import annotations

import base64
import hashlib
from datetime import date as Date

from ingest.normalize import normalise_body

ID_BITS = 80


def text_id(date: Date | None, lang: str, body: str) -> str:
    """The id of a text: 16 base32 letters from its date, language and normalised body.

    Not from its card, which may be learnt later, nor from its file: both may
    change without breaking a permalink.

    >>> text_id(Date(2024, 6, 7), "en", "It\u2019s tapped.") == text_id(Date(2024, 6, 7), "en", "It's  tapped. ")
    True
    """
    day = date.isoformat() if date else ""
    digest = hashlib.sha256(f"{day}\n{lang}\n{normalise_body(body)}".encode()).digest()
    return base64.b32encode(digest[: ID_BITS // 8]).decode().lower()
