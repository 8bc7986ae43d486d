"""A card that one version names and the other does not."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rapidfuzz.distance import Levenshtein

from ingest.checks.base import Flaw, Pair, PairCheck

SHORTEST_HAN, SHORTEST = 4, 8
"""Shorter names are found by chance where they are misspelt."""


class CardName(PairCheck):
    """The card's name is missing in the translation: information, a warning where it stands misspelt."""

    id = "card-name"
    severity = "info"
    params = ("source", "expected")
    bad = (("en", "Plague Engineer has deathtouch.", "zh-Hans", "病害计划师具死触异能。"),)
    good = (("en", "Plague Engineer has deathtouch.", "zh-Hans", "病害计划怪具死触异能。"),)

    def compare(self, pair: Pair) -> Iterator[Flaw]:
        context = pair.context
        there = {match.target for match in context.names(pair.target)}
        for match in context.names(pair.source):
            card = None if match.short or match.ambiguous or match.target in there else context.cards.get(match.target)
            expected = card.names.get(pair.target.lang) if card else None
            if expected:
                yield self._flaw(pair, pair.source.body[match.start : match.end], expected)

    def _flaw(self, pair: Pair, source: str, expected: str) -> Flaw:
        near = misspelt(expected, pair.target.body, pair.target.lang)
        params = {"source": source, "expected": expected}
        return Flaw(near, params, expected if near else None, "warning" if near else None)


class OtherCard(PairCheck):
    """The translation names a card that the source does not."""

    id = "other-card"
    severity = "info"
    params = ("found", "card")
    bad = (("en", "It has deathtouch.", "zh-Hans", "病害计划怪具死触异能。"),)
    good = (("en", "Plague Engineer has deathtouch.", "zh-Hans", "病害计划怪具死触异能。"),)

    def compare(self, pair: Pair) -> Iterator[Flaw]:
        context = pair.context
        there = {match.target for match in context.names(pair.source)}
        shortest = SHORTEST_HAN if pair.target.lang.startswith("zh") else SHORTEST
        for match in context.names(pair.target):
            known = match.short or match.ambiguous or match.target in there or match.end - match.start < shortest
            card = None if known else context.cards.get(match.target)
            if card:
                params = {"found": pair.target.body[match.start : match.end], "card": card.names.get("en", card.id)}
                yield Flaw((match.start, match.end), params)


def misspelt(name: str, body: str, lang: str) -> tuple[int, int] | None:
    """Where a name stands with one character wrong, None where it does not.

    >>> misspelt("病害计划怪", "若病害计划师进战场", "zh-Hans")
    (1, 6)
    """
    if len(name) < (SHORTEST_HAN if lang.startswith("zh") else SHORTEST):
        return None
    places = _near(name, body)
    return min(places)[1:] if places else None


def _near(name: str, body: str) -> Sequence[tuple[int, int, int]]:
    windows = ((start, start + len(name)) for start in range(len(body) - len(name) + 1))
    distances = ((Levenshtein.distance(name, body[start:end], score_cutoff=1), start, end) for start, end in windows)
    return [found for found in distances if found[0] == 1]
