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
