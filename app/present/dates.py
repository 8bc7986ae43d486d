"""Dates and numbers as each interface language writes them."""

from __future__ import annotations

from datetime import date as Date

from babel.dates import format_date
from babel.numbers import format_decimal
from babel.units import format_unit

LOCALES = {"en": "en", "es": "es", "zh-Hans": "zh_Hans"}
"""The locale that writes dates and numbers for each interface language."""

MEGABYTE = 1_000_000


def long_date(day: Date, lang: str) -> str:
    """A date written out.

    >>> long_date(Date(2024, 6, 7), "es")
    '7 de junio de 2024'
    """
    return format_date(day, format="long", locale=LOCALES[lang])


def built_on(snapshot: str) -> Date | None:
    """The day a snapshot was built, as its name tells.

    >>> built_on("20261130T081935562-22b11f5f29")
    datetime.date(2026, 11, 30)
    """
    try:
        return Date.fromisoformat(snapshot[:8])
    except ValueError:
        return None


def number(value: int, lang: str) -> str:
    """A whole number with the language's grouping.

    >>> number(68570, "en"), number(68570, "es")
    ('68,570', '68.570')
    """
    return format_decimal(value, locale=LOCALES[lang])


def size(count: int, lang: str) -> str:
    """A number of bytes as people read it.

    >>> size(5_799_953, "en"), size(5_799_953, "es"), size(67_668, "en")
    ('5.8 MB', '5,8 MB', '68 kB')
    """
    large = count >= MEGABYTE
    unit, value = ("megabyte", round(count / MEGABYTE, 1)) if large else ("kilobyte", round(count / 1000))
    return format_unit(value, f"digital-{unit}", length="short", locale=LOCALES[lang])
