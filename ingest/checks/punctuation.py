"""Punctuation that is not the language's own, and endings that differ."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date as Date

from ingest.checks.base import Flaw, Pair, PairCheck, TextCheck
from ingest.checks.context import CheckContext
from ingest.model import Text

HAN = "[\u3400-\u9fff]"
ASCII_MARK = re.compile(rf"(?<={HAN})[,;:?!](?!\d)|(?<={HAN})\.(?=$|{HAN})")
FULL_WIDTH = dict(zip(",;:?!.", "，；：？！。", strict=True))
OPENING = {"「": "」", "『": "』", "“": "”", "（": "）", "《": "》", "(": ")", "[": "]", "{": "}", "«": "»"}
CLOSING = {close: opening for opening, close in OPENING.items()}
ENDINGS = {
    "。": ".",
    "．": ".",
    "！": "!",
    "？": "?",
    "：": ":",
    "；": ";",
    "，": ",",
    "、": ",",
    "…": ".",
    "～": ":",
    "—": ":",
    "─": ":",
}
TRAILING = "\"'”’»」』）)]》> \u00a0"


class ChinesePunctuation(TextCheck):
    """A half-width mark stands after a Chinese character."""

    id = "chinese-punctuation"
    severity = "info"
    params = ("mark", "expected")
    languages = ("zh-Hans", "zh-Hant")
    bad = (("zh-Hans", "横置它,然后抓一张牌。"),)
    good = (("zh-Hans", "横置它，然后支付1,000点。"),)

    def examine(self, text: Text, date: Date | None, context: CheckContext) -> Iterator[Flaw]:
        for found in ASCII_MARK.finditer(text.body):
            expected = FULL_WIDTH[found.group()]
            yield Flaw(found.span(), {"mark": found.group(), "expected": expected}, suggestion=expected)


class InvertedMarks(TextCheck):
    """A Spanish question or exclamation lacks its opening mark."""

    id = "inverted-marks"
    params = ("mark",)
    languages = ("es",)
    bad = (("es", "Por qué no?"),)
    good = (("es", "¿Por qué no? ¡Claro!"),)

    def examine(self, text: Text, date: Date | None, context: CheckContext) -> Iterator[Flaw]:
        for opening, closing in (("¿", "?"), ("¡", "!")):
            missing = text.body.count(closing) - text.body.count(opening)
            if missing > 0:
                place = text.body.find(closing)
                yield Flaw((place, place + 1), {"mark": opening})


class UnbalancedMarks(TextCheck):
    """A quotation mark or bracket is opened and not closed, or the reverse."""

    id = "unbalanced-marks"
    params = ("mark",)
    bad = (("zh-Hans", "意指「设谋[费用]。"), ("en", "It dies (or is exiled."))
    good = (("zh-Hans", "意指「设谋[费用]」。"), ("en", "Choose one: a) draw; b) discard. 1) Stop."))

    def examine(self, text: Text, date: Date | None, context: CheckContext) -> Iterator[Flaw]:
        waiting: list[tuple[str, int]] = []
        for place, mark in enumerate(text.body):
            if mark in OPENING:
                waiting.append((mark, place))
            elif mark in CLOSING and waiting and waiting[-1][0] == CLOSING[mark]:
                waiting.pop()
            elif mark in CLOSING and not _numbers_a_list(text.body, place):
                yield Flaw((place, place + 1), {"mark": mark})
        for mark, place in waiting:
            yield Flaw((place, place + 1), {"mark": mark})


def _numbers_a_list(body: str, place: int) -> bool:
    return (
        body[place] in ")）"
        and place > 0
        and body[place - 1].isalnum()
        and (place < 2 or not body[place - 2].isalpha() or body[place - 2] > "\u3000")
    )


class FinalMark(PairCheck):
    """The translation ends with another kind of mark than the source."""

    id = "final-mark"
    params = ("source", "target")
    bad = (("en", "Draw two cards.", "zh-Hans", "抓两张牌，"),)
    good = (
        ("en", "Choose one:", "zh-Hans", "选择一项～"),
        ("en", "Wait...", "zh-Hans", "等等……"),
        ("en", "Why not?", "es", "¿Por qué no?"),
    )

    def compare(self, pair: Pair) -> Iterator[Flaw]:
        ours, theirs = final_mark(pair.source.body), final_mark(pair.target.body)
        if (ours in ".?!" and theirs in ",;:") or (ours == "?" and theirs == "."):
            end = len(pair.target.body)
            yield Flaw((end - 1, end), {"source": ours, "target": theirs})


def final_mark(body: str) -> str:
    """The mark a text ends with, as ASCII, or a full stop where it ends with a letter.

    >>> final_mark("为什么不？"), final_mark("Plot [cost].»"), final_mark("等等……")
    ('?', '.', '.')
    """
    last = body.rstrip(TRAILING)[-1:]
    mark = ENDINGS.get(last, last)
    return mark if mark and mark in ".?!,;:" else "."
