"""Pages of one card with a date line above each paragraph."""

from __future__ import annotations

from datetime import date

import pytest


def test_language_changes_from_entry_to_entry_and_nothing_is_paired(read):
    reading = read(
        "Centinela de niebla\n\n02/02/2024\n\nIf the spell leaves the stack, you must reveal it.\n\n"
        "02/02/2024\n\nDebes mostrarla si tiene disfraz (or morph).\n\n02/02/2024\n\n2/2.\n\n"
        "02/02/2024\n\n如果它离开堆叠，你必须展示它。"
    )
    assert [[p.lang for p in entry.paragraphs] for entry in reading.entries] == [["en"], ["es"], ["und"], ["zh-Hans"]]
    assert {entry.heading for entry in reading.entries} == {"Centinela de niebla"}
    assert {entry.label for entry in reading.entries} == {None}


@pytest.mark.parametrize(
    ("dates", "read_as", "said"),
    [
        (["03/04/2018", "13/07/2018"], [date(2018, 4, 3), date(2018, 7, 13)], ["settled-date-order"]),
        (["03/04/2018", "07/13/2018"], [date(2018, 3, 4), date(2018, 7, 13)], ["settled-date-order"]),
        (["03/04/2018"], [date(2018, 4, 3)], ["assumed-day-first"]),
        (
            ["03/04/2018", "13/07/2018", "07/14/2018", "05/05/2018"],
            [None, date(2018, 7, 13), date(2018, 7, 14), date(2018, 5, 5)],
            ["ambiguous-date"],
        ),
        (["2018-03-04", "2018年7月13日"], [date(2018, 3, 4), date(2018, 7, 13)], []),
        (["１３／０７／２０１８"], [date(2018, 7, 13)], []),
        (["31/02/2018", "13/07/2018"], [None, date(2018, 7, 13)], ["impossible-date"]),
        (["13/07/201", "13/07/2018"], [None, date(2018, 7, 13)], ["impossible-date"]),
        (["??/07/2018", "13/07/2018"], [None, date(2018, 7, 13)], ["impossible-date"]),
    ],
)
def test_dates_are_read_as_a_careful_person_would(read, dates, read_as, said):
    page = "Carta\n\n" + "".join(
        f"{day}\n\nTexto de la carta número {n}.\n\n" for n, day in enumerate([*dates, "25/12/2018"])
    )
    if "07/13/2018" in dates or not any(int(day[:2]) > 12 for day in dates if day[:2].isdecimal()):
        page = page.replace("25/12/2018", "2018-12-25")  # which settles nothing
    reading = read(page)
    assert [entry.date for entry in reading.entries] == [*read_as, date(2018, 12, 25)]
    assert [problem.code for problem in reading.problems] == said
    assert [entry.paragraphs[0].body for entry in reading.entries] == [
        f"Texto de la carta número {n}." for n in range(len(dates) + 1)
    ]


@pytest.mark.parametrize(
    "line", ["13/07/2018", "  13/07/2018  ", "13/07/2018:", "• 13/07/2018", "13 / 07 / 2018", "\u200b13/07/2018"]
)
def test_date_line_however_it_is_set(read, line):
    (entry,) = read(f"Card\n{line}\nIt stays tapped.\n").entries
    assert (entry.date, entry.line, entry.paragraphs[0].first_line) == (date(2018, 7, 13), 2, 3)


def test_label_after_the_date(read):
    (entry,) = read("光形\n\n13/07/2018 (gpt)\n\n它不会重置。\n").entries
    assert (entry.label, entry.paragraphs[0].label) == ("gpt", "gpt")


def test_several_cards_in_one_file(read):
    page = "Uno\n\n13/07/2018\n\nEs una carta.\n\nDos\n\n14/07/2018\n\nNo es la misma carta.\n\nCon dos párrafos.\n"
    first, second = read(page).entries
    assert (first.heading, second.heading) == ("Uno", "Dos")
    assert first.paragraphs[0].body == "Es una carta."
    assert second.paragraphs[0].body == "No es la misma carta.\nCon dos párrafos."


def test_missing_paragraph_shifts_nothing(read):
    reading = read("Card\n\n13/07/2018\n\n14/07/2018\n\nIt stays tapped.\n")
    assert [len(entry.paragraphs) for entry in reading.entries] == [0, 1]
    assert [(problem.line, problem.code) for problem in reading.problems] == [(3, "missing-paragraph")]


def test_two_languages_under_one_date_are_versions_of_one_statement(read):
    reading = read("Card\n\n13/07/2018\n\nIt stays tapped.\n\nPermanece girado.\n")
    assert [p.lang for p in reading.entries[0].paragraphs] == ["en", "es"]
    assert [problem.code for problem in reading.problems] == ["several-languages"]


@pytest.mark.parametrize(
    ("line", "day"),
    [
        ("May 6, 2023", date(2023, 5, 6)),
        ("May 6th, 2023", date(2023, 5, 6)),
        ("Saturday, May 6, 2023", date(2023, 5, 6)),
        ("6 May 2023", date(2023, 5, 6)),
        ("6th of May 2023:", date(2023, 5, 6)),
        ("• Sept. 6, 2023", date(2023, 9, 6)),
        ("7 de mayo de 2023", date(2023, 5, 7)),
        ("7 de Setiembre del 2023", date(2023, 9, 7)),
        ("domingo, 7 de mayo de 2023", date(2023, 5, 7)),
        ("mayo 7, 2023 (gpt)", date(2023, 5, 7)),
        ("31 de febrero de 2023", None),
        ("3 mai 2023", None),
        ("Mya 6, 2023", None),
    ],
)
def test_month_written_out_starts_an_entry_among_dates_in_numbers(read, line, day):
    reading = read(f"Card\n\n13/07/2018\n\nIt stays tapped.\n\n{line}\n\nNo se gira.\n\n14/07/2018\n\nIt attacks.\n")
    assert [entry.date for entry in reading.entries] == [date(2018, 7, 13), day, date(2018, 7, 14)]
    assert [[p.body for p in entry.paragraphs] for entry in reading.entries] == [
        ["It stays tapped."],
        ["No se gira."],
        ["It attacks."],
    ]
    said = {problem.code for problem in reading.problems}
    assert {(problem.line, problem.detail) for problem in reading.problems} == {(7, line)}
    assert said <= {"other-date-form", "impossible-date"} and ("impossible-date" in said) == (day is None)


def test_a_file_of_months_written_out_is_nothing_to_remark(read):
    reading = read("Card\n\nMay 6, 2023\n\nIt stays tapped.\n\n7 de mayo de 2023\n\nNo se gira.\n")
    assert [entry.date for entry in reading.entries] == [date(2023, 5, 6), date(2023, 5, 7)]
    assert reading.problems == []


@pytest.mark.parametrize(
    "line", ["2023年5月7日", "2023年5月7号", "2023 年 5 月 7 日 星期日", "2023年5月7日（周日）", "二〇二三年五月七日"]
)
def test_chinese_dates_start_entries(read, line):
    reading = read(f"光形\n\n13/07/2018\n\n它已横置。\n\n{line}\n\n它会重置。\n")
    assert [(entry.date, entry.label) for entry in reading.entries] == [
        (date(2018, 7, 13), None),
        (date(2023, 5, 7), None),
    ]
    assert [len(entry.paragraphs) for entry in reading.entries] == [1, 1]


@pytest.mark.parametrize("header", ["• (2023-05-05 official)", "(May 5th, 2023 official)", "• (2023-05-05 official"])
def test_a_bulleted_header_starts_an_entry_with_its_label(read, header):
    pair = "它已横置。\n\nIt stays tapped.\n\n"
    page = (
        f"光形\n\n13/07/2018\n\n它会重置。\n\n{header}\n\n{pair}14/07/2018\n\nIt attacks.\n\n15/07/2018\n\nIt blocks.\n"
    )
    reading = read(page)
    assert [(entry.date, entry.label) for entry in reading.entries] == [
        (date(2018, 7, 13), None),
        (date(2023, 5, 5), "official"),
        (date(2018, 7, 14), None),
        (date(2018, 7, 15), None),
    ]
    assert [[p.label for p in entry.paragraphs] for entry in reading.entries] == [
        [None],
        ["official", None],
        [None],
        [None],
    ]
    assert [(problem.line, problem.code) for problem in reading.problems] == [(7, "other-form")]


@pytest.mark.parametrize("item", ["• (gpt)", "• one", "May 6", "6, 2023", "May the 4th", "Magic 2023"])
def test_what_is_no_date_stays_in_the_text(read, item):
    (entry,) = read(f"Card\n\n13/07/2018\n\nIt lists:\n{item}\nand no more.\n").entries
    assert item in entry.paragraphs[0].body
