"""Failures people reported of search engines like ours: brackets, stars, accents; sentences of our own."""

from __future__ import annotations

import unicodedata

import pytest

from app.knowledge import Knowledge
from app.search.request import SearchRequest
from app.search.service import search
from ingest.model import ResultPage


def ask(knowledge: Knowledge, q: str) -> ResultPage:
    return search(knowledge, SearchRequest(q=q, per_page=100))


def bodies(page: ResultPage) -> list[str]:
    return [text.body for hit in page.hits for ruling in hit.rulings for text in ruling.texts]


class TestNotationIsText:
    """WSH-03: brackets, braces and stars are what rulings are written with, or nothing."""

    PLOT = "Plot [cost] lets you pay that cost to exile it. Here it is {X}{U}."

    @pytest.fixture
    def knowledge(self, knowledge_of) -> Knowledge:
        pair = f"• (2024-04-12 official)\n\n  设谋[费用]让你支付该费用来放逐它。\n\n  {self.PLOT}\n"
        other = "• (2023-01-{:02} official)\n\n  第{}个生物不会攻击。\n\n  Creature number {} doesn't attack.\n"
        page = "单卡释疑\n\n" + "\n".join([pair, *(other.format(n, n, n) for n in range(1, 29))])
        return knowledge_of({"a.txt": page})

    @pytest.mark.parametrize("q", ["Plot [cost]", "设谋[费用]", "[费用]", "{X}{U}", "{x}"])
    def test_notation_finds_the_ruling_that_holds_it_first(self, knowledge: Knowledge, q: str) -> None:
        hit = ask(knowledge, q).hits[0]
        assert self.PLOT in [text.body for ruling in hit.rulings for text in ruling.texts]

    @pytest.mark.parametrize("q", ["*", "**", "?", "*: *", "*:*", "["])
    def test_signs_of_other_query_languages_do_not_list_everything(self, knowledge: Knowledge, q: str) -> None:
        page = ask(knowledge, q)
        assert page.total == 0
        assert [notice.code for notice in page.notices] == ["no-words"]

    @pytest.mark.parametrize("q", ["[TO]", "[a TO b]"])
    def test_a_range_of_another_query_language_is_words(self, knowledge: Knowledge, q: str) -> None:
        assert ask(knowledge, q).total < ask(knowledge, "").total


class TestAccents:
    """WSH-08: `ñ` is a letter of its own, other accents may be left out, composed or not."""

    CAMPAIGN, BELL, MANA = "La campaña acaba ahora.", "La campana suena dos veces.", "Agrega maná de cualquier color."
    APART = unicodedata.normalize("NFD", "Aparece otro maná.")

    @pytest.fixture
    def knowledge(self, knowledge_of) -> Knowledge:
        texts = (self.CAMPAIGN, self.BELL, self.MANA, self.APART)
        pages = {f"{n}.txt": f"Opt\n\n02/02/2024\n\n{text}\n" for n, text in enumerate(texts)}
        return knowledge_of(pages)

    @pytest.mark.parametrize("q", ["campaña", "campan\u0303a", "CAMPAÑA"])
    def test_the_letter_finds_the_letter(self, knowledge: Knowledge, q: str) -> None:
        assert bodies(ask(knowledge, q)) == [self.CAMPAIGN]

    def test_the_plain_letter_finds_the_plain_word_first(self, knowledge: Knowledge) -> None:
        assert bodies(ask(knowledge, "campana"))[0] == self.BELL

    @pytest.mark.parametrize("q", ["maná", "mana", "mana\u0301", "MANÁ"])
    def test_an_accent_may_be_left_out_or_written_apart(self, knowledge: Knowledge, q: str) -> None:
        assert set(bodies(ask(knowledge, q))) == {self.MANA, self.APART}

    def test_the_mark_covers_the_letter_with_its_accent(self, knowledge: Knowledge) -> None:
        pieces = {
            text.body[start:end]
            for hit in ask(knowledge, "mana").hits
            for ruling in hit.rulings
            for text in ruling.texts
            for start, end in hit.marks[text.id]
        }
        assert pieces == {"maná", "mana\u0301"}
