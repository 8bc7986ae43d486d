"""What is worth more, what is cut, and that the short cut changes nothing."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from ingest.index import ENGINES, Clause, Doc, Engine, Plan, Scope, race, tally
from ingest.index.arrays import Rows, decode, encode, find
from ingest.index.marks import places
from ingest.index.race import Race
from ingest.index.scoring import rarity
from ingest.index.tally import Tally
from tests.ingest.index.library import Line, build, found, words

COMMON, MIDDLE, RARE = 6, 40, 400


def test_a_small_word_says_nothing_even_in_a_small_language() -> None:
    spanish, english = 1, 0
    # `de` in all ten Spanish texts, `kozilek` in one of them and nine English ones.
    terms = np.array([0] * 10 + [1] * 10)
    languages = np.array([spanish] * 10 + [spanish] + [english] * 9)
    de, kozilek = rarity(terms, languages, 2, np.array([990, 10]))
    assert de < kozilek / 2


def test_a_name_says_much_even_in_the_only_text_of_a_language() -> None:
    (name,) = rarity(np.array([0]), np.array([1]), 1, np.array([5_000, 1]))
    assert name > 2.5


def test_a_shorter_text_and_more_mentions_rank_higher(tmp_path: Path) -> None:
    lines = (
        Line("long", "en", "The lantern is a very old and quite ordinary thing among so many other things here."),
        Line("short", "en", "The lantern glows."),
        Line("often", "en", "A lantern beside a lantern glows."),
        *(Line(f"other{n}", "en", f"Nothing of the kind, number {n}.") for n in range(30)),
    )
    assert found(build(tmp_path / "index", lines=lines), words("lantern")) == ["often", "short", "long"]


def test_the_name_beats_the_words_around_it(tmp_path: Path) -> None:
    lines = (
        Line("named", "en", "Ainara resolves."),
        *(Line(f"plain{n}", "en", "What happens when the creature dies in combat?") for n in range(30)),
    )
    assert found(build(tmp_path / "index", lines=lines), words("what happens with ainara"))[0] == "named"


@pytest.fixture(scope="module")
def made_up(tmp_path_factory: pytest.TempPathFactory) -> Engine:
    """A thousand made-up texts of a skewed vocabulary, some in two languages."""
    chance = random.Random(20240607)
    builder = ENGINES["whoosh"].builder()
    for number in range(1_000):
        terms = [f"=c{chance.randrange(COMMON)}" for _ in range(5)] + [
            f"=m{chance.randrange(MIDDLE)}" for _ in range(3)
        ]
        terms += [f"=r{chance.randrange(RARE)}" for _ in range(2)]
        chance.shuffle(terms)
        builder.add(
            Doc(
                f"t{number:04}", f"r{number // 2:04}", f"f{number // 3:04}", chance.choice(["en", "es"]),
                day=738_000 + chance.randrange(50), terms=terms, positions=range(len(terms)),
                concepts=((f"k{chance.randrange(20)}", 1.0),), cards=(f"card{chance.randrange(30)}",),
            )
        )  # fmt: skip
    directory = tmp_path_factory.mktemp("made-up") / "index"
    builder.finish(directory)
    return ENGINES["whoosh"].open(directory)


def made_up_plan(chance: random.Random) -> Plan:
    names = [f"=c{chance.randrange(COMMON)}" for _ in range(4)] + [f"=m{chance.randrange(MIDDLE)}" for _ in range(2)]
    names += [f"=r{chance.randrange(RARE)}" for _ in range(chance.randrange(1, 3))]
    groups = tuple(((name, 1.0), (f"=m{chance.randrange(MIDDLE)}", 0.4)) for name in names)
    concepts = ((f"k{chance.randrange(20)}", 2.0),) if chance.random() < 0.3 else ()
    scope = chance.choice([Scope(), Scope(langs=("en",)), Scope(since=738_010), Scope(cards=("card3",))])
    collapse = chance.choice(["family", "none"])
    return Plan((Clause(groups, concepts),), scope, collapse=collapse, limit=200)  # type: ignore[arg-type]


def test_looking_up_only_what_counts_changes_no_answer(made_up: Engine, monkeypatch: pytest.MonkeyPatch) -> None:
    chance = random.Random(7)
    plans = [made_up_plan(chance) for _ in range(120)]
    settled: list[bool] = []
    narrow = Tally.narrow
    monkeypatch.setattr(Tally, "narrow", lambda own, *left: (narrow(own, *left), settled.append(own.settled))[0])
    quick = [made_up.search(plan) for plan in plans]
    assert sum(settled) > 30  # the short cut was taken
    assert not all(settled)
    monkeypatch.setattr(Tally, "narrow", lambda *_: None)
    slow = [made_up.search(plan) for plan in plans]
    assert sum(answer.total for answer in slow) > 1_000
    assert [answer.total for answer in quick] == [answer.total for answer in slow]
    for one, other in zip(quick, slow, strict=True):
        assert one == other


def test_words_that_run_on_in_few_units_change_neither_a_page_nor_its_counts(
    made_up: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    chance = random.Random(17)
    plans = [made_up_plan(chance) for _ in range(120)]
    whole = [made_up.search(plan) for plan in plans]  # so many are shown that all run on
    monkeypatch.setattr(tally, "_REST", 0)
    for name, value in (("_MANY", 1), ("_SOON", 0.6), ("_FEWER", 0.95)):
        monkeypatch.setattr(race, name, value)
    out: list[bool] = []
    runs = Race.out
    monkeypatch.setattr(Race, "out", lambda *given: [found := runs(*given), out.append(found is not None)][0])
    pages = [made_up.search(replace(plan, limit=3)) for plan in plans]
    assert sum(out) > 20
    assert sum(answer.total for answer in pages) > 1_000
    for page, answer in zip(pages, whole, strict=True):
        assert page.rows == answer.rows[:3]
        assert (page.total, page.facets) == (answer.total, answer.facets)


def test_a_unit_that_holds_the_words_as_typed_stays_in_the_race() -> None:
    units = np.arange(6_000)
    covered = np.full(len(units), 6, np.float32)
    covered[:9] = 9
    raw = covered.copy()
    behind, typed = 5_000, np.array([4_000, 70_000])
    out = Race(5, typed, 10.0).out(units, raw, covered, 0.5)
    assert out is not None
    assert out[behind]
    assert not out[4_000]
    assert not out[:9].any()
    assert Race(5, typed, 10.0).out(units, raw, covered, 5.0) is None  # too much may still come


@pytest.mark.parametrize("count", [0, 1, 40, 700, 1_500, 9_999])
def test_the_places_of_few_and_of_many_marks(count: int) -> None:
    marks = np.zeros(10_003, np.bool_)
    marks[np.random.default_rng(count).choice(len(marks), count, replace=False)] = True
    marks[-1] = count > 0
    assert places(marks).tolist() == [place for place, marked in enumerate(marks.tolist()) if marked]


def test_the_best_text_of_a_family_counts_by_word(made_up: Engine) -> None:
    for name in ("=r1", "=r2", "=r3"):
        plan = Plan((Clause((((name, 1.0),),)),), limit=200)
        by_family, by_ruling = made_up.search(plan), made_up.search(replace(plan, collapse="none"))
        assert 0 < by_family.total <= by_ruling.total
        assert by_family.rows[0].score == by_ruling.rows[0].score


def test_facets_count_what_counting_by_hand_gives(made_up: Engine) -> None:
    plan = Plan((Clause(((("=m1", 1.0), ("=m2", 1.0)),)),), limit=200, facet_values=100)
    answer = made_up.search(plan)
    assert 10 < answer.total <= 200
    ids = {row.id for row in answer.rows}
    for card, count in answer.facets["cards"]:
        narrowed = made_up.search(replace(plan, scope=Scope(cards=(card,))))
        assert narrowed.total == count
        assert {row.id for row in narrowed.rows} <= ids
    assert answer.distinct["cards"] == len(answer.facets["cards"])


def test_names_are_found_by_bytes_and_cut_alike() -> None:
    names = ["牌" * 60, "a", "ñ"]
    table = np.sort(encode(names))
    places = find(table, [*names, "牌" * 61, "b"])
    assert places[:3] == [2, 0, 1]
    assert places[3] == 2
    assert places[4] == -1
    assert decode(table[2]) == "牌" * 32


def test_rows_of_different_length() -> None:
    rows = Rows.of([[], [5, 6], [], [7]])
    assert rows.gather(np.array([3, 1, 0])).tolist() == [7, 5, 6]
    assert rows.owners(np.array([3, 1, 0])).tolist() == [3, 1, 1]
    assert rows.gather(np.array([], np.int64)).tolist() == []
