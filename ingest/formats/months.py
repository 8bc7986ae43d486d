"""Dates with a month's name, English or Spanish, and Chinese dates in Chinese numerals."""

from __future__ import annotations

import re

_NAMES = (
    "january jan enero ene",
    "february feb febrero",
    "march mar marzo",
    "april apr abril abr",
    "may mayo",
    "june jun junio",
    "july jul julio",
    "august aug agosto ago",
    "september sept sep septiembre setiembre set",
    "october oct octubre",
    "november nov noviembre",
    "december dec diciembre dic",
)
MONTHS = {name: number for number, names in enumerate(_NAMES, start=1) for name in names.split()}
"""The months' names and usual short forms; no form stands for two months."""

_WEEKDAYS = (
    "monday tuesday wednesday thursday friday saturday sunday mon tues tue wed thurs thur thu fri sat sun "
    "lunes martes miércoles miercoles jueves viernes sábado sabado domingo"
).split()
_NUMERALS = {numeral: digit for digit, numerals in enumerate(("〇零○", *"一二三四五六七八九")) for numeral in numerals}


def _one_of(words: list[str]) -> str:
    return "|".join(sorted(words, key=len, reverse=True))


_MONTH = rf"(?:{_one_of(list(MONTHS))})\.?"
_DAY = r"\d{1,2}(?:\s?(?:st|nd|rd|th|\.[ºo°]|[º°.]))?"
_GAP = r"(?:\s?-\s?|\s?,\s?|\s)"
_OF = rf"(?:\s(?:of|del?)\s|{_GAP})"
_ORDERS = (
    rf"{_DAY}{_OF}{_MONTH}(?:,?\s(?:of|del?)\s|{_GAP})\d{{4}}",
    rf"{_MONTH}{_GAP}{_DAY}(?:\s(?:of|del?)\s|{_GAP})\d{{4}}",
    rf"\d{{4}}{_GAP}{_MONTH}{_GAP}{_DAY}",
)
_DIGIT = "[〇零○一二三四五六七八九]"
_TENS = "[一二三四五六七八九十廿卅]{1,3}"
WORDED_PATTERN = (
    rf"(?:(?i:(?:el\s)?(?:(?:{_one_of(_WEEKDAYS)})\.?,?\s(?:el\s)?)?)"
    rf"(?P<worded>(?i:{'|'.join(_ORDERS)})|{_DIGIT}{{4}}年{_TENS}月{_TENS}(?:[日号號])))"
)
"""A date with words in it; what `day_of_words` reads is its group `worded`."""

NEAR_WORDED = r"\d{1,2}\.?\s(?:de\s)?[^\W\d]{3,12}\.?,?\s(?:de\s)?\d{4}|[^\W\d]{3,12}\.?\s\d{1,2},\s?\d{4}"
"""What stands like a date with a month's name that is none in these languages."""

_WORD = re.compile(r"[^\W\d_]+")
_DIGITS = re.compile(r"\d+")


def day_of_words(worded: str) -> tuple[int, int, int]:
    """Year, month and day of a date with words in it.

    >>> day_of_words("May 6th, 2023"), day_of_words("7 de mayo de 2023"), day_of_words("二〇二三年五月廿一日")
    ((2023, 5, 6), (2023, 5, 7), (2023, 5, 21))
    """
    numbers = [int(digits) for digits in _DIGITS.findall(worded)]
    if not numbers:
        year, month, day = re.split("[年月]", worded.rstrip("日号號"))
        return int("".join(str(_NUMERALS[numeral]) for numeral in year)), _number(month), _number(day)
    month = next(MONTHS[word] for word in _WORD.findall(worded.lower()) if word in MONTHS)
    return max(numbers), month, min(numbers)


def _number(numerals: str) -> int:
    """A number below a hundred in Chinese numerals, 0 for what is none.

    >>> _number("十"), _number("二十一"), _number("七"), _number("十十")
    (10, 21, 7, 0)
    """
    spelt = numerals.replace("廿", "二十").replace("卅", "三十")
    tens, ten, ones = spelt.rpartition("十")
    if len(tens) > 1 or len(ones) > 1 or "十" in tens:
        return 0
    return (_NUMERALS.get(tens, 1) * 10 if ten else 0) + _NUMERALS.get(ones, 0)
