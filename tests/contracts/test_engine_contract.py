"""Every engine keeps the contract: what matches, in which order, with which counts."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest

from ingest.index import Clause, Engine, Exclusion, Plan, Scope
from ingest.languages import LANGUAGES
from tests.ingest.index.library import EACH_ENGINE, build, found, quoted, without, words

NEW_YEAR = date(2024, 1, 1).toordinal()


@pytest.fixture(scope="module", params=EACH_ENGINE)
def engine(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Engine:
    return build(tmp_path_factory.mktemp("index") / "index", request.param)


# --- words -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("query", "lang", "first"),
    [
        ("X", "en", "zero"),
        ("{X}", "en", "plot"),
        ("{x}{u}", "en", "plot"),
        ("0", "en", "zero"),
        ("2/2", "en", "size"),
        ("２／２", "zh-Hans", "size"),
        ("+1/+1", "en", "size"),
        ("Plot [cost]", "en", "plot"),
        ("设谋[费用]", "zh-Hans", "plot"),
        ("[费用]", "zh-Hans", "plot"),
        ("están", "es", "child"),
        ("ESTAN", "es", "child"),
        ("niño", "es", "child"),
        ("nino", "es", "child"),
        ("ficha", "es", "token"),
        ("tokens de la criatura", "es", "token"),
        ("doesn’t", "en", "double"),
        ("double faced", "en", "double"),
        ("manifesting morph", "en", "morph"),
        ("没有名称", "zh-Hans", "nameless"),
        ("不支付其法术力费用的方式施放", "zh-Hans", "zero"),
        ("如果你以不支付其法术力费用的方式施放已设谋的牌，则X的值必须选为0。", "zh-Hans", "zero"),
        ("雙面牌", "zh-Hans", "double"),
        ("横置的永久物", "zh-Hans", "trad"),
    ],
)
def test_what_a_person_types_finds_its_ruling_first(engine: Engine, query: str, lang: str, first: str) -> None:
    assert found(engine, words(query, lang))[:1] == [first]


@pytest.mark.parametrize("query", ["设谋 法术力费用", "设谋法术力费用", "法术力费用设谋"])
def test_spaces_and_order_of_chinese_words_lose_nothing(engine: Engine, query: str) -> None:
    assert "zero" in found(engine, words(query, "zh-Hans"))


@pytest.mark.parametrize(("char", "expected"), [("谋", {"plot", "zero"}), ("名", {"nameless"}), ("鹿", set())])
def test_one_chinese_character_finds_every_text_that_has_it(engine: Engine, char: str, expected: set[str]) -> None:
    assert set(found(engine, words(char, "zh-Hans"))) == expected


def test_a_spanish_letter_is_not_its_look_alike(engine: Engine) -> None:
    assert found(engine, words("campaña", "es")) == ["campaign"]
    assert found(engine, words("campan\u0303a", "es")) == ["campaign"]
    assert found(engine, words("campana", "es"))[0] == "bell"


@pytest.mark.parametrize("query", ["maná", "mana", "mana\u0301", "MANÁ"])
def test_every_way_to_type_an_accent_finds_the_same(engine: Engine, query: str) -> None:
    assert {"mana", "mana-nfd"} <= set(found(engine, words(query, "es")))


def test_more_of_the_query_ranks_higher_and_empty_words_alone_are_cut(engine: Engine) -> None:
    answer = found(engine, words("a manifested creature has no name"))
    assert answer[0] == "nameless"
    assert "double" not in answer  # shares only “a” with the query


def test_a_query_of_small_words_still_answers(engine: Engine) -> None:
    assert {"up", "down"} <= set(found(engine, words("it"))) | set(found(engine, words("a")))


def test_words_nobody_wrote_find_nothing(engine: Engine) -> None:
    answer = engine.search(Plan((words("zyzzyva"),)))
    assert (answer.rows, answer.total) == ((), 0)


# --- phrases and exclusions --------------------------------------------------------


def test_a_phrase_is_literal(engine: Engine) -> None:
    assert found(engine, quoted("face up")) == ["up"]
    assert found(engine, quoted("face-down")) == ["down"]
    assert found(engine, quoted("FACE DOWN card")) == ["down"]
    assert found(engine, quoted("card face")) == []


@pytest.mark.parametrize("phrase", ["牌面朝下", "面朝下", "以牌面朝下的", "下", "留在戰場上"])
def test_a_chinese_phrase_is_found_however_it_is_cut(engine: Engine, phrase: str) -> None:
    assert found(engine, quoted(phrase, lang="zh-Hans")) == ["down"]


def test_a_phrase_across_scripts(engine: Engine) -> None:
    assert found(engine, quoted("则X的值", lang="zh-Hans")) == ["zero"]
    assert found(engine, quoted("是2/2生物", lang="zh-Hans")) == ["size"]


def test_two_phrases_must_both_be_there(engine: Engine) -> None:
    assert found(engine, quoted("显化的生物", "没有名称", lang="zh-Hans")) == ["nameless"]


def test_the_words_as_typed_rank_higher_but_are_not_asked_for(engine: Engine) -> None:
    typed = words("face up")
    assert found(engine, typed)[0] == "down"  # “face” twice, and “up” elsewhere
    literal = replace(typed, literal=(LANGUAGES["en"].phrase("face up"),))
    assert found(engine, literal)[:2] == ["up", "down"]


def test_exclusion_takes_out_what_holds_it(engine: Engine) -> None:
    manifest = words("显化", "zh-Hans")
    assert set(found(engine, manifest)) == {"morph", "nameless"}
    assert found(engine, replace(manifest, exclusions=(without("变身", "zh-Hans"),))) == ["nameless"]
    assert found(engine, replace(manifest, exclusions=(Exclusion(terms=("=morph",)),))) == ["nameless"]
    assert found(engine, replace(manifest, exclusions=(Exclusion(concept="morph"),))) == ["nameless"]


def test_exclusion_looks_only_where_the_search_looks(engine: Engine) -> None:
    clause = Clause(words("manifested").groups, exclusions=(without("变身", "zh-Hans"),))
    assert set(found(engine, clause)) == {"nameless"}
    assert set(found(engine, clause, scope=Scope(langs=("en",)))) == {"morph", "nameless"}


def test_either_of_two_clauses_answers(engine: Engine) -> None:
    first = replace(words("显化", "zh-Hans"), exclusions=(without("变身", "zh-Hans"),))
    answer = engine.search(Plan((first, quoted("双面牌", lang="zh-Hans"))))
    assert {row.id for row in answer.rows} == {"nameless", "double"}
    assert answer.total == 2
    assert {row.id: row.clause for row in answer.rows} == {"nameless": 0, "double": 1}


def test_an_exclusion_alone_lists_the_rest(engine: Engine) -> None:
    everything = engine.search(Plan()).total
    rest = engine.search(Plan((Clause(exclusions=(without("变身", "zh-Hans"),)),)))
    assert rest.total == everything - 1


# --- concepts ------------------------------------------------------------------------


def test_a_concept_finds_every_language(engine: Engine) -> None:
    rows = engine.search(Plan((Clause(concepts=(("morph", 1.0),)),))).rows
    assert [row.id for row in rows] == ["morph"]
    assert {text.rsplit("-", 1)[-1] for text in rows[0].texts} == {"Hans", "en"}
    assert rows[0].concepts == (0,)


def test_rows_say_what_they_match(engine: Engine) -> None:
    clause = replace(words("morph cost unknownword"), concepts=(("manifest", 1.0), ("ward", 1.0)))
    row = engine.search(Plan((clause,))).rows[0]
    assert (row.id, row.groups, row.concepts) == ("morph", (0, 1), (0,))
    assert 0 < row.coverage <= 1


def test_a_related_concept_stands_in_but_less(engine: Engine) -> None:
    alone = Clause(concepts=(("ward", 1.0),))
    assert found(engine, alone) == []
    stood_in = Clause(concepts=(("manifest", 1.0),), related=((("morph", 0.5),),))
    assert set(found(engine, stood_in)) == {"morph", "nameless"}
    assert set(found(engine, Clause(concepts=(("ward", 1.0),), related=((("morph", 0.5),),)))) == {"morph"}


def test_what_nobody_asks_for_changes_no_answer(engine: Engine) -> None:
    plan = Plan((words("face-down manifested creature", "en"),))
    whole = engine.search(plan)
    bare = engine.search(replace(plan, facets=(), reasons=False, texts=False))
    assert len(whole.rows) > 2
    assert [(row.id, row.score) for row in bare.rows] == [(row.id, row.score) for row in whole.rows]
    assert bare.total == whole.total
    some = engine.search(replace(plan, facets=("years",)))
    assert some.facets["years"] == whole.facets["years"] != ()


@pytest.mark.parametrize("word", ["=the", "=manifested", "=morph", "zh2~显化"])
@pytest.mark.parametrize("collapse", ["family", "none"])
def test_a_word_by_itself_finds_what_it_finds_beside_one_that_nobody_wrote(
    engine: Engine, word: str, collapse: str
) -> None:
    alone, nobody = ((word, 0.7),), (("=nobody-wrote-this", 1.0),)
    by_itself = engine.search(Plan((Clause((alone,)),), collapse=collapse, limit=100))  # type: ignore[arg-type]
    beside = engine.search(Plan((Clause((alone, nobody)),), collapse=collapse, limit=100))  # type: ignore[arg-type]
    assert by_itself == beside
    assert by_itself.rows
