"""What is typed in many ways becomes one string."""

from __future__ import annotations

import pytest

from ingest.languages import fold, language
from ingest.normalize import clean_text, normalise_body


@pytest.mark.parametrize(
    ("typed", "folded"),
    [
        ("MANÁ", "mana"),
        ("mana\u0301", "mana"),
        ("CAMPAÑA", "campaña"),
        ("campan\u0303a", "campaña"),
        ("Lim-Dûl", "lim dul"),
        ("face‑down", "face down"),
        ("−3", "-3"),
        ("can’t", "can't"),
        ("“plot”", '"plot"'),
        ("２／２，Ｘ", "2/2,x"),
        ("Æther Œuvre", "aether oeuvre"),
        ("ainara\u00a0sote", "ainara sote"),
        ("顯化、橫置", "显化、横置"),
        ("zero\u200bwidth\ufeff", "zerowidth"),
        ("straße", "strasse"),
    ],
)
def test_folded_form(typed: str, folded: str) -> None:
    assert fold(typed).text == folded


@pytest.mark.parametrize("dot", ["\u00b7", "\u30fb", "\u2027", "\u2022", "\uff0e", "\uff65", "", "\u200b\u00b7"])
def test_the_dot_inside_a_chinese_name_is_typed_in_many_ways(dot: str) -> None:
    assert fold(f"艾娜{dot}索特").text == "艾娜索特"


def test_dots_elsewhere_stay() -> None:
    assert fold("• one • two").text == "• one • two"
    assert fold("Yes. No.").text == "yes. no."


def test_a_mark_holds_the_whole_letter() -> None:
    text = "Otro mana\u0301 aparece."
    spans = {token.term: (token.start, token.end) for token in language("es").tokens(text)}
    assert text[slice(*spans["=mana"])] == "mana\u0301"


def test_marks_are_right_after_emoji_names_and_spaces() -> None:
    text = "\n Kozilek  的 触发式异能 \U0001f0cf 会先结算；触发式异能 : a : b。"
    tokens = language("zh-Hans").tokens(text)
    marked = {token.term: text[token.start : token.end] for token in tokens}
    assert marked["=kozilek"] == "Kozilek"
    assert marked["zh~触发"] == "触发"
    assert marked["zh~结算"] == "结算"
    assert sum(token.term == "zh2~异能" for token in tokens) == 2


def test_a_body_is_normalised_for_ids() -> None:
    assert normalise_body("It’s  \u00a0“so”\n") == normalise_body('\ufeffIt\'s "so"')
    assert normalise_body("man\u0303ana") == "mañana"
    assert normalise_body("牌 ２") == "牌 ２"  # full width is the text's own


def test_cleaning_keeps_what_can_be_seen() -> None:
    family = "\U0001f468\u200d\U0001f469"
    assert clean_text(f"a\u00a0b{family}\r\nc\u200d") == f"a\u00a0b{family}\nc"
