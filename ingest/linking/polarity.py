"""What texts deny, and where one says the opposite of another."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rapidfuzz.distance import Indel

NEGATIONS = frozenset(
    "not no never neither nor without cannot nunca ni ningun ninguno ninguna tampoco jamas sin 不 未 没 无 非".split()
)
_REACHES = 2
_CONTRACTED = "n't"


def denied(words: Sequence[str]) -> frozenset[str]:
    """What the negations of a text stand before: the two words that follow each.

    >>> sorted(denied("it doesn't use the stack".split()))
    ['the', 'use']
    """
    return frozenset(
        word
        for place, negation in enumerate(words)
        if _negation(negation)
        for word in words[place + 1 : place + 1 + _REACHES]
    )


OPPOSITES = tuple(
    tuple(pair.split("/"))
    for pair in (
        "before/after more/fewer more/less greater/less higher/lower up/down increase/reduce gain/lose "
        "tap/untap tapped/untapped can/must antes/despues mas/menos mayor/menor arriba/abajo 前/后 多/少 大/小 增/减"
    ).split()
)
LONGEST_TURN = 3
"""How many words may differ at a place where only a negation came or went."""


def opposed(one: Sequence[str], other: Sequence[str]) -> str:
    """Why two texts that say the rest alike say the opposite of each other, or nothing.

    >>> opposed("it can be tapped".split(), "it can't be tapped".split())
    "can turned into can't"
    >>> opposed("before you draw".split(), "after you draw".split())
    'before here, after there'
    >>> opposed("it isn't cast".split(), "it is not cast".split())
    ''
    """
    here, there = set(one) - set(other), set(other) - set(one)
    for pair in OPPOSITES:
        for a, b in (pair, pair[::-1]):
            if a in here and b in there:
                return f"{a} here, {b} there"
    for said, instead in _differences(one, other):
        short = max(len(said), len(instead)) <= LONGEST_TURN
        if short and any(map(_negation, said)) != any(map(_negation, instead)):
            return f"{' '.join(said) or 'nothing'} turned into {' '.join(instead) or 'nothing'}"
    return ""


def _differences(one: Sequence[str], other: Sequence[str]) -> Iterator[tuple[list[str], list[str]]]:
    """The places where two texts differ: what stands there in each."""
    said: list[str] = []
    instead: list[str] = []
    for step in Indel.opcodes(one, other):
        if step.tag == "equal":
            if said or instead:
                yield said, instead
            said, instead = [], []
        else:
            said += one[step.src_start : step.src_end]
            instead += other[step.dest_start : step.dest_end]
    if said or instead:
        yield said, instead


def _negation(word: str) -> bool:
    return word in NEGATIONS or word.endswith(_CONTRACTED)
