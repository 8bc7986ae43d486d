"""From a query to a plan: which concepts lead, which words add."""

from __future__ import annotations

from dataclasses import replace

import pytest

from app.knowledge import Knowledge
from app.search.expand import Expanded, expand
from app.search.parse import parse
from app.search.request import SearchRequest


def expanded(knowledge: Knowledge, q: str) -> Expanded:
    return expand(knowledge, parse(q), SearchRequest(q=q))


def concepts(knowledge: Knowledge, q: str) -> dict[str, float]:
    return dict(expanded(knowledge, q).plan.clauses[0].concepts)


@pytest.mark.parametrize("q", ["manifested creatures", "criaturas manifestadas", "显化的生物", "顯化的生物"])
def test_the_same_concepts_in_any_language(knowledge: Knowledge, q: str) -> None:
    assert set(concepts(knowledge, q)) == {"manifest", "creature"}


def test_a_language_is_told_from_the_words(knowledge: Knowledge) -> None:
    assert expanded(knowledge, "criaturas manifestadas").query.language == "es"


def test_a_card_is_a_card_and_its_words_are_not_terms(knowledge: Knowledge) -> None:
    query = expanded(knowledge, "Ransom Note").query
    assert (query.cards, query.concepts) == (("ransom-note",), ())


def test_namesakes_share_the_weight_of_a_name(knowledge_of) -> None:
    page = "{}\n\n02/02/2024\n\nEsta habilidad se dispara {} veces.\n"
    names = ("Kozilek, the Broken Reality", "Kozilek, Butcher of Truth")
    small = knowledge_of({f"{n}.txt": page.format(name, n + 2) for n, name in enumerate(names)})
    (whole,) = concepts(small, names[0]).values()
    shared = concepts(small, "Kozilek")
    assert set(shared) == {"card:kozilek-the-broken-reality", "card:kozilek-butcher-of-truth"}
    assert sum(shared.values()) == pytest.approx(whole)


@pytest.mark.parametrize("q", ["do auras fall off", "carta de doble cara"])
def test_small_words_of_one_language_are_no_terms_of_another(knowledge: Knowledge, q: str) -> None:
    assert "give" not in concepts(knowledge, q)


def test_a_number_in_a_symbol_is_no_word(knowledge: Knowledge) -> None:
    assert set(concepts(knowledge, "匿伏 守护{2}")) == {"cloak", "ward"}


def test_one_letter_is_no_card_inside_a_question(knowledge: Knowledge) -> None:
    assert not [name for name in concepts(knowledge, "X in the mana cost") if name.startswith("card:")]


PAGE = "{}\n\n02/02/2024\n\nEsta habilidad se dispara {} veces.\n"


def test_what_somebody_does_is_no_card(knowledge_of) -> None:
    small = knowledge_of({"opt.txt": PAGE.format("Opt", 2), "shock.txt": PAGE.format("Shock", 3)})
    assert "card:opt" in concepts(small, "opt twice")
    assert "card:shock" in concepts(small, "can I respond to shock")
    assert not [name for name in concepts(small, "can i opt to pay twice") if name.startswith("card:")]


def test_a_word_with_a_meaning_of_its_own_is_no_card_inside_a_question(knowledge_of) -> None:
    small = knowledge_of({"order.txt": PAGE.format("Order // Chaos", 2)})
    assert "card:order-chaos" in concepts(small, "order")
    assert "card:order-chaos" in concepts(small, "does Order exile it")
    assert not [name for name in concepts(small, "in which order do they trigger") if name.startswith("card:")]


def test_what_a_word_leaves_open_is_covered_by_either(knowledge: Knowledge) -> None:
    clause = expanded(knowledge, "横置").plan.clauses[0]
    weights = dict(clause.concepts)
    assert set(weights) == {"tap", "tapped"}
    assert [dict(others)[name] for others, name in zip(clause.related, ("tapped", "tap"), strict=True)] == [0.5, 0.5]


def test_a_chinese_name_of_two_characters_is_perhaps_meant(knowledge_of) -> None:
    small = knowledge_of({"fry.txt": PAGE.format("Fry", 2), "clone.txt": PAGE.format("Clone", 3)})
    alone, within = concepts(small, "煎烤"), concepts(small, "如果在煎烤试图结算时")
    assert 0 < within["card:fry"] < alone["card:fry"]


def test_a_legend_goes_by_the_end_of_its_chinese_name(knowledge_of) -> None:
    small = knowledge_of({"meria.txt": PAGE.format("Meria, Scholar of Antiquity", 2)})
    assert "card:meria-scholar-of-antiquity" in concepts(small, "梅黎娅的所有异能")


def test_words_as_they_stand_are_asked_for_together(knowledge: Knowledge) -> None:
    clause = expanded(knowledge, "turned face up").plan.clauses[0]
    assert [[term for term, _ in phrase] for phrase in clause.literal] == [["=turned", "=face", "=up"]]
    assert expanded(knowledge, "manifest").plan.clauses[0].literal == ()


def test_a_word_nobody_listed_is_looked_up_by_what_translates_it(knowledge: Knowledge) -> None:
    learnt = replace(knowledge, translations={"en~zyzzyva": (("zh~象鼻虫", 0.5),), "en~manifest": (("zh~谬误", 0.9),)})
    group, known = (dict(group) for group in expanded(learnt, "zyzzyva manifest").plan.clauses[0].groups)
    assert 0 < group["zh~象鼻虫"] < group["=zyzzyva"]
    assert "zh~谬误" not in known  # the catalogue knows it


def test_terms_of_the_game_weigh_more_than_plain_words(knowledge: Knowledge) -> None:
    weights = concepts(knowledge, "can I look at a manifested card")
    assert weights["manifest"] > weights["may"]


@pytest.mark.parametrize(
    "q", ["what happens to a manifested card", "¿qué pasa con la carta manifestada?", "显化的牌怎么办"]
)
def test_what_only_asks_weighs_less_than_what_is_asked_about(knowledge: Knowledge, q: str) -> None:
    weights = concepts(knowledge, q)
    assert 0 < weights["how"] < min(weight for name, weight in weights.items() if name != "how")


def test_a_mechanic_of_the_same_template_may_stand_for_it(knowledge: Knowledge) -> None:
    clause = expanded(knowledge, "manifest").plan.clauses[0]
    assert dict(clause.related[0])["cloak"] < dict(clause.concepts)["manifest"]


def test_quotes_are_literal(knowledge: Knowledge) -> None:
    clause = expanded(knowledge, '"牌面朝下"').plan.clauses[0]
    assert (clause.concepts, clause.groups) == ((), ())
    assert len(clause.phrases) == 1


def test_an_excluded_word_is_excluded_as_a_concept_too(knowledge: Knowledge) -> None:
    clause = expanded(knowledge, "manifest -morph").plan.clauses[0]
    assert "morph" in {exclusion.concept for exclusion in clause.exclusions}


def test_each_alternative_is_a_clause_of_its_own(knowledge: Knowledge) -> None:
    plan = expanded(knowledge, "cloak OR cipher").plan
    assert [dict(clause.concepts).keys() for clause in plan.clauses] == [{"cloak"}, {"cipher"}]


def test_the_page_asked_for_is_the_window(knowledge: Knowledge) -> None:
    plan = expand(knowledge, parse("cloak"), SearchRequest(q="cloak", page=3, per_page=7)).plan
    assert (plan.offset, plan.limit) == (14, 7)


def test_a_mechanic_that_nothing_here_speaks_of_is_said(knowledge: Knowledge) -> None:
    def said(q: str, ui: str = "en") -> list[tuple[str, str]]:
        notices = expand(knowledge, parse(q), SearchRequest(q=q, ui=ui)).query.notices
        return [(notice.code, notice.detail) for notice in notices]

    assert said("double strike") == [("nothing-about", "double strike")]
    assert said("连击 显化", ui="zh-Hans") == [("nothing-about", "连击")]
    assert said("cloaked creature") == []
