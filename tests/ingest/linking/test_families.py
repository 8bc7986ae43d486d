"""Families: what `same` and `reworded` join, and what nothing may join."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from datetime import date as Date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ingest.linking.families import gather
from ingest.linking.profile import Profile, Wording
from ingest.linking.relating import relate
from ingest.linking.room import MAX_RELATED
from ingest.model import Relation, Ruling, Text

from .conftest import Told, feed, page


def rulings(ids: str) -> list[Ruling]:
    """Rulings with one letter each, in order of age."""
    return [Ruling(id, Date(2020, 1, 1 + at), (Text(f"text-{id}", "en", f"Body {id}."),)) for at, id in enumerate(ids)]


def related(pair: str, kind: str, score: float = 0.9) -> Relation:
    return Relation(pair[0], pair[1], kind, "", score)


def families(ids: str, *relations: Relation, **options) -> set[str]:
    return {"".join(sorted(family.rulings)) for family in gather(rulings(ids), relations, **options)}


def test_same_and_reworded_join_and_nothing_else_does() -> None:
    relations = [related("ab", "same"), related("bc", "reworded"), related("cd", "related"), related("de", "parallel")]
    assert families("abcde", *relations) == {"abc", "d", "e"}


def test_a_family_goes_by_its_oldest_ruling_oldest_first() -> None:
    (family,) = gather(rulings("abc"), [related("ca", "same"), related("bc", "same")])
    assert (family.id, family.rulings) == ("a", ("a", "b", "c"))


def test_a_ruling_without_a_date_is_never_the_oldest() -> None:
    undated = Ruling("z", None, (Text("text-z", "en", "Body."),))
    (family,) = gather([undated, *rulings("a")], [related("az", "same")])
    assert family.id == "a"


def test_parallels_never_meet_even_through_a_third() -> None:
    found = families("abc", related("ab", "same"), related("bc", "same"), related("ac", "parallel"))
    assert found in ({"ab", "c"}, {"a", "bc"})


def test_parallels_never_meet_through_two_families() -> None:
    relations = [related("ab", "same", 0.99), related("cd", "same", 0.98), related("bc", "same", 0.97)]
    assert families("abcd", *relations, related("ad", "parallel")) == {"ab", "cd"}


def test_a_person_keeps_apart_what_the_rules_would_join() -> None:
    assert families("ab", related("ab", "same"), apart=[("a", "b")]) == {"a", "b"}


def test_the_surest_relation_comes_first() -> None:
    found = families("abc", related("ab", "reworded", 0.99), related("bc", "same", 0.7), related("ac", "parallel"))
    assert found == {"a", "bc"}


def test_two_of_one_list_meet_only_where_they_are_the_same_themselves() -> None:
    lists = {"a": frozenset({"page"}), "c": frozenset({"page"}), "b": frozenset()}
    assert families("abc", related("ab", "same", 0.9), related("bc", "same", 0.8), lists=lists) == {"ab", "c"}
    assert families("ac", related("ac", "same"), lists=lists) == {"ac"}


PAIRS = st.tuples(st.sampled_from("abcdefgh"), st.sampled_from("abcdefgh")).filter(lambda pair: pair[0] < pair[1])
KINDS = st.sampled_from(("same", "reworded", "parallel", "related"))
RELATIONS = st.dictionaries(PAIRS, st.tuples(KINDS, st.integers(1, 9)), min_size=1, max_size=20)


@given(RELATIONS, st.randoms(use_true_random=False))
def test_whatever_the_relations_no_parallel_meets_and_order_says_nothing(found, chance: random.Random) -> None:
    relations = [Relation(a, b, kind, "", score / 10) for (a, b), (kind, score) in found.items()]
    gathered = gather(rulings("abcdefgh"), relations)
    of = {ruling: family.id for family in gathered for ruling in family.rulings}
    assert len(of) == 8
    assert all(of[one.a] != of[one.b] for one in relations if one.kind == "parallel")
    again, shuffled = rulings("abcdefgh"), list(relations)
    chance.shuffle(again)
    chance.shuffle(shuffled)
    assert gather(again, shuffled) == gathered


def test_rulings_with_the_same_words_are_the_same_whatever_their_day_and_card(told: Callable[..., Told]) -> None:
    body = "It stays exiled; nobody may look at it."
    found = told(feed([("Storm Crow", body), ("Lightning Bolt", body), ("Storm Crow", "Something quite other.")]))
    (relation,) = found.linked.relations
    assert (relation.kind, relation.reason) == ("same", "the same words")
    assert sorted(len(family.rulings) for family in found.linked.families) == [1, 2]


def test_manifest_and_cloak_twins_stay_apart_though_a_third_is_close_to_both(told: Callable[..., Told]) -> None:
    general = "A creature that lies face down may be looked at by its owner at any time, and by nobody else."
    manifest = (
        "A manifested creature that lies face down may be looked at by its owner at any time, and by nobody else."
    )
    cloak = "A cloaked creature that lies face down may be looked at by its owner at any time, and by nobody else."
    found = told(
        [
            *page("Storm Crow", {"en": manifest, "zh": "已显化的生物，其拥有者随时可以检视之，他人则不可。"}),
            *page(
                "Lightning Bolt",
                {"en": cloak, "zh": "已匿伏的生物，其拥有者随时可以检视之，他人则不可。"},
                file="b.txt",
            ),
            *page("Stolen Identity", {"en": general}, file="c.txt"),
        ]
    )
    assert found.kind(manifest, cloak) == "parallel"
    assert not found.joined(manifest, cloak)


def profile(id: str, body: str) -> Profile:
    words = tuple(body.split())
    concepts = dict.fromkeys(words, 5.0)
    norm = 5.0 * len(words) ** 0.5
    return Profile(id, concepts, norm, concepts, {"en": Wording(words, words, {})})


def test_of_the_merely_related_only_the_closest_are_kept() -> None:
    crowd = [Ruling(f"r{at}", Date(2020, 1, 1), (Text(f"t{at}", "en", f"{at}"),)) for at in range(30)]
    bodies = {
        ruling.id: f"alpha beta gamma delta one{at} two{at} three{at} four{at}" for at, ruling in enumerate(crowd)
    }
    found = relate(crowd, {id: profile(id, body) for id, body in bodies.items()})
    assert {one.kind for one in found.relations} == {"related"} and found.apart == []
    counts = [sum(id in (one.a, one.b) for one in found.relations) for id in bodies]
    assert 0 < max(counts) <= MAX_RELATED


@pytest.mark.parametrize("many", [0, 1])
def test_few_rulings_are_few_families(told: Callable[..., Told], many: int) -> None:
    entries = feed([("Storm Crow", "It flies.")][:many])
    assert len(told(entries).linked.families) == many


def test_the_order_of_the_sources_says_nothing(told: Callable[..., Told]) -> None:
    rows = [
        "A manifested creature may be turned face up at any time.",
        "A cloaked creature may be turned face up at any time.",
        "A manifested creature can be turned face up at any time.",
        "The token stays tapped until it is untapped.",
        "Tokens stay tapped until they are untapped.",
    ]
    entries = feed([("Storm Crow", body) for body in rows])
    first = told(entries).linked
    assert _as_said(first.families) == _as_said(told(entries[::-1]).linked.families)
    assert first.relations == told(entries[::-1]).linked.relations


def _as_said(found: Iterable) -> set[tuple[str, ...]]:
    return {family.rulings for family in found}
