"""Suggestions under the pointer."""

from __future__ import annotations

import pytest

from app.knowledge import Knowledge
from app.search.suggest import MOST, suggest


@pytest.mark.parametrize(
    ("typed", "id_"),
    [
        ("mani", "manifest"),
        ("显", "manifest"),
        ("manifes", "manifest"),
        ("MANI", "manifest"),
        ("匿", "cloak"),
        ("encub", "cloak"),
    ],
)
def test_a_beginning_completes_to_the_mechanic(knowledge: Knowledge, typed: str, id_: str) -> None:
    assert id_ in [one.id for one in suggest(knowledge, typed)]


@pytest.mark.parametrize(
    ("typed", "id_"),
    [("ransom", "ransom-note"), ("Kozil", "kozilek-the-broken-reality"), ("寇基", "kozilek-the-broken-reality")],
)
def test_a_beginning_completes_to_the_card(knowledge: Knowledge, typed: str, id_: str) -> None:
    found = {one.id: one for one in suggest(knowledge, typed)}
    assert found[id_].url == f"/cards/{id_}"


def test_the_end_of_a_question_is_completed(knowledge: Knowledge) -> None:
    assert "cloak" in [one.id for one in suggest(knowledge, "what is a cloa")]


@pytest.mark.parametrize("typed", ["", "   ", "\u200b", "qqqqqq", "%", "_", "'; --"])
def test_nothing_fits_nothing(knowledge: Knowledge, typed: str) -> None:
    assert suggest(knowledge, typed) == []


def test_no_more_than_asked_and_never_more_than_the_most(knowledge: Knowledge) -> None:
    assert len(suggest(knowledge, "c", 3)) == 3
    assert len(suggest(knowledge, "c", 10_000)) <= MOST


def test_each_thing_is_suggested_once(knowledge: Knowledge) -> None:
    found = [(one.kind, one.id) for one in suggest(knowledge, "m", 20)]
    assert found
    assert len(found) == len(set(found))


@pytest.mark.parametrize(
    ("typed", "id_", "ending"),
    [
        ("what is a cloa", "cloak", "cloa"),
        ("qué pasa al encub", "cloak", "encub"),
        ("这张牌能否显化", "manifest", "显化"),
    ],
)
def test_a_suggestion_says_which_words_it_completes(knowledge: Knowledge, typed: str, id_: str, ending: str) -> None:
    found = {one.id: one for one in suggest(knowledge, typed)}
    assert typed[found[id_].start :] == ending


@pytest.mark.parametrize("typed", ["manifes", "encub", "显"])
def test_a_suggestion_for_all_that_is_typed_starts_where_it_does(knowledge: Knowledge, typed: str) -> None:
    found = suggest(knowledge, typed)
    assert found
    assert {one.start for one in found} == {0}


@pytest.mark.parametrize("typed", ["what happens when the", "qué pasa con la", "cloak is the", "这张牌不会的"])
def test_a_word_that_only_holds_a_sentence_together_is_not_completed(knowledge: Knowledge, typed: str) -> None:
    assert suggest(knowledge, typed) == []
