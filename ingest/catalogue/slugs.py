"""Slugs: the ids of cards and terms, from their English names."""

from __future__ import annotations

import re
import unicodedata

_LETTERS = str.maketrans({"æ": "ae", "œ": "oe", "ø": "o", "ß": "ss", "'": None, "’": None})
_OTHER = re.compile(r"[^a-z0-9]+")


def slug(name: str) -> str:
    """A name as an address: accents folded, apostrophes dropped, the rest hyphens.

    >>> slug("Fblthp, Lost on the Range"), slug("Lim-Dûl's Vault"), slug("Ætherize")
    ('fblthp-lost-on-the-range', 'lim-duls-vault', 'aetherize')
    """
    plain = name.lower().translate(_LETTERS)
    if not plain.isascii():
        decomposed = unicodedata.normalize("NFKD", plain)
        plain = "".join(char for char in decomposed if not unicodedata.combining(char))
    return _OTHER.sub("-", plain).strip("-")
