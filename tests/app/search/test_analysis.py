"""A query's words, and the language it is in."""

from __future__ import annotations

import pytest

from app.knowledge import Knowledge
from app.search.analysis import language_of, words


def asked_in(knowledge: Knowledge, q: str, ui: str = "en") -> str:
    return language_of(q, knowledge.finder.find_query(q), ui)


@pytest.mark.parametrize(
    ("q", "language"),
    [
        ("显化", "zh-Hans"),
        ("kozilek 触发", "zh-Hans"),
        ("can it be countered", "en"),
        ("¿puede ser contrarrestado?", "es"),
        ("disfraz", "es"),
        ("cloak", "en"),
    ],
)
def test_the_language_of_a_query(knowledge: Knowledge, q: str, language: str) -> None:
    assert asked_in(knowledge, q) == language


@pytest.mark.parametrize("ui", ["en", "es"])
def test_where_nothing_tells_it_is_the_interface_s(knowledge: Knowledge, ui: str) -> None:
    assert asked_in(knowledge, "2/2", ui) == ui


def test_a_latin_word_is_read_as_english_and_as_spanish(knowledge: Knowledge) -> None:
    (word,) = words("permanentes", knowledge.languages)
    terms = dict(word.alternatives)
    assert {"en", "es"} <= {term.partition("~")[0] for term in terms}
    assert terms["=permanentes"] == max(terms.values())


def test_words_keep_their_places(knowledge: Knowledge) -> None:
    q = "manifest 牌面朝下 {X}"
    found = words(q, knowledge.languages)
    assert found[0].text == "manifest"
    assert all(q[word.start : word.end].casefold() == word.text for word in found)
