"""Dates as written, and which way round they are."""

from __future__ import annotations

from datetime import date

import pytest

from ingest.formats.dates import order_of, written_date


@pytest.mark.parametrize(
    "text", ["2/2", "+1/+1", "13/07/18", "2018-07", "2018-07-133", "13/07/20188", "", "701.40", "a 2018-07-13"]
)
def test_what_is_no_date(text):
    assert written_date(text) is None


@pytest.mark.parametrize(
    "text",
    [
        "2018-07-13",
        "2018/7/13",
        "2018.07.13",
        "2018年7月13日",
        "2018 年 7 月 13 日",
        "２０１８－０７－１３",
        "2018–07–13",
        "13/07/2018",
        "13-7-2018",
        "13．07．2018",
        "٢٠١٨-٠٧-١٣",
    ],
)
def test_one_day_in_many_notations(text):
    assert written_date(text).read("dmy") == date(2018, 7, 13)


@pytest.mark.parametrize("text", ["31/02/2018", "0000-01-01", "2018-00-10", "2018-13-01", "00/00/2018", "29/02/2023"])
def test_day_that_never_was(text):
    assert written_date(text).read("dmy") is None


def order(*texts):
    return order_of(map(written_date, texts))


def test_order_is_settled_by_the_file_as_a_whole():
    assert order("03/04/2018", "13/07/2018") == "dmy"
    assert order("03/04/2018", "07/13/2018") == "mdy"
    assert order("13/07/2018", "07/13/2018") == "mixed"
    assert order("03/04/2018", "05/05/2018", "2018-12-31", "99/99/2018") is None


def test_what_can_be_read_one_way_only_is_read_even_in_a_file_that_mixes():
    assert written_date("07/13/2018").read("mixed") == date(2018, 7, 13)
    assert written_date("05/05/2018").read("mixed") == date(2018, 5, 5)
    assert written_date("03/04/2018").read("mixed") is None
