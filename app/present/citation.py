"""A ruling as a judge quotes it: the words, where they stand, how official they are, the link."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date as Date

from app.present.dates import long_date

Say = Callable[..., str]
"""Gives a message as plain text: key, then what fills it."""


@dataclass(frozen=True, slots=True)
class Cited:
    """What a citation states about a text besides its words."""

    card: str | None
    date: Date | None
    origin: str
    url: str


@dataclass(frozen=True, slots=True)
class Frame:
    """What stands before and after the quoted words."""

    before: str
    after: str


def frame(cited: Cited, lang: str, say: Say) -> Frame:
    """The two ends of a citation, written in the language `say` speaks."""
    day = long_date(cited.date, lang) if cited.date else ""
    origin = say(f"origin.{cited.origin}")
    key = "citation.card" if cited.card else "citation.plain"
    key = key if day else f"{key}-undated"
    after = say(key, card=cited.card or "", date=day, origin=origin)
    return Frame(say("citation.open"), f"{say('citation.close')} {after}\n{cited.url}")


def citation(body: str, cited: Cited, lang: str, say: Say) -> str:
    """The whole citation as plain text, ready to paste.

    >>> from datetime import date
    >>> said = {"origin.official": "official", "citation.open": "“", "citation.close": "”",
    ...         "citation.card": "({card}, ruling of {date}, {origin})"}
    >>> say = lambda key, **params: said[key].format(**params)
    >>> print(citation("It never goes to the graveyard.",
    ...     Cited("Stolen Identity", date(2013, 4, 15), "official", "https://x.test/rulings/a"), "en", say))
    “It never goes to the graveyard.” (Stolen Identity, ruling of April 15, 2013, official)
    https://x.test/rulings/a
    """
    ends = frame(cited, lang, say)
    return f"{ends.before}{body}{ends.after}"
