"""Lines into paragraphs: wrapped lines, forgotten blank lines, what has no language."""

from __future__ import annotations

import pytest

from ingest.formats.blocks import MAX_BODY, by_language, paragraphs, within_bounds


def found(text):
    return [(p.lang, p.body, p.first_line, p.last_line) for p in paragraphs(enumerate(text.split("\n"), start=1))]


def test_hard_wrapped_lines_become_one_paragraph():
    assert found("When this creature\nis turned face up, it\nstays face-\ndown no longer.") == [
        ("en", "When this creature is turned face up, it stays face-down no longer.", 1, 4)
    ]
    assert found("如果某张双面牌\n被显化，则它\n牌面朝下。") == [
        ("zh-Hans", "如果某张双面牌被显化，则它牌面朝下。", 1, 3)
    ]


def test_blank_line_forgotten_between_two_languages():
    assert found("它不会重置。\nIt stays tapped.") == [
        ("zh-Hans", "它不会重置。", 1, 1),
        ("en", "It stays tapped.", 2, 2),
    ]
    assert found("它不会重置\nIt stays tapped") == [("zh-Hans", "它不会重置", 1, 1), ("en", "It stays tapped", 2, 2)]


def test_foreign_name_on_a_line_of_a_wrapped_text_is_part_of_it():
    assert found("如果你操控\nFblthp, Lost on the Range\n则抓一张牌。") == [
        ("zh-Hans", "如果你操控 Fblthp, Lost on the Range 则抓一张牌。", 1, 3)
    ]


def test_spanish_line_after_an_english_one_is_new_only_after_a_sentence():
    assert [lang for lang, *_ in found("It stays tapped.\nPermanece girado cuando entra.")] == ["en", "es"]


@pytest.mark.parametrize("order", [("2/2.", "它是生物。"), ("它是生物。", "2/2.")])
def test_what_has_no_language_stays_with_its_neighbour(order):
    (one,) = by_language(paragraphs(enumerate("\n\n".join(order).split("\n"), start=1)))
    assert (one.lang, one.body, one.first_line, one.last_line) == ("zh-Hans", "\n".join(order), 1, 3)


def test_space_around_is_dropped_and_space_inside_kept():
    assert found("\u3000\t A\u00a0B  and C, the end.\u00a0\x07") == [("en", "A\u00a0B  and C, the end.", 1, 1)]


def test_paragraph_as_long_as_a_book_is_reported_not_read():
    problems = []
    kept = within_bounds("a.txt", paragraphs([(4, "The end. " * MAX_BODY), (6, ""), (7, "The end.")]), problems)
    assert [paragraph.body for paragraph in kept] == ["The end."]
    assert [(problem.line, problem.code, problem.severity) for problem in problems] == [(4, "oversized-text", "error")]
