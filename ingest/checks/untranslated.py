"""A text that was never translated, or is on a page of another language."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from ingest.checks.base import Flaw, Page, PageCheck, Pair, PairCheck
from ingest.checks.context import CheckContext

HAN = re.compile(r"[\u3400-\u9fff]")
WORD = re.compile(r"[^\W\d_]+")
COPIED = 0.8
"""A translation that keeps this share of the source's words is the source."""
HAN_SHARE = 0.3
"""Chinese text has at least this share of its letters in Han characters."""


class Untranslated(PairCheck):
    """The translation is the source, or isn't in its language at all."""

    id = "untranslated"
    severity = "error"
    bad = (
        ("en", "Draw a card.", "zh-Hans", "Draw a card."),
        ("en", "It untaps during combat.", "es", "It untaps during combat."),
    )
    good = (("en", "Draw a card.", "zh-Hans", "抓一张牌。"), ("en", "Draw a card.", "es", "Roba una carta."))

    def compare(self, pair: Pair) -> Iterator[Flaw]:
        body = pair.target.body
        foreign = pair.target.lang.startswith("zh") and han_share(body) < HAN_SHARE
        if foreign or kept_share(pair.source.body, body) >= COPIED:
            yield Flaw((0, len(body)))


def han_share(body: str) -> float:
    """The share of a text's letters that are Han characters, 1 where it has no letters."""
    letters = sum(map(str.isalpha, body))
    return len(HAN.findall(body)) / letters if letters else 1.0


def kept_share(source: str, target: str) -> float:
    """The share of the translation's words that the source has too."""
    ours, theirs = (Counter(WORD.findall(body.lower())) for body in (target, source))
    return (ours & theirs).total() / ours.total() if ours else 0.0


class WrongLanguage(PageCheck):
    """An entry of a page in one language is only there in another."""

    id = "wrong-language"
    params = ("expected",)

    def survey(self, page: Page, context: CheckContext) -> Iterator[Flaw]:
        expected = page_language(page)
        for row in page.rows if expected else ():
            others = {text.lang for text in row.ruling.texts if _on_page(text, page.file)}
            if row.text.lang != expected and expected not in others:
                yield Flaw((0, len(row.text.body)), {"expected": expected}, text=row.text, ruling=row.ruling)


def page_language(page: Page) -> str | None:
    """The language a page is meant to be in: English is the source unless it is all there is.

    On a page of pairs that is the translation's language too, and every entry has it.
    """
    counted = Counter(row.text.lang for row in page.rows)
    translated = [lang for lang, _ in counted.most_common() if lang not in ("en", "und")]
    return translated[0] if translated else None


def _on_page(text, file: str) -> bool:
    return any(source.file == file for source in text.sources)
