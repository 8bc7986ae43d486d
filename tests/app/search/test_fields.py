"""Fields in a query: cards, languages, origins, dates, in three languages."""

from __future__ import annotations

from datetime import date as Date

import pytest

from app.search.parse import parse
from ingest.model import Filters, Notice


def filters(q: str) -> Filters:
    parsed = parse(q)
    assert parsed.notices == ()
    return parsed.filters


@pytest.mark.parametrize("q", ["lang:es", "idioma:Spanish", "语言：sp", "LANG:es-MX", "lang: es"])
def test_a_language_field_in_any_language(q: str) -> None:
    assert filters(q) == Filters(langs=("es",))


def test_a_quoted_value_may_hold_spaces() -> None:
    assert filters('card:"Stolen Identity" cipher').cards == ("Stolen Identity",)


def test_several_values_are_told_apart() -> None:
    assert filters("lang:es|zh").langs == ("es", "zh-Hans")


@pytest.mark.parametrize(
    ("q", "since", "until"),
    [
        ("date:2024", Date(2024, 1, 1), Date(2024, 12, 31)),
        ("date:2024-02", Date(2024, 2, 1), Date(2024, 2, 29)),
        ("日期：2024年6月7日", Date(2024, 6, 7), Date(2024, 6, 7)),
        ("date>=2024-06", Date(2024, 6, 1), None),
        ("date>2024-06", Date(2024, 7, 1), None),
        ("date<2024", None, Date(2023, 12, 31)),
        ("fecha<=2018/07/13", None, Date(2018, 7, 13)),
        ("since:2013 until:2014", Date(2013, 1, 1), Date(2014, 12, 31)),
    ],
)
def test_dates_of_a_year_a_month_or_a_day(q: str, since: Date | None, until: Date | None) -> None:
    assert (filters(q).since, filters(q).until) == (since, until)


def test_having_and_lacking_a_language() -> None:
    assert filters("has:es -has:zh") == Filters(has=("es",), lacks=("zh-Hans",))


def test_origins_by_their_names_and_labels() -> None:
    assert filters("origin:gpt origen:oficial").origins == ("machine", "official")


@pytest.mark.parametrize(
    ("q", "notice"),
    [
        ("date:soon", Notice("unknown-date", "soon")),
        ("date:2024-13", Notice("unknown-date", "2024-13")),
        ("-date:2024", Notice("unknown-date", "2024")),
        ("lang:klingon", Notice("unknown-language", "klingon")),
        ("origin:rumour", Notice("unknown-value", "rumour")),
    ],
)
def test_what_cannot_be_used_is_said(q: str, notice: Notice) -> None:
    assert parse(q).notices == (notice,)


def test_an_unknown_language_never_widens_the_answer() -> None:
    assert parse("lang:klingon").filters.langs == ("klingon",)


def test_other_words_with_a_colon_are_text() -> None:
    assert parse("Reminder: pay").branches[0].text == "Reminder: pay"
    assert parse("card>5").branches[0].text == "card>5"
