"""Every engine keeps the contract: filters, counts, order, vocabulary, bounds, threads."""

from __future__ import annotations

import threading
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest

from ingest.index import ENGINES, Engine, Plan, Scope
from ingest.index.contract import MAX_GROUPS, MAX_WINDOW
from tests.ingest.index.library import EACH_ENGINE, LIBRARY, build, doc, found, needs, quoted, words

NEW_YEAR = date(2024, 1, 1).toordinal()


@pytest.fixture(scope="module", params=EACH_ENGINE)
def engine(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Engine:
    return build(tmp_path_factory.mktemp("index") / "index", request.param)


# --- filters, counts, order ------------------------------------------------------------


@pytest.mark.parametrize(
    ("scope", "expected"),
    [
        (Scope(cards=("paper-mirror",)), {"double", "up"}),
        (Scope(cards=("paper-mirror", "tin-lantern")), {"up"}),
        (Scope(cards=("no-such-card",)), set()),
        (Scope(mechanics=("morph",)), {"morph"}),
        (Scope(checks=("terminology",)), {"mana"}),
        (Scope(origins=("machine",)), {"down"}),
        (Scope(langs=("zh-Hant",)), {"trad"}),
        (Scope(langs=("fr",)), set()),
        (Scope(since=NEW_YEAR, langs=("es",)), {"campaign", "bell", "mana", "mana-nfd"}),
        (Scope(until=NEW_YEAR), {"child", "token", "trad"}),
        (Scope(has=("zh-Hans",), lacks=("en",)), set()),
        (Scope(has=("en",), lacks=("zh-Hans",)), {"up"}),
        (Scope(cards=("tin-lantern",), not_cards=("paper-mirror",)), {"down"}),
        (Scope(mechanics=("manifest",), not_mechanics=("morph",)), {"nameless"}),
        (Scope(langs=("es",), not_checks=("terminology",), since=NEW_YEAR), {"campaign", "bell", "mana-nfd"}),
        (Scope(not_langs=("en", "zh-Hans", "zh-Hant"), until=NEW_YEAR), {"child", "token"}),
        (Scope(not_origins=("official", "unstated", "community")), {"down"}),
    ],
)
def test_filters_narrow(engine: Engine, scope: Scope, expected: set[str]) -> None:
    answer = engine.search(Plan(scope=scope, limit=100))
    assert {row.id for row in answer.rows} == expected
    assert answer.total == len(expected)


def test_a_language_filter_matches_only_in_that_language(engine: Engine) -> None:
    assert found(engine, words("manifested"), scope=Scope(langs=("zh-Hans",))) == []
    rows = engine.search(Plan((words("显化", "zh-Hans"),), Scope(langs=("zh-Hans",)))).rows
    assert rows
    assert all(text.endswith("zh-Hans") for row in rows for text in row.texts)


def test_facets_count_what_answers(engine: Engine) -> None:
    answer = engine.search(Plan((words("显化", "zh-Hans"),)))
    assert answer.facets["mechanics"] == (("manifest", 2), ("morph", 1))
    assert dict(answer.facets["languages"]) == {"en": 2, "zh-Hans": 2}
    assert answer.facets["years"] == (("2024", 2),)
    everything = engine.search(Plan())
    assert dict(everything.facets["years"]) == {"2024": 12, "2023": 2, "2022": 1}
    assert dict(everything.facets["cards"]) == {"paper-mirror": 2, "tin-lantern": 2}


def test_collapse_none_gives_single_rulings(engine: Engine) -> None:
    families, rulings = (engine.search(Plan(collapse=collapse, limit=100)) for collapse in ("family", "none"))
    assert rulings.total == families.total + 1
    assert found(engine, quoted("牌面朝下", lang="zh-Hans"), collapse="none") == ["down-zh"]


def test_an_empty_plan_lists_newest_first_then_by_id(engine: Engine) -> None:
    ids = found(engine, limit=100)
    assert ids[:3] == ["double", "morph", "nameless"]
    assert ids[-1] == "trad"


def test_date_order_keeps_what_matches(engine: Engine) -> None:
    clause = words("mana cost creature")
    by_score, by_date = (engine.search(Plan((clause,), sort=sort)) for sort in ("relevance", "date"))
    assert by_score.total == by_date.total > 2
    assert {row.id for row in by_score.rows} == {row.id for row in by_date.rows}
    everything = found(engine, limit=100)
    dated = [row.id for row in by_date.rows]
    assert dated == sorted(dated, key=everything.index)


@pytest.mark.parametrize("sort", ["relevance", "date"])
def test_pages_never_overlap_and_together_are_the_whole(engine: Engine, sort: str) -> None:
    plan = Plan((words("card creature mana cost"),), sort=sort, limit=100)  # type: ignore[arg-type]
    whole = [row.id for row in engine.search(plan).rows]
    pages = [[row.id for row in engine.search(replace(plan, offset=at, limit=2)).rows] for at in range(0, 12, 2)]
    assert len(whole) > 4
    assert [one for page in pages for one in page] == whole


def test_a_boost_lifts_a_card(engine: Engine) -> None:
    plan = Plan((words("face"),))
    assert found(engine, *plan.clauses)[0] == "down"
    lifted = replace(plan, boosts=(("cards", "paper-mirror", 3.0),))
    assert next(row.id for row in engine.search(lifted).rows) == "up"


# --- vocabulary, bounds, robustness -------------------------------------------------------


def test_vocabulary_answers(engine: Engine) -> None:
    assert engine.document_frequency(["=morph", "=zyzzyva"]) == [1, 0]
    assert engine.terms_with_prefix("=manif") == [("=manifested", 2)]
    assert engine.terms_with_prefix("zh~", limit=3)[0][1] >= 3
    assert engine.terms_with_prefix("=zyzz") == []


def test_a_plan_beyond_bounds_is_cut_and_says_so(engine: Engine) -> None:
    long = words("morph " * (MAX_GROUPS + 5))
    answer = engine.search(Plan((long,), limit=MAX_WINDOW + 1))
    assert answer.cut
    assert answer.rows[0].id == "morph"
    assert not engine.search(Plan((words("morph"),))).cut


@pytest.mark.parametrize("collapse", ["family", "none"])
def test_threads_get_what_one_gets(engine: Engine, collapse: str) -> None:
    plans = [Plan((words(text),), collapse=collapse) for text in ("morph cost", "face down", "creature")]  # type: ignore[arg-type]
    alone = [engine.search(plan) for plan in plans]
    together: list[object] = []

    def ask() -> None:
        together.extend(
            engine.search(plan) == answer for plan, answer in zip(plans, alone, strict=True) for _ in range(20)
        )

    threads = [threading.Thread(target=ask) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(together) == 4 * 3 * 20
    assert all(together)


@pytest.mark.parametrize("name", EACH_ENGINE)
def test_an_empty_index_answers_with_nothing(name: str, tmp_path: Path) -> None:
    engine = build(tmp_path / "index", name, ())
    ENGINES[name].verify(tmp_path / "index")
    for plan in (Plan(), Plan((words("morph"),)), Plan((quoted("face up"),), Scope(langs=("en",)))):
        assert engine.search(plan).total == 0
    assert engine.terms_with_prefix("=") == []


@pytest.mark.parametrize("name", EACH_ENGINE)
def test_the_order_of_documents_does_not_matter(name: str, tmp_path: Path) -> None:
    needs(name)
    builder = ENGINES[name].builder()
    for number, line in reversed(list(enumerate(LIBRARY))):
        builder.add(doc(number, line))
    builder.finish(tmp_path / "reversed")
    turned = ENGINES[name].open(tmp_path / "reversed")
    straight = build(tmp_path / "straight", name)
    for plan in (Plan(limit=100), Plan((words("card creature mana cost"),)), Plan((quoted("face down"),))):
        assert turned.search(plan) == straight.search(plan)
        assert straight.search(plan).total > 0
