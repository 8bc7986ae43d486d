"""Dates as ruling pages write them, and whether day or month comes first."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date as Date

from ingest.formats.months import WORDED_PATTERN, day_of_words

# Digits of any script count: full-width ones are what a Chinese keyboard gives.
_BETWEEN = r"\s?[-/.．－／‐‑–−]\s?"
_YEAR_FIRST = (
    rf"(?P<y>\d{{4}})(?:{_BETWEEN}|\s?年\s?)(?P<m>\d{{1,2}})(?:{_BETWEEN}|\s?月\s?)(?P<d>\d{{1,2}})(?:\s?[日号號])?"
)
_YEAR_LAST = rf"(?P<a>\d{{1,2}}){_BETWEEN}(?P<b>\d{{1,2}}){_BETWEEN}(?P<y2>\d{{4}})"
_WEEKDAY = r"(?:[\s,，]?[(（]?(?:星期|周|週|礼拜|禮拜)[一二三四五六日天][)）]?)?"
DATE_PATTERN = rf"(?:{_YEAR_FIRST}|{_YEAR_LAST}|{WORDED_PATTERN})(?!\d){_WEEKDAY}"
_DATE = re.compile(DATE_PATTERN)

FIRST_SET = Date(1993, 8, 5)
"""The day the game appeared: no ruling is older."""
LAST_DAY = Date(2099, 12, 31)
"""No ruling is of the century after: a slip of the pen."""


@dataclass(frozen=True, slots=True)
class WrittenDate:
    """A date as written: year, the two other numbers in order, year first or not.

    A date with the month in `words` is one with the year first, for nothing about it is open.
    """

    year: int
    first: int
    second: int
    year_first: bool
    words: bool = False

    @property
    def ambiguous(self) -> bool:
        """Whether day and month could be either way round."""
        return not self.year_first and self.first != self.second and max(self.first, self.second) <= 12

    def read(self, order: str) -> Date | None:
        """The day meant, or None if there is no such day.

        `order` is `dmy`, `mdy` or `mixed`: then only what can be read one way is a day.
        """
        if self.year_first:
            return _day(self.year, self.first, self.second)
        if order == "mixed":
            return None if self.ambiguous else self.read("dmy") or self.read("mdy")
        day, month = (self.first, self.second) if order == "dmy" else (self.second, self.first)
        return _day(self.year, month, day)


def written_date(text: str) -> WrittenDate | None:
    """The date that the whole of `text` is, or None.

    >>> written_date("2024-06-07").read("dmy")
    datetime.date(2024, 6, 7)
    >>> written_date("１３/07/2018").read("dmy")
    datetime.date(2018, 7, 13)
    >>> written_date("Saturday, May 6th, 2023").read("dmy")
    datetime.date(2023, 5, 6)
    """
    match = _DATE.fullmatch(text.strip())
    return of_match(match) if match else None


def of_match(match: re.Match[str]) -> WrittenDate:
    """The date of a match of a pattern that holds `DATE_PATTERN`."""
    if match["worded"]:
        return WrittenDate(*day_of_words(match["worded"]), year_first=True, words=True)
    if match["y"]:
        return WrittenDate(int(match["y"]), int(match["m"]), int(match["d"]), True)
    return WrittenDate(int(match["y2"]), int(match["a"]), int(match["b"]), False)


def order_of(dates: Iterable[WrittenDate]) -> str | None:
    """`dmy` or `mdy` where the dates of one file settle it, `mixed` where they disagree, else None.

    >>> order_of([WrittenDate(2018, 3, 4, False), WrittenDate(2018, 13, 7, False)])
    'dmy'
    """
    orders = set()
    for written in dates:
        if not written.year_first and written.first != written.second:
            if written.second <= 12 < written.first:
                orders.add("dmy")
            elif written.first <= 12 < written.second:
                orders.add("mdy")
    return orders.pop() if len(orders) == 1 else "mixed" if orders else None


def _day(year: int, month: int, day: int) -> Date | None:
    try:
        return Date(year, month, day)
    except ValueError:
        return None
