"""What a person who has typed a few letters may mean: keys to look up, weighed."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache

from ingest.languages import fold
from ingest.model import Card, Ruling, Term

_WORD_START = re.compile(r"(?<![^\W_])(?=[^\W_])")
_HAN = re.compile(r"[\u3400-\u9fff]")
MAX_KEY = 60
MAX_STARTS = 5

WHOLE, INSIDE, ALIAS, PINYIN, INITIALS = 1.0, 0.6, 0.8, 0.7, 0.5
"""What a key is worth: the start of a name, a word inside it, another name, its pinyin, their initials."""
SHORTEST_INITIALS = 2
_WORTH = {"card": 1.0, "mechanic": 1.6, "term": 0.8}


@dataclass(frozen=True, slots=True)
class Key:
    """A folded beginning that leads to a card or term; `weight` ranks among equals."""

    key: str
    weight: float
    kind: str
    id: str
    text: str
    lang: str


def suggestion_keys(rulings: Iterable[Ruling], cards: Mapping[str, Card], terms: Mapping[str, Term]) -> list[Key]:
    """The keys of every card that rulings stand on and of every term of the catalogue."""
    return keys_of(pointing(rulings), cards, terms)


def pointing(rulings: Iterable[Ruling]) -> Counter[tuple[str, str]]:
    """How many rulings point to each thing in whatever role, by kind and id."""
    return Counter(place for ruling in rulings for place in {(link.kind, link.target) for link in ruling.links})


def keys_of(standing: Mapping[tuple[str, str], int], cards: Mapping[str, Card], terms: Mapping[str, Term]) -> list[Key]:
    """The keys of cards and terms to which so many rulings point."""
    best: dict[tuple[str, str, str], Key] = {}
    for key in _all(standing, cards, terms):
        place = (key.key, key.kind, key.id)
        if place not in best or key.weight > best[place].weight:
            best[place] = key
    return sorted(best.values(), key=lambda key: (key.key, -key.weight, key.id, key.kind))


def _all(
    standing: Mapping[tuple[str, str], int], cards: Mapping[str, Card], terms: Mapping[str, Term]
) -> Iterator[Key]:
    for card in cards.values():
        worth = worth_of("card", standing.get(("card", card.id), 0))
        for lang, names in _names(card.names, card.aliases):
            yield from _keys(names, lang, "card", card.id, worth)
    for term in terms.values():
        kind = "mechanic" if term.mechanic else "term"
        worth = worth_of(kind, standing.get(("mechanic", term.id), 0))
        for lang, names in _names(term.names, term.forms, term.deprecated, term.slang):
            yield from _keys(names, lang, kind, term.id, worth)


def worth_of(kind: str, pointing: int) -> float:
    """What a thing is worth to which so many rulings point.

    >>> worth_of("mechanic", 0), worth_of("card", 3) > worth_of("card", 2)
    (1.6, True)
    """
    return _WORTH[kind] + math.log1p(pointing)


def reweighed(weight: float, before: float, after: float) -> float | None:
    """The weight of a key whose thing was worth `before` and is worth `after`; None for a weight that no key has.

    >>> reweighed(2.0 * WHOLE * INSIDE, 2.0, 3.0) == 3.0 * WHOLE * INSIDE, reweighed(2.5, 2.0, 3.0)
    (True, None)
    """
    kinds = ((share, place) for share in (WHOLE, ALIAS) for place in (WHOLE, INSIDE, PINYIN, INITIALS))
    return next((after * share * place for share, place in kinds if before * share * place == weight), None)


def _names(names: Mapping[str, str], *others: Mapping[str, tuple[str, ...]]) -> Iterator[tuple[str, list[str]]]:
    for lang, name in names.items():
        more = (other for one in others for other in one.get(lang, ()))
        yield lang, list(dict.fromkeys([name, *more]))


def _keys(names: list[str], lang: str, kind: str, id: str, worth: float) -> Iterator[Key]:
    """The keys of one thing in one language; what is shown is always its first name."""
    shown = names[0]
    for place, name in enumerate(names):
        share = WHOLE if place == 0 else ALIAS
        folded = fold(name).text.strip()
        for start in _starts(folded):
            weight = worth * share * (WHOLE if start == 0 else INSIDE)
            yield Key(folded[start : start + MAX_KEY], weight, kind, id, shown, lang)
        if lang == "zh-Hans" and _HAN.search(name):
            spelt, initials = _pinyin(folded)
            yield Key(spelt[:MAX_KEY], worth * share * PINYIN, kind, id, shown, lang)
            if len(initials) >= SHORTEST_INITIALS:
                yield Key(initials[:MAX_KEY], worth * share * INITIALS, kind, id, shown, lang)


def _starts(folded: str) -> list[int]:
    """Where words start in a name; in Chinese every character may be one."""
    if _HAN.search(folded):
        return list(range(min(len(folded), MAX_STARTS)))
    return [match.start() for match in _WORD_START.finditer(folded)][:MAX_STARTS]


@lru_cache(maxsize=4096)
def _pinyin(folded: str) -> tuple[str, str]:
    """The name as typed in pinyin without tones, and the first letters of its syllables.

    >>> _pinyin("显化")
    ('xianhua', 'xh')
    """
    from pypinyin import Style, lazy_pinyin  # half a megabyte of phrases, which only a build needs

    syllables = lazy_pinyin(folded, style=Style.NORMAL)
    plain = [syllable for syllable in syllables if syllable.isalnum()]
    return "".join(plain), "".join(syllable[0] for syllable in plain)
