"""Dates and numbers as each interface language writes them."""

from __future__ import annotations

from datetime import date as Date

from babel.dates import format_date
from babel.numbers import format_decimal

LOCALES = {"en": "en", "es": "es", "zh-Hans": "zh_Hans"}
"""The locale that writes dates and numbers for each interface language."""


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
