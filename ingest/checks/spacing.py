"""White space where it does not belong, and words said twice."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date as Date

from ingest.checks.base import Flaw, TextCheck
from ingest.checks.context import CheckContext
from ingest.model import Text

DOUBLE = re.compile(r"(?<=\S) {2,}(?=\S)")
BEFORE_MARK = re.compile(r"(?<=[A-Za-zÀ-ÿ0-9]) +(?=[,;:!?](?: |$)|\.(?: |$))")
BETWEEN_HAN = re.compile(r"(?<=[\u3400-\u9fff，。；：、]) +(?=[\u3400-\u9fff，。；：、])")
AFTER_MARK = re.compile(r"(?<=[A-Za-zÀ-ÿ]{2})[,;](?=[A-Za-zÀ-ÿ]{2})")
TWICE = re.compile(r"(?<![^\W_])([^\W\d_]{2,20})[ \u00a0]+\1(?![^\W_])", re.IGNORECASE)
HAN_TWICE = re.compile(r"([\u3400-\u9fff]{2,6})\1")
MEANT = frozenset({"that", "had", "is", "nos", "se", "no", "生物", "法术", "非常"})
"""What good sentences say twice: `the fact that that ability`, `nos nos`, 衍生 + 生物."""


class Spacing(TextCheck):
    """Two spaces, a space before a mark, none after it, or one inside Chinese."""

    id = "spacing"
    severity = "info"
    bad = (("en", "Draw  a card."), ("es", "Roba una carta , y juega."), ("zh-Hans", "抓一 张牌。"))
    good = (("en", "Draw a card, then another: 1,000."), ("zh-Hans", "支付 {2} 并抓 2 张牌。"))

    def examine(self, text: Text, date: Date | None, context: CheckContext) -> Iterator[Flaw]:
        patterns = (DOUBLE, BETWEEN_HAN) if text.lang.startswith("zh") else (DOUBLE, BEFORE_MARK, AFTER_MARK)
        for pattern in patterns:
            for found in pattern.finditer(text.body):
                yield Flaw(found.span(), suggestion=_mended(pattern, found.group()))


def _mended(pattern: re.Pattern[str], found: str) -> str:
    if pattern is DOUBLE:
        return " "
    return found + " " if pattern is AFTER_MARK else ""


class DoubledWord(TextCheck):
    """The same word stands twice in a row."""

    id = "doubled-word"
    params = ("word",)
    bad = (("en", "The the creature untaps."), ("es", "Roba una una carta."), ("zh-Hans", "如果如果它横置。"))
    good = (("en", "Knowing that that ability resolves."), ("zh-Hans", "每个个体都渐渐消失。"))

    def examine(self, text: Text, date: Date | None, context: CheckContext) -> Iterator[Flaw]:
        pattern = HAN_TWICE if text.lang.startswith("zh") else TWICE
        for found in pattern.finditer(text.body):
            word = found.group(1)
            second = found.group()[len(word) :].strip()
            if word.lower() not in MEANT and (second == word or second == word.lower()):
                yield Flaw(found.span(), {"word": word}, suggestion=word)
