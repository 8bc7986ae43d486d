"""Marks of another script, or of two kinds, in a text of a Latin language."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date as Date

from ingest.checks.base import Flaw, TextCheck
from ingest.checks.context import CheckContext
from ingest.model import Text

FULL_WIDTH = dict(zip("，。；：？！（）、", (",", ".", ";", ":", "?", "!", "(", ")", ","), strict=True))
FULL_WIDTH_MARK = re.compile("[" + "".join(FULL_WIDTH) + "]")
APOSTROPHE = re.compile(r"(?<=[^\W\d_])['\u2019](?=[^\W\d_])")
STRAIGHT, CURLY = "'", "\u2019"


class LatinPunctuation(TextCheck):
    """A full-width mark in a Latin text, or the rarer of two kinds of apostrophe."""

    id = "latin-punctuation"
    severity = "info"
    params = ("mark", "expected")
    languages = ("en", "es")
    bad = (("en", "Tap it，then draw."), ("en", "It’s tapped; it doesn't untap, and you don’t draw."))
    good = (("en", "It's tapped (and can't untap)."), ("es", "¿Qué? ¡Gírala!"), ("en", "Players’ tokens can't."))

    def examine(self, text: Text, date: Date | None, context: CheckContext) -> Iterator[Flaw]:
        for found in FULL_WIDTH_MARK.finditer(text.body):
            expected = FULL_WIDTH[found.group()]
            yield Flaw(found.span(), {"mark": found.group(), "expected": expected}, expected)
        marks = list(APOSTROPHE.finditer(text.body))
        straight = sum(found.group() == STRAIGHT for found in marks)
        rarer, usual = (STRAIGHT, CURLY) if straight * 2 <= len(marks) else (CURLY, STRAIGHT)
        for found in marks:
            if found.group() == rarer:
                yield Flaw(found.span(), {"mark": rarer, "expected": usual}, usual)
