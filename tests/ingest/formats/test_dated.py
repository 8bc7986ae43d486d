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
