"""Bulleted pages as people really write them: gaps, slips and extras never shift what comes after."""

from __future__ import annotations

from datetime import date

import pytest

DAY = date(2024, 4, 12)

SLIPS = """单卡释疑

• (2024-04-12 official)

  第一条内容。

  First content.

• (2024-04-12 official)

  第二条只有中文。

• (2024-04-12 official)

  第三条上半。

  第三条下半。

  Third content, both halves.

• (2024-04-12 official)

  Only English in the fourth.

• (2024-04-12 gpt)

  Fifth English comes first.

  第五条。

• (2024-04-12)

  第六条缺来源。

  Sixth lacks a source.
"""


def versions(entry):
    return {paragraph.lang: paragraph.body for paragraph in entry.paragraphs}


def codes(reading, line=None):
    return [problem.code for problem in reading.problems if line in (None, problem.line)]


def test_slips_are_read_and_never_shift_the_entries_after_them(read):
    entries = read(SLIPS).entries
    assert [versions(entry) for entry in entries] == [
        {"zh-Hans": "第一条内容。", "en": "First content."},
        {"zh-Hans": "第二条只有中文。"},
        {"zh-Hans": "第三条上半。\n第三条下半。", "en": "Third content, both halves."},
        {"en": "Only English in the fourth."},
        {"zh-Hans": "第五条。", "en": "Fifth English comes first."},
        {"zh-Hans": "第六条缺来源。", "en": "Sixth lacks a source."},
    ]
    assert {entry.date for entry in entries} == {DAY}
    assert [entry.label for entry in entries] == ["official"] * 4 + ["gpt", None]


def test_each_slip_is_reported_at_its_line(read):
    reading = read(SLIPS, "slips.txt")
    assert [(problem.line, problem.code, problem.detail) for problem in reading.problems] == [
        (9, "missing-version", "en"),
        (13, "several-paragraphs", "zh-Hans zh-Hans en"),
        (21, "missing-version", "zh-Hans"),
        (25, "swapped-order", "en zh-Hans"),
        (31, "missing-label", "• (2024-04-12)"),
    ]
    assert {problem.file for problem in reading.problems} == {"slips.txt"}


def test_label_speaks_of_the_translation_not_of_the_english(read):
    labels = [{p.lang: p.label for p in entry.paragraphs} for entry in read(SLIPS).entries]
    assert labels[0] == {"zh-Hans": "official", "en": None}
    assert labels[4] == {"zh-Hans": "gpt", "en": None}


PAIR = "\n\n  文。\n\n  Text.\n\n"


@pytest.mark.parametrize(
    ("header", "day", "label"),
    [
        ("• (2024-04-12 MTGZH)", DAY, "MTGZH"),
        ("•(2024-04-12 gpt)", DAY, "gpt"),
        ("  - (2024-4-12, official):", DAY, "official"),
        ("●（２０２４－０４－１２　official）", DAY, "official"),
        ("• (2024年4月12日 官方)", DAY, "官方"),
        ("* (2024/04/12 not official)", DAY, "not official"),
        ("3. (2024.04.12 MTGso)", DAY, "MTGso"),
        ("• [2024-04-12 gpt]", DAY, "gpt"),
        ("(2024-04-12 official)", DAY, "official"),
        ("• (12/04/2024 official)", date(2024, 4, 12), "official"),
        ("\u00a0•\t(2024-04-12\u00a0official)\u200b", DAY, "official"),
        ("• (2024-04-12 official", DAY, "official"),
        ("• 2024-04-12 official", DAY, "official"),
        ("• (2024-02-30 official)", None, "official"),
        ("• (2024-13-12 official)", None, "official"),
        ("• (2024-04-123 official)", None, "official"),
        ("• (???? official)", None, "official"),
        ("• (official)", None, "official"),
        ("• (12 abril 2024 official)", DAY, "official"),
        ("• (April 12th, 2024 official)", DAY, "official"),
        ("• (12 de abril de 2024, official)", DAY, "official"),
        ("• (12 brumaire 2024 official)", None, "brumaire 2024 official"),
    ],
)
def test_header_is_recognised_however_it_is_written(read, header, day, label):
    first, odd, last = read(f"• (2024-01-01 gpt){PAIR}{header}{PAIR}• (2024-12-31 gpt){PAIR}").entries
    assert (odd.date, odd.label) == (day, label)
    assert [versions(entry) for entry in (first, odd, last)] == [{"zh-Hans": "文。", "en": "Text."}] * 3


@pytest.mark.parametrize("header", ["• (2024-02-30 official)", "• (official)", "• (????-04-12 gpt)"])
def test_date_that_is_none_is_reported(read, header):
    reading = read(f"• (2024-01-01 gpt){PAIR}{header}{PAIR}")
    assert [(p.code, p.severity, p.detail) for p in reading.problems] == [("impossible-date", "error", header)]


@pytest.mark.parametrize("day", ["1899-04-12", "2204-04-12"])
def test_date_outside_the_life_of_the_game_is_kept_and_reported(read, day):
    reading = read(f"• ({day} gpt){PAIR}")
    assert reading.entries[0].date == date.fromisoformat(day)
    assert codes(reading) == ["unlikely-date"]


def test_bullets_inside_a_text_start_nothing(read):
    reading = read(
        "• (2024-06-07 official)\n\n  它列出•甲•乙两项：\n  • 甲\n  • 乙\n\n  It lists • one • two:\n  • one\n  • two (see above)\n"
    )
    (entry,) = reading.entries
    assert versions(entry) == {
        "zh-Hans": "它列出•甲•乙两项：\n• 甲\n• 乙",
        "en": "It lists • one • two:\n• one\n• two (see above)",
    }


def test_day_and_month_are_settled_by_the_other_dates_of_the_file(read):
    reading = read(f"• (03/04/2018 gpt){PAIR}• (03/25/2018 gpt){PAIR}")
    assert [entry.date for entry in reading.entries] == [date(2018, 3, 4), date(2018, 3, 25)]
    assert [(p.line, p.code) for p in reading.problems] == [(1, "settled-date-order")]


def test_header_that_was_lost_is_suspected(read):
    reading = read("• (2024-06-07 gpt)\n\n  甲。\n\n  The first.\n\n  乙。\n\n  The second.\n")
    assert codes(reading) == ["missing-header"]


def test_header_with_nothing_under_it_is_reported(read):
    reading = read(f"• (2024-06-07 gpt)\n• (2024-06-08 gpt){PAIR}")
    assert [entry.date.day for entry in reading.entries] == [7, 8]
    assert [(p.line, p.code) for p in reading.problems] == [(1, "missing-paragraph")]


@pytest.mark.parametrize("indent", ["  ", "\t", ""])
def test_several_cards_in_one_file(read, indent):
    pair = f"\n\n{indent}文。\n\n{indent}Text.\n\n"
    reading = read(
        f"Lightform\n\n• (2024-06-07 gpt){pair}Cloudform\n\n• (2024-06-07 gpt){pair}• (2024-06-08 gpt){pair}"
    )
    assert [entry.heading for entry in reading.entries] == ["Lightform", "Cloudform", "Cloudform"]
    assert all(versions(entry) == {"zh-Hans": "文。", "en": "Text."} for entry in reading.entries)


def test_text_before_the_first_entry_is_not_lost_silently(read):
    reading = read(f"Saved from a page.\n\nSecond line.\n\n# Lightform\n\n• (2024-06-07 gpt){PAIR}")
    assert reading.entries[0].heading == "Lightform"
    assert [(p.line, p.code) for p in reading.problems] == [(1, "text-before-entries")]


def test_text_on_the_line_of_its_header(read):
    reading = read("• (2024-06-07 gpt) 甲。\n  One.\n• (2024-06-07 gpt): 乙。\n  Two.\n")
    assert [versions(entry) for entry in reading.entries] == [
        {"zh-Hans": "甲。", "en": "One."},
        {"zh-Hans": "乙。", "en": "Two."},
    ]
    assert reading.entries[1].paragraphs[0].first_line == 3


@pytest.mark.parametrize(
    ("line", "day", "said"),
    [
        ("13/06/2022", date(2022, 6, 13), ["other-form"]),
        ("2022-06-13", date(2022, 6, 13), ["other-form"]),
        ("May 6th, 2023", date(2023, 5, 6), ["other-form"]),
        ("7 de mayo de 2023:", date(2023, 5, 7), ["other-form"]),
        ("05/06/2022", date(2022, 6, 5), ["assumed-day-first", "other-form"]),
        ("13/06/202", None, ["impossible-date", "other-form"]),
    ],
)
def test_a_date_alone_on_its_line_starts_an_entry_without_label(read, line, day, said):
    reading = read(f"• (2023-05-05 official){PAIR}{line}\n\n  It stays tapped.\n\n• (2024-04-12 gpt){PAIR}")
    assert [(entry.date, entry.label) for entry in reading.entries] == [
        (date(2023, 5, 5), "official"),
        (day, None),
        (DAY, "gpt"),
    ]
    assert [versions(entry) for entry in reading.entries] == [
        {"zh-Hans": "文。", "en": "Text."},
        {"en": "It stays tapped."},
        {"zh-Hans": "文。", "en": "Text."},
    ]
    assert sorted((problem.line, problem.code) for problem in reading.problems) == [(7, code) for code in said]


def test_a_pair_under_a_date_alone_on_its_line_is_one_entry(read):
    reading = read(f"• (2023-05-05 official){PAIR}2023-05-06 (gpt){PAIR}• (2024-04-12 gpt){PAIR}")
    assert [entry.label for entry in reading.entries] == ["official", "gpt", "gpt"]
    assert [versions(entry) for entry in reading.entries] == [{"zh-Hans": "文。", "en": "Text."}] * 3
    assert codes(reading) == ["other-form"]


def test_a_date_in_the_middle_of_a_wrapped_sentence_starts_nothing(read):
    reading = read("• (2023-05-05 official)\n\n  文。\n\n  The rule was changed on\n  13/06/2022\n  for good.\n")
    assert [versions(entry)["en"] for entry in reading.entries] == ["The rule was changed on 13/06/2022 for good."]
    assert codes(reading) == []
