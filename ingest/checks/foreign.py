"""Words of another language left in a translation."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date as Date

from ingest.checks.base import Flaw, TextCheck
from ingest.checks.context import CheckContext
from ingest.model import Text

LATIN_WORDS = re.compile(r"[A-Za-zÀ-ÿ][A-Za-zÀ-ÿ'’.,-]*(?: +[A-Za-zÀ-ÿ'’][A-Za-zÀ-ÿ'’.,-]*)*")
ROMAN = re.compile(r"[IVXLC]+")
KEPT = frozenset({"DCI", "Oracle", "Gatherer", "Wizards", "TM", "FAQ", "EDH", "CR", "ID"})
"""Names that printed Chinese keeps in Latin letters."""
LONGEST_GLOSS = 40
EXPLAINED = re.compile("[(（][\u3400-\u9fff]{1,20}[)）]")
"""Brackets after a word that say it in Chinese."""


class ForeignInsertion(TextCheck):
    """Part of a translated text is still in another language."""

    id = "foreign-insertion"
    params = ("words",)
    bad = (("es", "Paga su coste de disfrazarse (or its morph cost)."),)
    good = (("es", "Paga su coste de disfrazarse (o su coste de metamorfosis)."),)

    def examine(self, text: Text, date: Date | None, context: CheckContext) -> Iterator[Flaw]:
        if text.lang.startswith("zh"):
            return
        for part in context.foreign(text):
            yield Flaw((part.start, part.end), {"words": text.body[part.start : part.end]})


class LatinInChinese(TextCheck):
    """A word in Latin letters stands in a Chinese text."""

    id = "latin-in-chinese"
    params = ("words",)
    languages = ("zh-Hans", "zh-Hant")
    bad = (("zh-Hans", "某些Magic系列包含双面牌。"),)
    good = (("zh-Hans", "选择X的值，支付{T}，得+X/+X；最终章节异能III触发。"),)

    def examine(self, text: Text, date: Date | None, context: CheckContext) -> Iterator[Flaw]:
        for found in LATIN_WORDS.finditer(text.body):
            words = found.group().rstrip(".,-'’")
            if is_left_over(words, context) and not _is_gloss(text.body, found.start(), found.start() + len(words)):
                yield Flaw((found.start(), found.start() + len(words)), {"words": words})


def is_left_over(words: str, context: CheckContext) -> bool:
    """Whether Latin words in Chinese are neither notation, a kept name, nor an untranslated card."""
    if len(words) < 3 or "." in words or ROMAN.fullmatch(words) or words in KEPT or words.isupper():
        return False
    return not _names_card(words, context)


def _is_gloss(body: str, start: int, end: int) -> bool:
    """Whether Latin words only repeat what stands beside them in Chinese: in brackets, before them, beside a slash."""
    before, after = body[:start].rstrip()[-1:], body[end:].lstrip()[:1]
    return (
        before == "/"
        or after == "/"
        or (before in ("(", "（") and after in (")", "）") and end - start < LONGEST_GLOSS)
        or bool(EXPLAINED.match(body, end))
    )


def _names_card(words: str, context: CheckContext) -> bool:
    return bool(context.cards and context.cards.by_name(words, "en"))
