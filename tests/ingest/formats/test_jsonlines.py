"""The product's own JSON Lines, from careful and from hostile hands."""

from __future__ import annotations

import json
from datetime import date

import pytest

GOOD = {"date": "2024-06-07", "lang": "en", "text": "It stays tapped."}


def lines(*records):
    return "\n".join(record if isinstance(record, str) else json.dumps(record) for record in records)


def test_versions_of_one_ruling_are_one_entry(read):
    reading = read(
        lines(
            GOOD | {"ruling": "r"}, {**GOOD, "ruling": "r", "lang": "zhs", "text": "它不会重置。", "label": "gpt"}, GOOD
        )
    )
    first, second = reading.entries
    assert [(p.lang, p.body, p.label, p.first_line) for p in first.paragraphs] == [
        ("en", "It stays tapped.", None, 1),
        ("zh-Hans", "它不会重置。", "gpt", 2),
    ]
    assert (second.line, len(second.paragraphs), second.date) == (3, 1, date(2024, 6, 7))
    assert not reading.problems


def test_one_ruling_id_at_two_dates_is_two_statements(read):
    assert len(read(lines(GOOD | {"ruling": "r"}, GOOD | {"ruling": "r", "date": "2024-06-08"})).entries) == 2


@pytest.mark.parametrize(
    ("bad", "said"),
    [
        ("not json", "Expecting value"),
        ("[1]", "not an object"),
        ("[" * 100_000, "nested too deep"),
        ({"lang": "en", "text": ["x"]}, "text is not a string"),
        ({"lang": "xx-invalid", "text": "x"}, "unknown language"),
        ({"lang": "en"}, "no text"),
        ({"lang": "en", "text": " \u200b "}, "no text"),
        ({"lang": "en", "text": "half \ud800"}, "half a character"),
        ({"lang": "en", "text": "x" * 60_000}, "longer than"),
        ("1" * 5000, "Exceeds the limit"),
    ],
    ids=lambda value: str(value)[:20],
)
def test_bad_line_is_reported_and_the_others_are_read(read, bad, said):
    reading = read(lines(GOOD, bad, GOOD))
    assert [entry.line for entry in reading.entries] == [1, 3]
    ((problem),) = reading.problems
    assert (problem.line, problem.code, problem.severity) == (2, "unreadable-line", "error")
    assert said in problem.detail


@pytest.mark.parametrize("written", ["2024-02-30", "03/04/2018", "soon", "", None])
def test_date_that_cannot_be_read_one_way_is_no_date(read, written):
    reading = read(lines(GOOD | {"date": written}))
    assert reading.entries[0].date is None
    assert [problem.code for problem in reading.problems] == ["impossible-date"]


def test_unknown_fields_are_named_once_and_in_bounds(read):
    reading = read(
        lines(GOOD | {"colour": "red"}, GOOD | {"colour": "blue"} | {f"k{n:03}\ud800": n for n in range(500)})
    )
    assert len(reading.entries) == 2
    assert [p.code for p in reading.problems] == ["unknown-field"] * 20
    assert all(p.detail.isprintable() and p.detail.encode() for p in reading.problems)


def test_origin_is_taken_only_where_it_is_one(read):
    entries = read(lines(GOOD | {"origin": "machine"}, GOOD | {"origin": "Official!"})).entries
    assert [entry.paragraphs[0].origin for entry in entries] == ["machine", None]
