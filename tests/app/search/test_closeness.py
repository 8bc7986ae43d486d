"""The second look at the first hits: what stands together answers before what is scattered."""

from __future__ import annotations

import random
from dataclasses import replace

import numpy as np
import pytest

from app.knowledge import Knowledge
from app.search.closeness import LOOKED_AT, REACH, Sought, looks_again, stretches
from app.search.request import SearchRequest
from app.search.service import answer
from ingest.index.contract import Clause, Plan, Row

TOGETHER = "If a face-down creature is manifested, its controller may look at it."
SCATTERED = (
    "If a card is manifested, it is put onto the battlefield as it lies. That is done by whoever controls this ability "
    "and by nobody else at the table, in the order in which players take their turns. Afterwards anyone may look at the "
    "cards that are left in that library. Nothing of that matters for a creature, be it face down, that was there before."
)


def page(*bodies: str) -> str:
    days = (f"{day:02}/03/2024\n\n{body}" for day, body in enumerate(bodies, start=1))
    return "\n\n".join(["Lightform", *days]) + "\n"


def bodies(knowledge: Knowledge, request: SearchRequest) -> list[str]:
    families = [knowledge.store.family(row.id) for row in answer(knowledge, request).rows]
    return [knowledge.store.rulings(one.rulings)[0].texts[0].body for one in families if one]


def test_what_stands_together_comes_before_what_is_scattered(knowledge_of) -> None:
    small = knowledge_of({"page.txt": page(TOGETHER, SCATTERED)})
    for q in (
        "look at manifested face-down creature",
        "criatura boca abajo manifestada mirar",
        "检视 显化 牌面朝下的生物",
    ):
        assert bodies(small, SearchRequest(q=q))[:2] == [TOGETHER, SCATTERED]


def test_a_text_that_opens_with_it_comes_before_one_that_ends_with_it(knowledge_of) -> None:
    opens = "As it transforms, players vote on which of them will draw a card at the end of this turn for nothing."
    ends = "Choose a number for the ability of an artifact that was there before all of that, as it transforms."
    for order in ((opens, ends), (ends, opens)):
        small = knowledge_of({"page.txt": page(*order)})
        assert bodies(small, SearchRequest(q="transform")) == [opens, ends]


def test_only_texts_that_are_searched_count(knowledge_of) -> None:
    small = knowledge_of({"page.txt": page(TOGETHER, SCATTERED)})
    found = answer(small, SearchRequest(q="look face-down manifested creature lang:es"))
    assert not found.rows


def test_pages_of_any_size_tell_the_same_order_once(knowledge: Knowledge) -> None:
    whole = [row.id for row in answer(knowledge, SearchRequest(q="face-down creature", per_page=100)).rows]
    assert len(whole) > 10
    for size in (1, 7, 20, LOOKED_AT + 5):
        pages = range(1, -(-len(whole) // size) + 1)
        asked = [answer(knowledge, SearchRequest(q="face-down creature", per_page=size, page=page)) for page in pages]
        assert [row.id for found in asked for row in found.rows] == whole


def test_scores_never_rise_down_a_page_but_for_parts_of_an_answer(knowledge: Knowledge) -> None:
    rows = answer(knowledge, SearchRequest(q="牌面朝下 生物 异能", per_page=LOOKED_AT)).rows
    assert len(rows) > 10
    order = [(row.partial, -row.score) for row in rows]
    assert {partial for partial, _ in order} == {False, True}
    assert order == sorted(order)


def test_what_stands_for_a_rare_thing_says_no_more_than_it_does_itself(knowledge_of) -> None:
    plotted, exiled = (
        "A creature card that is plotted stays there.",
        "An exiled creature is left where it is until the end.",
    )
    small = knowledge_of({"page.txt": page(plotted, exiled)})
    for q in ("plotted creature", "criatura tramada", "设谋 生物"):
        assert bodies(small, SearchRequest(q=q)) == [plotted, exiled]
        assert [row.partial for row in answer(small, SearchRequest(q=q)).rows] == [False, True]


@pytest.mark.parametrize("q", ["cipher copy not cast", "cifrar copia no lanzar", "暗码 复制品 不施放"])
def test_a_ruling_on_cards_that_have_what_was_asked_rises_though_it_does_not_name_it(knowledge_of, q: str) -> None:
    names = "You may not cast the copy of a card with cipher twice."
    unnamed = "If the copy is not cast at once, the copy goes away."

    def row_of(card: str) -> Row:
        pages = {"a.txt": f"Hidden Strings\n\n01/02/2024\n\n{names}\n", "b.txt": f"{card}\n\n01/03/2024\n\n{unnamed}\n"}
        small = knowledge_of(pages)
        families = {small.store.family_of(id) for id in small.store.card_rulings(id_of[card])}
        return next(row for row in answer(small, SearchRequest(q=q)).rows if row.id in families)

    id_of = {"Stolen Identity": "stolen-identity", "Storm Crow": "storm-crow"}
    assert row_of("Stolen Identity").score > row_of("Storm Crow").score


def test_lists_by_date_and_single_rulings_stay_as_they_are() -> None:
    plan = Plan((Clause(concepts=(("face-down", 1.0),)),))
    assert looks_again(plan)
    assert not looks_again(replace(plan, sort="date"))
    assert not looks_again(replace(plan, collapse="none"))
    assert not looks_again(replace(plan, offset=LOOKED_AT))
    assert not looks_again(Plan((Clause(groups=((("en~a", 1.0),),)),)))


def sought(*ways: tuple[int, float]) -> Sought:
    """Things, each by the number of a thing and the weight of a way to say it; the concepts are numbered as the ways are."""
    first = [at for at, (thing, _) in enumerate(ways) if at == 0 or ways[at - 1][0] != thing]
    count = len(ways)
    return Sought(np.array([weight for _, weight in ways]), np.array(first), np.eye(count) > 0, np.arange(count), 1.0)


def weighed(told: list[tuple[int, int]], one: Sought) -> list[float]:
    """What the stretch from each place says; told is where which way stands."""
    places, ways = (np.array(column) for column in zip(*told, strict=True))
    return stretches(places, one.ways[:, ways], one).tolist()


def test_of_what_was_asked_each_counts_once_in_its_weightiest_way() -> None:
    assert weighed([(5, 0), (9, 0), (12, 0)], sought((0, 2.0))) == [2.0, 2.0, 2.0]
    two = sought((0, 1.0), (0, 2.0), (1, 1.5))
    assert weighed([(5, 0), (9, 1), (200, 2)], two) == [2.0, 2.0, 1.5]
    assert weighed([(5, 0), (9, 1), (40, 2)], two) == [3.5, 3.5, 1.5]


def test_stretches_say_what_looking_at_each_by_itself_says() -> None:
    chance = random.Random(11)
    ways = sought((0, 2.5), (1, 1.0), (1, 0.75), (2, 0.5), (3, 4.0))
    thing = [0, 1, 1, 2, 3]
    for _ in range(50):
        told = [(place, chance.randrange(5)) for place in sorted(chance.sample(range(400), 20))]
        expected = []
        for start, _ in told:
            within: dict[int, float] = {}
            for place, way in told:
                if start <= place <= start + REACH:
                    within[thing[way]] = max(float(ways.weights[way]), within.get(thing[way], 0.0))
            expected.append(sum(within.values()))
        assert weighed(told, ways) == expected


def test_what_counts_anyway_is_near_to_every_place_and_counts_once() -> None:
    two = sought((0, 2.0), (1, 3.0))
    places, said = np.array([5, 9, 200]), two.ways[:, [0, 1, 0]]
    anyway = np.array([[False, False, False], [True, True, True]])
    assert stretches(places, said, two).tolist() == [5.0, 3.0, 2.0]
    assert stretches(places, said, two, anyway).tolist() == [5.0, 3.0, 5.0]
