"""Slips of typing: corrected where nothing has the word, left alone where anything has, and always said."""

from __future__ import annotations

import pytest

from app.knowledge import Knowledge
from app.search.request import SearchRequest
from app.search.service import search
from ingest.model import Query


def asked(knowledge: Knowledge, q: str) -> Query:
    return search(knowledge, SearchRequest(q=q)).query


@pytest.mark.parametrize(
    ("q", "correction", "concept"),
    [
        ("manifst", ("manifst", "manifest"), "manifest"),
        ("clowk", ("clowk", "cloak"), "cloak"),
        ("face dwon", ("dwon", "down"), "face-down"),
        ("criatura encuvierta", ("encuvierta", "encubierta"), "cloak"),
        ("dobel cara", ("dobel", "doble"), "double-faced"),
    ],
)
def test_a_slip_in_an_alphabet(knowledge: Knowledge, q: str, correction: tuple[str, str], concept: str) -> None:
    query = asked(knowledge, q)
    assert query.corrections == (correction,)
    assert concept in query.concepts


@pytest.mark.parametrize(
    ("q", "correction", "concept"),
    [
        ("先化", ("先化", "显化"), "manifest"),
        ("安码", ("安码", "暗码"), "cipher"),
        ("横制的生物", ("横制", "横置"), "tapped"),
        ("牌面潮下", ("牌面潮下", "牌面朝下"), "face-down"),
    ],
)
def test_a_character_of_the_same_sound(knowledge: Knowledge, q: str, correction: tuple[str, str], concept: str) -> None:
    query = asked(knowledge, q)
    assert query.corrections == (correction,)
    assert concept in query.concepts


@pytest.mark.parametrize(
    ("q", "concept"), [("xianhua", "manifest"), ("xian hua", "manifest"), ("anma", "cipher"), ("weizhuang", "disguise")]
)
def test_pinyin_is_read(knowledge: Knowledge, q: str, concept: str) -> None:
    assert concept in asked(knowledge, q).concepts


@pytest.mark.parametrize("q", ["kozilec", "Nota de rescatte", "光型"])
def test_a_slip_in_the_name_of_a_card(knowledge: Knowledge, q: str) -> None:
    query = asked(knowledge, q)
    assert len(query.corrections) == 1
    assert len(query.cards) == 1


def test_a_correction_is_said(knowledge: Knowledge) -> None:
    page = search(knowledge, SearchRequest(q="manifst -clowk"))
    assert [(notice.code, notice.detail) for notice in page.notices] == [("corrected", "manifst → manifest")]


@pytest.mark.parametrize(
    "q",
    [
        "manifest",
        "desanexada",
        "Humility",  # a card that no ruling here stands on
        "Stifle",
        "asdfgh",
        "the of que",
        "xyz 2/2 {X}",
        "显化的生物",
        "盖着的牌",
        "所谓双色色组",  # words that people use, whatever of the game sounds like them
        "第四次结算",
        "法术都属于牌张类别",
        "无论是只有一个指挥官",
        "设障法师能翻开吗",  # names that nobody here knows, whatever a piece of them looks like
        "托托力的异能",
        "图鲁先化安",
        "",
    ],
)
def test_words_names_and_nonsense_are_left_alone(knowledge: Knowledge, q: str) -> None:
    assert asked(knowledge, q).corrections == ()


def test_quotes_are_never_corrected(knowledge: Knowledge) -> None:
    page = search(knowledge, SearchRequest(q='"manifst"'))
    assert (page.total, page.query.corrections) == (0, ())


def test_without_accents(knowledge: Knowledge) -> None:
    assert set(asked(knowledge, "instantaneo manifestado").concepts) == {"instant", "manifest"}


@pytest.mark.parametrize("q", ["bicho boca abajo", "facedown creature", "盖着的生物"])
def test_what_people_say_at_the_table(knowledge: Knowledge, q: str) -> None:
    assert set(asked(knowledge, q).concepts) == {"creature", "face-down"}


def test_very_many_unknown_words_are_answered(knowledge: Knowledge) -> None:
    page = search(knowledge, SearchRequest(q="qwertz " * 60 + "manifst"))
    assert len(page.query.corrections) <= 4
