"""A number, power and toughness, or mana symbol differs: what changes the game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import ClassVar

from ingest.checks.base import Flaw, Pair, PairCheck
from ingest.checks.numerals import Amount, numbers, ratios, symbols
from ingest.model import Span

IN_WORDS = (("X", "{X}"), ("tap", "{T}"), ("untap", "{Q}"), ("横置", "{T}"), ("重置", "{Q}"), ("gira", "{T}"))
"""Words that may stand for a symbol in the other version."""


class FirmAmounts(PairCheck):
    """Compares firm amounts; a digit may answer a word.

    An amount that is only missing is information: translators leave out what goes without saying.
    So is notation where the source has none: they quote what a card says.
    """

    severity = "error"
    quoted: ClassVar[bool] = True
    """Whether translators quote such amounts."""
    params = ("missing", "extra")

    def amounts(self, body: str, lang: str) -> Sequence[Amount]:
        """The amounts of a text that this check compares."""
        return ratios(body)

    def compare(self, pair: Pair) -> Iterator[Flaw]:
        source = self.amounts(pair.source.body, pair.source.lang)
        target = self.amounts(pair.target.body, pair.target.lang)
        missing, extra = _excess(source, target), _excess(target, source)
        swapped = missing and (extra or _as_many(source, target))
        if not swapped:
            missing, extra = _absent(source, target), _absent(target, source)
        if missing or extra:
            span = next((amount.span for amount in target if amount.value in extra), None)
            harmless = not extra or (self.quoted and not source)
            severity = "info" if harmless and not swapped else None
            told = {"missing": ", ".join(missing), "extra": ", ".join(extra)}
            yield Flaw(span, told, _mended(pair, span, missing, extra), severity)


def _mended(pair: Pair, span: Span | None, missing: Sequence[str], extra: Sequence[str]) -> str | None:
    """What belongs in place of the one amount that is wrong; None where it is in words, or not the only one."""
    if span is None or len(missing) != 1 or len(extra) != 1 or pair.target.body[slice(*span)] != extra[0]:
        return None
    return missing[0]


def _as_many(ours: Sequence[Amount], theirs: Sequence[Amount]) -> bool:
    """Whether both say the same number of firm amounts: then one took another's place."""
    return sum(amount.firm for amount in ours) == sum(amount.firm for amount in theirs)


def _absent(ours: Sequence[Amount], theirs: Sequence[Amount]) -> list[str]:
    known = {amount.value for amount in theirs}
    return sorted({amount.value for amount in ours if amount.firm} - known)


def _excess(ours: Sequence[Amount], theirs: Sequence[Amount]) -> list[str]:
    """What one side says firmly more often than the other says it at all."""
    written = Counter(amount.value for amount in ours if amount.firm)
    return sorted(written - Counter(amount.value for amount in theirs))


class PowerToughness(FirmAmounts):
    """`2/2` or `+1/+1` in one version, something else in the other."""

    id = "power-toughness"
    bad = (("en", "It gets +1/+1.", "zh-Hans", "它得+2/+1。"),)
    good = (("en", "It's a 2/2 creature.", "zh-Hans", "它是2/2生物。"),)


class Symbols(FirmAmounts):
    """A mana symbol differs."""

    id = "symbols"
    bad = (("en", "Pay {2}.", "zh-Hans", "支付{3}。"),)
    good = (("en", "Pay {2}{R}.", "zh-Hans", "支付{二}{红}。"), ("en", "{X} is 0.", "es", "X es 0."))

    def amounts(self, body: str, lang: str) -> Sequence[Amount]:
        """Symbols in braces; what they stand for, in words, answers them."""
        return [*symbols(body), *(Amount(symbol, (0, 0), firm=False) for word, symbol in IN_WORDS if word in body)]


class Numbers(FirmAmounts):
    """A number differs, in digits or in words."""

    id = "numbers"
    quoted = False
    bad = (
        ("en", "It deals 3 damage.", "zh-Hans", "它造成4点伤害。"),
        ("en", "Draw five cards.", "es", "Roba seis cartas."),
    )
    good = (
        ("en", "Draw 3 cards.", "zh-Hans", "抓三张牌。"),
        ("en", "Draw two cards.", "es", "Roba dos cartas."),
        ("en", "For twenty-one cards.", "zh-Hans", "二十一张牌。"),
    )

    def amounts(self, body: str, lang: str) -> Sequence[Amount]:
        """Numbers in digits and in words."""
        return numbers(body, lang)
