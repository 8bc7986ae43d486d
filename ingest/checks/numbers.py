"""A number, power and toughness, or mana symbol differs: what changes the game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import ClassVar

from ingest.checks.base import Flaw, Pair, PairCheck
from ingest.checks.counters import unheard
from ingest.model import Span
from ingest.numerals import Amount, numbers, ratios, symbols

IN_WORDS = (("X", "{X}"), ("tap", "{T}"), ("untap", "{Q}"), ("横置", "{T}"), ("重置", "{Q}"), ("gira", "{T}"))
"""Words that may stand for a symbol in the other version."""


class FirmAmounts(PairCheck):
    """Compares firm amounts; a digit may answer a word.

    Where both count as often, but not the same, one amount took another's place.
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

    def known(self, body: str) -> bool:
        """Whether a translation that alone has such amounts may have them from a card."""
        return True

    def compare(self, pair: Pair) -> Iterator[Flaw]:
        source = self.amounts(pair.source.body, pair.source.lang)
        target = self.amounts(pair.target.body, pair.target.lang)
        missing, extra = _exchanged(source, target) or (_excess(source, target), _excess(target, source))
        swapped = missing and (extra or _as_many(source, target))
        if not swapped:
            missing, extra = _absent(source, target), _absent(target, source)
        if missing or extra:
            wrong = _wrong(source, target, extra)
            harmless = not extra or (self.quoted and not source and self.known(pair.target.body))
            severity = "info" if harmless and not swapped else None
            told = {"missing": ", ".join(missing), "extra": ", ".join(extra)}
            yield Flaw(wrong[0] if wrong else None, told, _mended(pair, wrong, missing, extra), severity)


def _wrong(source: Sequence[Amount], target: Sequence[Amount], extra: Sequence[str]) -> list[Span]:
    """Where what is too much stands: of several alike the one at whose turn the source says another, else all."""
    ours, theirs = (sorted((one for one in side if one.counts), key=lambda one: one.span) for side in (source, target))
    turns = zip(ours, theirs, strict=True) if len(ours) == len(theirs) else ()
    unlike = [other.span for one, other in turns if one.value != other.value]
    return unlike if len(unlike) == 1 else [amount.span for amount in target if amount.value in extra]


def _mended(pair: Pair, wrong: Sequence[Span], missing: Sequence[str], extra: Sequence[str]) -> str | None:
    """What belongs in place of the one amount that is wrong; None where it is in words, or not the only one."""
    alone = len(wrong) == len(missing) == len(extra) == 1
    return missing[0] if alone and pair.target.body[slice(*wrong[0])] == extra[0] else None


def _exchanged(ours: Sequence[Amount], theirs: Sequence[Amount]) -> tuple[list[str], list[str]] | None:
    """What stands in place of what; None unless both count as often, and not the same."""
    said, told = (Counter(amount.value for amount in side if amount.counts) for side in (ours, theirs))
    if said.total() != told.total() or said == told:
        return None
    return sorted((said - told).elements()), sorted((told - said).elements())


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
    bad = (
        ("en", "It gets +1/+1.", "zh-Hans", "它得+2/+1。"),
        ("en", "It gets a counter.", "zh-Hans", "在其上放置一个+9/+1指示物。"),
        ("en", "It gets a counter.", "es", "Pon un contador +9/+1 sobre ella."),
    )
    good = (("en", "It's a 2/2 creature.", "zh-Hans", "它是2/2生物。"),)

    def known(self, body: str) -> bool:
        """Whether cards have the counters of a text: `+1/+1` goes without saying, `+9/+1` is a slip."""
        return not unheard(body)


class Symbols(FirmAmounts):
    """A mana symbol differs."""

    id = "symbols"
    bad = (("en", "Pay {2}.", "zh-Hans", "支付{3}。"),)
    good = (("en", "Pay {2}{R}.", "zh-Hans", "支付{二}{红}。"), ("en", "{X} is 0.", "es", "X es 0."))

    def amounts(self, body: str, lang: str) -> Sequence[Amount]:
        """Symbols in braces; what they stand for, in words, answers them."""
        return [
            *symbols(body),
            *(Amount(symbol, (0, 0), firm=False, counts=False) for word, symbol in IN_WORDS if word in body),
        ]


class Numbers(FirmAmounts):
    """A number differs, in digits or in words."""

    id = "numbers"
    quoted = False
    bad = (
        ("en", "It deals 3 damage.", "zh-Hans", "它造成4点伤害。"),
        ("en", "Draw five cards.", "es", "Roba seis cartas."),
        ("en", "Lose 2 life and gain 1.", "zh-Hans", "你失去2点生命且获得2点。"),
        ("en", "Two creatures attack, then three.", "zh-Hans", "以三个生物攻击，然后以三个。"),
    )
    good = (
        ("en", "Draw 3 cards.", "zh-Hans", "抓三张牌。"),
        ("en", "Draw two cards.", "es", "Roba dos cartas."),
        ("en", "For twenty-one cards.", "zh-Hans", "二十一张牌。"),
        ("en", "The second one is dealt 2 damage.", "es", "La segunda recibe 2 puntos de daño."),
        ("en", "It triggers twice.", "zh-Hans", "它会触发两次。"),
        ("en", "It dies or leaves.", "zh-Hans", "下列任一：（1）它死去；（2）它离场。"),
    )

    def amounts(self, body: str, lang: str) -> Sequence[Amount]:
        """Numbers in digits and in words."""
        return numbers(body, lang)
