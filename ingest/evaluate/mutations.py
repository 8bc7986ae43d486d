"""Errors put into good translations on purpose, to count how many the checks find.

Each takes a translation and gives a spoilt one, or None where it has nothing to spoil.
The choice is the random generator's: the same seed, the same errors.
"""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Callable

from ingest.checks.base import Pair
from ingest.languages import language
from ingest.numerals import RATIO, SYMBOL

Mutation = Callable[[Pair, random.Random], str | None]

NUMBER = re.compile(r"(?<![\d/+-])\d+(?![\d/])")
SPELT = {
    "zh": (re.compile("(?<![第这其前])[二两三四五六七八九十](?=[张个点次倍位种])"), tuple("三四五六七八")),
    "es": (
        re.compile(r"(?<![^\W_])(?:dos|tres|cuatro|cinco|seis|siete|ocho)(?![^\W_])"),
        ("tres", "cuatro", "cinco", "seis", "siete", "ocho"),
    ),
}
"""Numbers in words that count something, and others to put in their place."""
SYMBOLS = {"zh": ("{一}", "{二}", "{三}", "{红}", "{蓝}", "{X}"), "es": ("{1}", "{2}", "{3}", "{R}", "{U}", "{X}")}
DENIED = {
    "zh": re.compile("不(?=能|会|可|得|是|再|需|必|具|受|使|触)|未(?=曾|被|能|受|有)|没(?=有)|无(?=法)"),
    "es": re.compile(r"(?<![^\W_])[Nn]o (?=[a-záéíóúñ]+(?:[ ,.]|$))"),
}
"""Denials that can be taken out."""
AFFIRMED = {
    "zh": re.compile("(?<![不未无可只才功异效])(?:能|会|可以|是|需要|必须)(?![量])"),
    "es": re.compile(
        r"(?<![^\W_])(?<!no )(?:(?:pued|deb|tien|hac|pierd|entr|muer|gir|ender|gan|recib)(?:e|en|es|a|an)"
        r"|es|son|está|están)(?![^\W_])"
    ),
}
"""What can be denied by putting a word before it."""
DENIAL = {"zh": "不", "es": "no "}
SHORTEST_SENTENCE = 6


def wrong_number(pair: Pair, chance: random.Random) -> str | None:
    """A number in digits, a power and toughness or a symbol becomes another."""
    body = pair.target.body
    found = [one for pattern in (NUMBER, RATIO, SYMBOL) for one in pattern.finditer(body)]
    if not found:
        return None
    one = chance.choice(found)
    return body[: one.start()] + _other(one.group(), pair.target.lang, chance) + body[one.end() :]


def _other(written: str, lang: str, chance: random.Random) -> str:
    if written.startswith("{"):
        return chance.choice([symbol for symbol in SYMBOLS[lang[:2]] if symbol != written])
    digit = re.search(r"\d", written)
    if digit is None:
        return written.replace("X", "2", 1)
    other = chance.choice([number for number in "123456789" if number != digit.group()])
    return written[: digit.start()] + other + written[digit.end() :]


def wrong_spelt_number(pair: Pair, chance: random.Random) -> str | None:
    """A number in words becomes another."""
    pattern, numbers = SPELT[pair.target.lang[:2]]
    found = list(pattern.finditer(pair.target.body))
    if not found:
        return None
    one = chance.choice(found)
    other = chance.choice([number for number in numbers if number != one.group()])
    return pair.target.body[: one.start()] + other + pair.target.body[one.end() :]


def other_term(pair: Pair, chance: random.Random) -> str | None:
    """A term of the glossary becomes another of its kind, wherever it stands."""
    return _replace_term(pair, chance, everywhere=True)


def other_term_once(pair: Pair, chance: random.Random) -> str | None:
    """A term that stands several times becomes another in one place."""
    return _replace_term(pair, chance, everywhere=False)


def _replace_term(pair: Pair, chance: random.Random, *, everywhere: bool) -> str | None:
    terms, related = pair.context.terms, pair.context.renderings.related
    source = {match.target for segment in pair.segments for match in segment.source.matches}
    matches = [match for segment in pair.segments for match in segment.target.matches]
    counts = Counter(match.target for match in matches)
    fit = [term for term, count in counts.items() if term in source and (everywhere or count > 1)]
    if not fit:
        return None
    term = chance.choice(sorted(fit))
    there = {id for segment in pair.segments for id in segment.target.held | segment.source.held}
    others = [
        other.names[pair.target.lang]
        for id, other in sorted(terms.items())
        if other.kind == terms[term].kind
        and {pair.source.lang, pair.target.lang} <= other.names.keys()
        and id not in there | related.get(term, frozenset()) | {term}
    ]
    if not others:
        return None
    places = [match for match in matches if match.target == term]
    body, other = pair.target.body, chance.choice(others)
    for match in reversed(places if everywhere else [chance.choice(places)]):
        body = body[: match.start] + other + body[match.end :]
    return body


def dropped_sentence(pair: Pair, chance: random.Random) -> str | None:
    """One of several sentences is gone."""
    body = pair.target.body
    spans = language(pair.target.lang).sentences(body)
    if len(spans) < 2:
        return None
    start, end = chance.choice(spans)
    return body[:start] + body[end:] if end - start >= SHORTEST_SENTENCE else None


def dropped_negation(pair: Pair, chance: random.Random) -> str | None:
    """A negation is gone."""
    return affirm(pair.target.body, pair.target.lang, chance)


def affirm(body: str, lang: str, chance: random.Random) -> str | None:
    """A text without one of its denials, None where it has none that can go.

    >>> affirm("它不能攻击。", "zh-Hans", random.Random(1)), affirm("No puede atacar.", "es", random.Random(1))
    ('它能攻击。', 'puede atacar.')
    """
    found = list(DENIED[lang[:2]].finditer(body))
    if not found:
        return None
    one = chance.choice(found)
    if one.group() == "无":
        return body[: one.start()] + "能够" + body[one.end() + 1 :]
    return body[: one.start()] + body[one.end() :]


def added_negation(pair: Pair, chance: random.Random) -> str | None:
    """A statement is turned into its opposite."""
    return deny(pair.target.body, pair.target.lang, chance)


def deny(body: str, lang: str, chance: random.Random) -> str | None:
    """A text that denies one thing that it affirmed, None where it affirms nothing that can be denied.

    >>> deny("它能攻击。", "zh-Hans", random.Random(1)), deny("La criatura puede atacar.", "es", random.Random(1))
    ('它不能攻击。', 'La criatura no puede atacar.')
    """
    found = list(AFFIRMED[lang[:2]].finditer(body))
    if not found:
        return None
    place = chance.choice(found).start()
    return body[:place] + DENIAL[lang[:2]] + body[place:]


def left_in_english(pair: Pair, chance: random.Random) -> str | None:
    """The source stands in place of its translation."""
    return pair.source.body


MUTATIONS: dict[str, Mutation] = {
    "wrong number or symbol": wrong_number,
    "wrong number in words": wrong_spelt_number,
    "term replaced everywhere": other_term,
    "term replaced in one place": other_term_once,
    "dropped sentence": dropped_sentence,
    "dropped negation": dropped_negation,
    "added negation": added_negation,
    "left in English": left_in_english,
}
