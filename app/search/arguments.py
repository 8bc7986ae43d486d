"""Reads the parameters of a request, whatever they hold, and notes what was not taken as given.

One rule everywhere: of a parameter that takes one value the first that is not blank counts,
and a notice says that it was repeated; list parameters take every value, and commas too.
"""

from __future__ import annotations

import calendar
import re
import unicodedata
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from datetime import date as Date

from ingest.languages import canonical
from ingest.model import Notice

Given = Mapping[str, Sequence[str]]
"""Parameters as received: every value of every name."""

VALUES = 20
"""How many values a list parameter may hold."""

VALUE_LENGTH = 200
"""How many characters of one value are read."""

_NOTICES = 20
_ECHO = 60
_LARGEST = 10**12
_NUMBER = re.compile(r"[+-]?\d+")
_DATE = re.compile(r"(\d{4})(?:-(\d{1,2})(?:-(\d{1,2}))?)?")
_COMMA = re.compile(",")
_COMMA_OUTSIDE_NAMES = re.compile(r",(?!\s)")

_OTHER_SPELLINGS = {
    "q": "query search term terms keyword keywords",
    "lang": "language languages langs",
    "text_lang": "textlanguage textlanguages textlangs",
    "card": "cards cardname",
    "mechanic": "mechanics",
    "origin": "origins",
    "since": "from after datefrom",
    "until": "to before dateto",
    "sort": "order orderby sortby",
    "page": "p pagenumber",
    "per_page": "limit size pagesize count",
}
_MEANT = {other: name for name, others in _OTHER_SPELLINGS.items() for other in others.split()}


class Arguments:
    """The parameters of one request; reading one never fails, and `notices` say what was mended."""

    def __init__(self, given: Given, known: Collection[str]) -> None:
        self._given = given
        self.notices: list[Notice] = []
        for name in given:
            if name not in known:
                self._strange(name, known)

    def one(self, name: str, limit: int = VALUE_LENGTH) -> str:
        """The first value that is not blank, cut to `limit` characters; "" where there is none."""
        values = self._given.get(name, ())
        if len(values) > 1:
            self.note("repeated-parameter", _echo(self.peek(name)), name)
        return self._cut(self.peek(name), limit, name)

    def many(self, name: str, *, names: bool = False) -> tuple[str, ...]:
        """Every value of a list parameter, each once, in the order given.

        A comma separates values; in a list of `names` not one with a space after it, for
        names of cards hold such commas.
        """
        comma = _COMMA_OUTSIDE_NAMES if names else _COMMA
        raw = (part.strip() for value in self._given.get(name, ()) for part in comma.split(value))
        values = dict.fromkeys(self._cut(value, VALUE_LENGTH, name) for value in raw if value)
        if len(values) > VALUES:
            self.note("too-many-values", str(VALUES), name)
        return tuple(values)[:VALUES]

    def number(self, name: str, default: int, low: int, high: int) -> int:
        """A whole number between `low` and `high`; what lies outside is moved to the nearest."""
        raw = self.one(name)
        value = _integer(raw)
        if value is None:
            if raw:
                self.note("not-a-number", str(default), name)
            return default
        used = min(max(value, low), high)
        if used != value:
            self.note("clamped", str(used), name)
        return used

    def choice(self, name: str, options: Sequence[str]) -> str:
        """One of `options`; the first where none or something else is given."""
        raw = self.one(name).strip().lower()
        if raw and raw not in options:
            self.note("unknown-choice", options[0], name)
        return raw if raw in options else options[0]

    def date(self, name: str, *, end: bool = False) -> Date | None:
        """A day; of a year or a month alone its first day, or its last where `end`."""
        raw = self.one(name).strip()
        match = _DATE.fullmatch(raw)
        if match is None:
            if raw:
                self.note("not-a-date", _echo(raw), name)
            return None
        day, exact = _nearest_day(*match.groups(), end=end)
        if not exact:
            self.note("clamped", day.isoformat(), name)
        return day

    def languages(self, name: str) -> tuple[str, ...]:
        """Language tags for every usual code; a code that means none stays and matches nothing."""
        return self._kept(name, canonical, "unknown-language")

    def options(self, name: str, options: Collection[str]) -> tuple[str, ...]:
        """Values of an open list filter; one outside `options` stays and matches nothing."""
        return self._kept(name, lambda value: value if value in options else None, "unknown-value")

    def peek(self, name: str) -> str:
        """The first value that is not blank, as it stands, nothing noted."""
        return next((value for value in self._given.get(name, ()) if value.strip()), "")

    def note(self, code: str, detail: str, param: str) -> None:
        """Adds a notice, once, and no more than a page of them."""
        notice = Notice(code, detail, _echo(param))
        if notice not in self.notices and len(self.notices) < _NOTICES:
            self.notices.append(notice)

    def _kept(self, name: str, known: Callable[[str], str | None], code: str) -> tuple[str, ...]:
        # A filter value nobody knows must not widen the answer to everything.
        found = []
        for value in self.many(name):
            meant = known(value.lower()) or known(value)
            if meant is None:
                self.note(code, _echo(value), name)
            found.append(meant or value.lower())
        return tuple(dict.fromkeys(found))

    def _cut(self, value: str, limit: int, name: str) -> str:
        if len(value) > limit:
            self.note("too-long", str(limit), name)
        return value[:limit]

    def _strange(self, name: str, known: Collection[str]) -> None:
        meant = meant_parameter(name, known)
        if meant:
            self.note("misspelt-parameter", meant, name)
        else:
            self.note("unknown-parameter", "", name)


def meant_parameter(name: str, known: Iterable[str]) -> str | None:
    """The parameter that a strange spelling stands for, or None.

    >>> meant_parameter("q[]", ["q", "lang"]), meant_parameter("Per-Page", ["q", "per_page"])
    ('q', 'per_page')
    >>> meant_parameter("utm_source", ["q", "lang"]) is None
    True
    """
    plain = _letters(name)
    same = {_letters(one): one for one in known}
    return same.get(plain) or same.get(_letters(_MEANT.get(plain, "")))


def _letters(name: str) -> str:
    folded = unicodedata.normalize("NFKC", name[:_ECHO]).casefold()
    return "".join(char for char in folded if "a" <= char <= "z")


def _echo(value: str) -> str:
    return value if len(value) <= _ECHO else value[: _ECHO - 1] + "…"


def _integer(raw: str) -> int | None:
    raw = raw.strip()
    if not _NUMBER.fullmatch(raw):
        return None
    sign = -1 if raw[0] == "-" else 1
    digits = raw.lstrip("+-").lstrip("0")
    return sign * (_LARGEST if len(digits) > 12 else int(digits or "0"))


def _nearest_day(year: str, month: str | None, day: str | None, *, end: bool) -> tuple[Date, bool]:
    asked = (int(year), int(month or (12 if end else 1)), int(day or (31 if end else 1)))
    y, m = max(asked[0], 1), min(max(asked[1], 1), 12)
    d = min(max(asked[2], 1), calendar.monthrange(y, m)[1])
    exact = (y, m) == asked[:2] and (day is None or d == asked[2])
    return Date(y, m, d), exact
