"""Diffs: both wordings can be read out of one, and each language is cut its own way."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.present.diff import LONGEST, changes, likeness, render_diff

WORDINGS = st.text(st.sampled_from("ab c牌面朝<&."), max_size=30)


@given(WORDINGS, WORDINGS, st.sampled_from(["en", "es", "zh-Hans"]))
def test_both_wordings_are_in_their_diff(old: str, new: str, lang: str) -> None:
    steps = changes(old, new, lang)
    assert "".join(one.text for one in steps if one.kind != "inserted") == old
    assert "".join(one.text for one in steps if one.kind != "deleted") == new


def test_latin_words_change_whole_and_chinese_by_character() -> None:
    assert render_diff("is manifested", "is cloaked", "en") == "is <del>manifested</del><ins>cloaked</ins>"
    assert render_diff("转换法术力费用", "法术力值", "zh-Hans") == ("<del>转换</del>法术力<del>费用</del><ins>值</ins>")


def test_a_diff_is_escaped() -> None:
    assert render_diff("<b>", "<i>", "en") == "&lt;<del>b</del><ins>i</ins>&gt;"


def test_a_text_too_long_to_compare_is_shown_replaced() -> None:
    old = "a " * LONGEST
    assert [(one.kind, len(one.text)) for one in changes(old, "b", "en")] == [
        ("deleted", len(old)),
        ("inserted", 1),
    ]


@pytest.mark.parametrize(("old", "new", "share"), [("", "", 0.0), ("显化", "显化", 1.0), ("显化", "匿伏", 0.0)])
def test_likeness_is_the_share_that_stayed(old: str, new: str, share: float) -> None:
    assert likeness(old, new, "zh-Hans") == share
