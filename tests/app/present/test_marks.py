"""A text as HTML: nothing of it can become a tag, and no span loses or moves a character."""

from __future__ import annotations

import re
from html import unescape

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.present.marks import pieces, render
from ingest.model import Insertion

BODIES = st.text(st.sampled_from("a显<>&\"' é́🃏\n"), max_size=40)
SPANS = st.lists(st.tuples(st.integers(-2, 45), st.integers(-2, 45)), max_size=5)
INSERTIONS = st.lists(
    st.builds(Insertion, st.integers(0, 40), st.integers(0, 40), st.sampled_from(["en", "es"])), max_size=3
)


def words_of(html: str) -> str:
    return unescape(re.sub(r"</?(?:span|mark)[^<>]*>", "", html))


def marked(html: str) -> list[str]:
    return [unescape(found) for found in re.findall(r"<mark>(.*?)</mark>", html, re.DOTALL)]


@given(BODIES, INSERTIONS, SPANS, SPANS)
def test_without_its_tags_the_html_is_the_text(body: str, insertions, marks, notes) -> None:
    html = render(body, insertions=insertions, marks=marks, notes=notes)
    assert words_of(html) == body


@given(BODIES, SPANS)
def test_exactly_the_marked_characters_are_marked(body: str, spans) -> None:
    covered = {at for low, high in spans for at in range(max(low, 0), min(high, len(body)))}
    expected = "".join(char for at, char in enumerate(body) if at in covered)
    assert "".join(marked(render(body, marks=spans))) == expected


def test_a_text_cannot_bring_its_own_tags() -> None:
    html = render("<script>alert('显化')</script>", marks=[(8, 13)])
    assert "<script" not in html
    assert marked(html) == ["alert"]


@pytest.mark.parametrize("marks", [[(0, 4)], [(0, 2), (2, 4)], [(0, 3), (1, 4)]])
def test_marks_that_touch_or_overlap_are_one_mark(marks: list[tuple[int, int]]) -> None:
    assert render("牌面朝下的生物", marks=marks) == "<mark>牌面朝下</mark>的生物"


def test_an_insertion_says_its_language_and_a_mark_across_its_edge_stays_inside() -> None:
    html = render("disfrazarse (or morph)", insertions=[Insertion(13, 21, "en")], marks=[(0, 15)])
    assert html == '<mark>disfrazarse (</mark><span lang="en"><mark>or</mark> morph</span>)'


def test_in_nested_insertions_the_inner_language_holds() -> None:
    held = [Insertion(0, 9, "en"), Insertion(4, 6, "zh-Hans")]
    assert [(one.text, one.lang) for one in pieces("the 显化 ok", held, [], [])][:3] == [
        ("the ", "en"),
        ("显化", "zh-Hans"),
        (" ok", "en"),
    ]


def test_offsets_count_code_points_beyond_the_first_plane() -> None:
    assert marked(render("🃏🃏显化", marks=[(2, 4)])) == ["显化"]


def test_a_finding_is_marked_around_the_matches_in_it() -> None:
    assert render("abc", marks=[(1, 2)], notes=[(0, 3)]) == '<span class="noted">a<mark>b</mark>c</span>'
