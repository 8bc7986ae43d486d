"""What people say at the table, in three languages, names what the rules call otherwise; it is no slip to be corrected."""

from __future__ import annotations

import pytest

from app.knowledge import Knowledge
from app.search.request import SearchRequest
from app.search.service import answer

SAID = [
    ("DFC", "double-faced"),
    ("dfc", "double-faced"),
    ("ETB", "enters-the-battlefield-ability"),
    ("SBA", "state-based-action"),
    ("CMC", "mana-value"),
    ("dies", "die"),
    ("bounce", "return"),
    ("盖着", "face-down"),
    ("翻开", "turn-face-up"),
    ("bicho boca abajo", "creature"),
    ("bicho boca abajo", "face-down"),
    ("tapeada", "tapped"),
    ("unmanifesting", "turn-face-up"),
    ("uncloaked", "turn-face-up"),
    ("desenmascarando", "turn-face-up"),
]


@pytest.mark.parametrize(("said", "meant"), SAID)
def test_it_means_what_it_means_and_finds_something(knowledge: Knowledge, said: str, meant: str) -> None:
    found = answer(knowledge, SearchRequest(q=said))
    assert meant in found.query.concepts
    assert found.query.corrections == ()
    assert found.total > 0


@pytest.mark.parametrize(("said", "meant"), SAID)
def test_it_means_the_same_inside_a_question_in_another_language(knowledge: Knowledge, said: str, meant: str) -> None:
    assert meant in answer(knowledge, SearchRequest(q=f"cloak {said} 显化")).query.concepts


@pytest.mark.parametrize(
    ("said", "not_meant"),
    [
        ("a creature turns face down", "turn"),
        ("turning it face down", "turn"),
        ("生物翻成牌面朝下", "turn-face-up"),
        ("girar boca abajo una criatura", "tap"),
        ("dar la vuelta boca abajo", "turn-face-up"),
    ],
)
def test_what_is_turned_face_down_is_neither_a_turn_nor_turned_up(
    knowledge: Knowledge, said: str, not_meant: str
) -> None:
    concepts = answer(knowledge, SearchRequest(q=said)).query.concepts
    assert "face-down" in concepts
    assert not_meant not in concepts
