"""Where a query is marked in a text: right offsets in every language."""

from __future__ import annotations

import pytest

from app.knowledge import Knowledge
from app.search.request import SearchRequest
from app.search.service import search
from ingest.model import Hit


def marked(hit: Hit, lang: str) -> set[str]:
    """What is marked in the texts of a language."""
    texts = [text for ruling in hit.rulings for text in ruling.texts if text.lang == lang]
    return {text.body[start:end] for text in texts for start, end in hit.marks.get(text.id, ())}


def first(knowledge: Knowledge, q: str) -> Hit:
    return search(knowledge, SearchRequest(q=q)).hits[0]


def test_a_concept_is_marked_in_every_language_of_the_family(knowledge: Knowledge) -> None:
    hit = first(knowledge, "face-down creatures same name")
    assert "face-down" in marked(hit, "en")
    assert "boca abajo" in marked(hit, "es")
    assert "牌面朝下" in marked(hit, "zh-Hans")


def test_only_the_phrase_is_marked(knowledge: Knowledge) -> None:
    assert marked(first(knowledge, '"牌面朝下的生物没有名称"'), "zh-Hans") == {"牌面朝下的生物没有名称"}


def test_a_card_s_name_is_marked_where_it_stands(knowledge: Knowledge) -> None:
    hit = first(knowledge, "Kozilek countered")
    assert any("Kozilek" in piece for piece in marked(hit, "en"))


@pytest.mark.parametrize("q", ["{X} mana cost plotted", "设谋 X"])
def test_a_symbol_is_marked_whole(knowledge: Knowledge, q: str) -> None:
    assert all(piece == piece.strip() for lang in ("en", "zh-Hans") for piece in marked(first(knowledge, q), lang))


def test_marks_do_not_overlap_and_stay_inside(knowledge: Knowledge) -> None:
    page = search(knowledge, SearchRequest(q="manifested creature turned face up 显化 boca arriba"))
    assert page.hits
    for hit in page.hits:
        lengths = {text.id: len(text.body) for ruling in hit.rulings for text in ruling.texts}
        for text, spans in hit.marks.items():
            flat = [place for span in spans for place in span]
            assert flat == sorted(set(flat))
            assert 0 <= flat[0] < flat[-1] <= lengths[text]


def test_emoji_and_combining_marks_shift_nothing(knowledge_of) -> None:
    body = "El man\u0301a \U0001f0cf no cuenta: \U0001f468\u200d\U0001f469\u200d\U0001f467 el permanente esta\u0301 girado."
    small = knowledge_of({"a.txt": f"Clone\n\n02/02/2024\n\n{body}\n"})
    assert {"man\u0301a"} <= marked(first(small, "maná"), "es")
    assert {"girado"} <= marked(first(small, "girado"), "es")
