"""Localised pages aligned to the English rulings of the same card and day."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date as Date

from ingest.linking.pages import source_of
from ingest.linking.profile import Profile, alike
from ingest.model import Relation, Ruling

LEAST = 0.25
"""Likeness below which two rulings of one card and day are not taken for each other."""

OF_ENGLISH = "the English of the same card and day"
"""Why a ruling without English is the same as one with it."""
Day = tuple[str, Date]
"""A card and a day."""


def align(rulings: Sequence[Ruling], profiles: Mapping[str, Profile]) -> list[Relation]:
    """Relations of rulings without English to the English ruling of their card and day.

    Among the few rulings of one card and day each is given to at most one of a page,
    the likest pair first: that beats any search among all rulings. Two pages that translate
    one ruling are both its versions, and so is what says word for word what its translation says.
    """
    english, localised = _by_day(rulings)
    bodies = {ruling.id: _bodies(ruling) for ruling in rulings}
    found: dict[str, tuple[float, str]] = {}
    for day, waiting in localised.items():
        said = {body: id for id in sorted(english.get(day, ()), reverse=True) for body in bodies[id]}
        told = {id: min(same) for id in waiting if (same := [said[body] for body in bodies[id] if body in said])}
        for one, other in told.items():
            found[one] = min(found.get(one, (0.0, "")), (-1.0, other))
        for of_one_page in _pages([id for id in waiting if id not in told], profiles):
            for one, other, score in pairs(of_one_page, english.get(day, ()), profiles):
                # Of equals the first by its id, so that it hangs on no order in which pages or cards come.
                found[one] = min(found.get(one, (0.0, "")), (-score, other))
    return [_relation(one, other, -score) for one, (score, other) in found.items()]


def _bodies(ruling: Ruling) -> set[tuple[str, str]]:
    """What a ruling says in each language but English, however it is spaced: {X} stands with a space or without."""
    return {(text.lang, "".join(text.body.split())) for text in ruling.texts if text.lang != "en"}


def _pages(ids: Iterable[str], profiles: Mapping[str, Profile]) -> Iterable[list[str]]:
    """Rulings of one card and day by what they were read from: a file, or what feeds state in a language."""
    pages: dict[object, list[str]] = defaultdict(list)
    for id in ids:
        for page in {source_of(held) for held in profiles[id].lists} or {None}:
            pages[page].append(id)
    return pages.values()


def through_their_english(
    relations: Iterable[Relation], aligned: Iterable[Relation], rulings: Iterable[Ruling]
) -> list[Relation]:
    """The relations that are left where each aligned ruling speaks through its English.

    Whether two rulings that share no language say the same is a guess. Where the English
    of one is known, that is compared with the other: so `same` and `reworded` of an aligned
    ruling stand only with those it shares a language with, and with its own English.
    """
    languages = {ruling.id: {text.lang for text in ruling.texts} for ruling in rulings}
    aligned = list(aligned)
    settled = {id for one in aligned for id in (one.a, one.b) if "en" not in languages[id]}
    own = {(one.a, one.b) for one in aligned}

    def a_guess(one: Relation) -> bool:
        crossing = languages[one.a].isdisjoint(languages[one.b]) and (one.a, one.b) not in own
        return crossing and one.kind in ("same", "reworded") and not settled.isdisjoint((one.a, one.b))

    return [one for one in relations if not a_guess(one)]


def pairs(
    ones: Iterable[str], others: Iterable[str], profiles: Mapping[str, Profile], least: float = LEAST
) -> Iterator[tuple[str, str, float]]:
    """Pairs of ids from two sides, each id at most once, the likest pair first; none of one page and day."""
    waiting, standing = list(ones), list(others)
    apart = ((a, b) for a in waiting for b in standing if not profiles[a].lists & profiles[b].lists)
    scored = ((alike(profiles[a].vector, profiles[b].vector), a, b) for a, b in apart)
    taken: set[str] = set()
    for score, a, b in sorted((row for row in scored if row[0] >= least), reverse=True):
        if a not in taken and b not in taken:
            taken |= {a, b}
            yield a, b, score


def _by_day(rulings: Sequence[Ruling]) -> tuple[dict[Day, list[str]], dict[Day, list[str]]]:
    """The rulings of each card and day: those with English, and those without."""
    english: dict[Day, list[str]] = defaultdict(list)
    localised: dict[Day, list[str]] = defaultdict(list)
    for ruling in rulings:
        side = english if ruling.text_in("en") else localised
        for card in {link.target for link in ruling.links if link.kind == "card" and link.role == "subject"}:
            if ruling.date:
                side[card, ruling.date].append(ruling.id)
    return english, localised


def _relation(one: str, other: str, score: float) -> Relation:
    a, b = sorted((one, other))
    return Relation(a, b, "same", f"{OF_ENGLISH}, likeness {score:.2f}", round(score, 3))
