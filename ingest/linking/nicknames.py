"""What legends are called by: their names without the title.

In Chinese no sign parts the name from the title before it. What namesakes share at the end is
a name; of a legend without any the ends of three to five characters may be: good enough to
find by in a query, never a link.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence

from ingest.languages.folding import fold
from ingest.languages.scripts import is_han
from ingest.model import Card

_TITLE_BREAK = re.compile(r"(?:,| the | // )")
SHORTEST, LONGEST = 3, 5
TITLE = 2
"""How many characters a title has at least."""
MOST = 4
"""Ends that more cards share are words of titles, or the name of one who has many cards."""
_OPENS = "的之与和，·者"

Ends = Mapping[str, tuple[str, ...]]
"""The ids of the cards whose names end so."""


def short_names(cards: Sequence[Card], lang: str) -> Iterator[tuple[str, str]]:
    """What legends are called by: what stands before their title; in Chinese what namesakes share at the end."""
    namesakes: dict[str, list[Card]] = defaultdict(list)
    for card in cards:
        short = short_name(card.names["en"])
        if short:
            namesakes[short].append(card)
            own = short if lang == "en" else short_name(card.names.get(lang, "")) if lang == "es" else ""
            if own:
                yield card.id, own
    if lang == "zh-Hans":
        for group in namesakes.values():
            shared = _shared_end([name for card in group if (name := card.names.get(lang))])
            if len(shared) >= 2:
                yield from ((card.id, shared) for card in group)


def short_name(name: str) -> str:
    """The short name of a legend, empty for a name without a title.

    >>> short_name("Fblthp, Lost on the Range"), short_name("Opt")
    ('Fblthp', '')
    """
    match = _TITLE_BREAK.search(name)
    return name[: match.start()].strip() if match and match.group() != " // " and match.start() >= 3 else ""


def _shared_end(names: Sequence[str]) -> str:
    if len(names) < 2:
        return ""
    shared = names[0]
    for name in names[1:]:
        while shared and not name.endswith(shared):
            shared = shared[1:]
    return shared.lstrip("的之，·")


def ends_of(legends: Iterable[Card]) -> Ends:
    """The ends that some legends' Chinese names may be called by.

    >>> one = Card("meria", {"en": "Meria, Scholar of Antiquity", "zh-Hans": "古物学者梅黎娅"})
    >>> sorted(ends_of([one]))
    ['梅黎娅']
    """
    owners: dict[str, dict[str, None]] = {}
    for card in legends:
        name = fold(card.names.get("zh-Hans", "")).text
        for length in range(SHORTEST, min(LONGEST, len(name) - TITLE) + 1):
            end = name[-length:]
            if all(map(is_han, end)) and not any(char in end for char in _OPENS):
                owners.setdefault(end, {})[card.id] = None
    return {end: tuple(cards) for end, cards in owners.items() if len(cards) <= MOST}


def called(folded: str, ends: Ends) -> Iterator[tuple[int, int, str]]:
    """Where in a folded text the ends of names stand: the longest from each place on, one row a card."""
    at = 0
    while ends and at < len(folded):
        room = min(LONGEST, len(folded) - at)
        found = next((n for n in range(room, SHORTEST - 1, -1) if folded[at : at + n] in ends), 0)
        for card in ends[folded[at : at + found]] if found else ():
            yield at, at + found, card
        at += found or 1
