"""A query taken apart: words, phrases, exclusions, alternatives; whatever is typed."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.search.parse import MAX_ATOMS, parse
from ingest.model import Branch


def only(q: str) -> Branch:
    """The single branch of a query without notices."""
    parsed = parse(q)
    assert parsed.notices == ()
    assert len(parsed.branches) == 1
    return parsed.branches[0]


@pytest.mark.parametrize("text", ["{X}{U}", "+1/+1", "-1/-1", "2/2", "Plot [cost]", "A-Lightning Bolt", "f(x)", "w/o"])
def test_notation_of_the_game_is_text(text: str) -> None:
    assert only(text) == Branch(text=text)


@pytest.mark.parametrize("q", ['"face up"', "“face up”", "«face up»", "„face up“", "＂face up＂", "”face up”"])
def test_every_pair_of_quotes_makes_a_phrase(q: str) -> None:
    assert only(q) == Branch(phrases=("face up",))


def test_a_quote_never_closed_holds_plain_words() -> None:
    assert only('cloak "face up') == Branch(text="cloak face up")


@pytest.mark.parametrize(
    "q", ["cloak -morph", "cloak NOT morph", "cloak －morph", "cloak −morph", "cloak AND NOT morph"]
)
def test_what_must_be_absent(q: str) -> None:
    assert only(q) == Branch(text="cloak", excluded=("morph",))


def test_a_phrase_can_be_excluded() -> None:
    assert only('显化 -"牌面朝上"') == Branch(text="显化", excluded_phrases=("牌面朝上",))


def test_a_hyphen_inside_a_word_excludes_nothing() -> None:
    assert only("face-down double-faced") == Branch(text="face-down double-faced")


def test_alternatives_share_what_stands_outside_their_brackets() -> None:
    texts = [branch.text for branch in parse("(morph OR disguise) cost").branches]
    assert texts == ["morph cost", "disguise cost"]


def test_brackets_without_operators_are_only_signs() -> None:
    assert only("morph (or disguise)").text.split() == ["morph", "or", "disguise"]


def test_lower_case_operators_are_words() -> None:
    assert only("morph or not") == Branch(text="morph or not")


def test_invisible_signs_are_dropped() -> None:
    assert only("\ufeff显\u200b化") == Branch(text="显化")


def test_fields_are_taken_out_of_the_text() -> None:
    parsed = parse("cloak lang:es -card:Opt")
    assert [branch.text for branch in parsed.branches] == ["cloak"]
    assert (parsed.filters.langs, parsed.filters.not_cards) == (("es",), ("Opt",))


def test_a_query_of_very_many_words_is_cut_and_says_so() -> None:
    parsed = parse("morph " * (MAX_ATOMS + 5))
    assert [notice.code for notice in parsed.notices] == ["query-too-complex"]
    assert len(parsed.branches[0].text.split()) == MAX_ATOMS


@pytest.mark.parametrize("q", ["", "   ", "\u200b", '""', "“”"])
def test_nothing_asks_nothing(q: str) -> None:
    assert parse(q).branches == ()


@given(st.text(max_size=120))
def test_nothing_typed_is_an_error(q: str) -> None:
    parsed = parse(q)
    assert all(branch != Branch() for branch in parsed.branches)


@given(st.lists(st.sampled_from(["a", "OR", "NOT", "AND", "(", ")", '"b c"', "-", "card:", "date>=2024"]), max_size=40))
def test_no_arrangement_of_operators_is_an_error(parts: list[str]) -> None:
    parsed = parse(" ".join(parts))
    assert len(parsed.branches) <= 16
