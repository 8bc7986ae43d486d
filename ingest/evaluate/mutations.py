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
from ingest.checks.numerals import RATIO, SYMBOL
from ingest.languages import language

Mutation = Callable[[Pair, random.Random], str | None]

NUMBER = re.compile(r"(?<![\d/+-])\d+(?![\d/])")
HAN_NUMBER = re.compile("(?<![第这其前])[二两三四五六七八九十](?=[张个点次倍位种])")
DENIED = re.compile("不(?=能|会|可|得|是|再|需|必|具|受|使|触)|未(?=曾|被|能|受|有)|没(?=有)|无(?=法)")
AFFIRMED = re.compile("(?<![不未无可只才功异效])(?:能|会|可以|是|需要|必须)(?![量])")
SHORTEST_SENTENCE = 6


def wrong_number(pair: Pair, chance: random.Random) -> str | None:
    """A number in digits, a power and toughness or a symbol becomes another."""
    body = pair.target.body
    found = [one for pattern in (NUMBER, RATIO, SYMBOL) for one in pattern.finditer(body)]
    if not found:
        return None
    one = chance.choice(found)
    return body[: one.start()] + _other(one.group(), chance) + body[one.end() :]


def _other(written: str, chance: random.Random) -> str:
    if written.startswith("{"):
        return chance.choice(
            [symbol for symbol in ("{一}", "{二}", "{三}", "{红}", "{蓝}", "{X}") if symbol != written]
        )
    digit = re.search(r"\d", written)
    if digit is None:
        return written.replace("X", "2", 1)
    other = chance.choice([number for number in "123456789" if number != digit.group()])
    return written[: digit.start()] + other + written[digit.end() :]


def wrong_spelt_number(pair: Pair, chance: random.Random) -> str | None:
    """A number in words becomes another."""
    found = list(HAN_NUMBER.finditer(pair.target.body))
    if not found:
        return None
    one = chance.choice(found)
    other = chance.choice([number for number in "三四五六七八" if number != one.group()])
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
    body, found = pair.target.body, list(DENIED.finditer(pair.target.body))
    if not found:
        return None
    one = chance.choice(found)
    if one.group() == "无":
        return body[: one.start()] + "能够" + body[one.end() + 1 :]
    return body[: one.start()] + body[one.end() :]


def added_negation(pair: Pair, chance: random.Random) -> str | None:
    """A statement is turned into its opposite."""
    body, found = pair.target.body, list(AFFIRMED.finditer(pair.target.body))
    if not found:
        return None
    place = chance.choice(found).start()
    return body[:place] + "不" + body[place:]


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
