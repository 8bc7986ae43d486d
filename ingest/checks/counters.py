"""Counters on power and toughness: only so many kinds were ever printed."""

from __future__ import annotations

import re

from ingest.numerals import plain

CHANGE = r"[+-](?:\d{1,2}|X)/[+-](?:\d{1,2}|X)"
COUNTER = re.compile(rf"({CHANGE}) ?(?:指示物|counter)|contador(?:es)? (?:de )?({CHANGE})")
PRINTED = frozenset(
    "+1/+1 -1/-1 +1/+0 +0/+1 -1/-0 -0/-1 +2/+2 -2/-2 +2/+0 +0/+2 -0/-2 +1/+2 -2/-1 +X/+X -X/-X +X/+0 +0/+X".split()
)
"""Every kind that a card puts somewhere."""


def unheard(text: str) -> set[str]:
    """The counters of a text that no card knows.

    >>> unheard("放置一个+9/+1指示物或+1/+1指示物"), unheard("dos contadores -1/-3")
    ({'+9/+1'}, {'-1/-3'})
    """
    return {found.group(1) or found.group(2) for found in COUNTER.finditer(plain(text))} - PRINTED
