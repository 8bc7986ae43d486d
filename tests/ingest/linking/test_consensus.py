"""Groups meet by what most of their members say, not by one pair of them."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from ingest.linking.consensus import ASKED, Consensus
from ingest.linking.families import gather
from ingest.linking.profile import Profile
from ingest.linking.speakers import LITERAL
from ingest.linking.wording import Wording
from ingest.model import Relation

from .conftest import Told, feed
from .test_families import related, rulings


def speaks(id: str, *languages: str) -> Profile:
    return Profile(id, {}, 0.0, {}, {lang: Wording((), (), {}) for lang in languages})


def consensus(languages: dict[str, str], *relations: Relation) -> Consensus:
    return Consensus({id: speaks(id, *tags.split()) for id, tags in languages.items()}, relations)


ENGLISH = dict.fromkeys("abcdefghij", "en")


@pytest.mark.parametrize(
    ("same", "agreed"), [("ac ad bc bd", True), ("ac ad bc", True), ("ac bd", False), ("ac", False), ("", False)]
)
def test_more_must_say_yes_than_no(same: str, agreed: bool) -> None:
    pairs = ("ac", "ad", "bc", "bd")
    relations = [related(one, "reworded" if one in same.split() else "related", 0.7) for one in pairs]
    assert consensus(ENGLISH, *relations).agree("ab", "cd") is agreed
    assert consensus(ENGLISH, *relations).agree("cd", "ab") is agreed


@pytest.mark.parametrize(
    ("kind", "score", "agreed"), [("related", 0.9, True), ("related", 0.7, False), ("parallel", 0.9, False)]
)
def test_two_that_are_nearly_the_same_have_no_say(kind: str, score: float, agreed: bool) -> None:
    asked = consensus(ENGLISH, related("ac", "same"), related("bc", kind, score))
    assert asked.agree("ab", "c") is agreed


def test_where_languages_disagree_english_decides() -> None:
    languages = {"a": "en zh-Hans", "b": "en", "c": "zh-Hans"}
    assert consensus(languages, related("ab", "reworded"), related("ac", "related", 0.6)).agree("a", "bc")
    assert not consensus(languages, related("ab", "related", 0.6), related("ac", "reworded")).agree("a", "bc")


def test_what_is_not_found_alike_across_languages_has_no_say() -> None:
    languages = {"a": "en", "b": "zh-Hans", "c": "en", "d": "zh-Hans"}
    assert consensus(languages, related("ac", "same"), related("bd", "same")).agree("ab", "cd")
    assert consensus(languages, related("ad", "same"), related("bd", "related", 0.9)).agree("ab", "d")
    assert not consensus(languages).agree("a", "d")


def test_of_many_only_a_few_are_asked_from_all_over_the_group() -> None:
    many = list("abcdefghij")
    asked = [many[at * len(many) // ASKED] for at in range(ASKED)]
    same = [related(one + "k", "same") for one in many]
    apart = [related(one + "k", "parallel") for one in asked]
    assert consensus(ENGLISH | {"k": "en"}, *same).agree(many, ["k"])
    assert len({one.a for one in apart} & set(many)) == ASKED
    assert not consensus(ENGLISH | {"k": "en"}, *same, *apart).agree(many, ["k"])


def test_a_chain_ends_where_its_ends_no_longer_say_the_same() -> None:
    steps = [related(pair, "same", 0.9) for pair in ("ab", "bc", "cd", "de")]
    apart = [related(pair, "related", 0.5) for pair in ("ac", "ad", "ae", "bd", "be", "ce")]
    agree = consensus(ENGLISH, *steps, *apart).agree
    chained = gather(rulings("abcde"), [*steps, *apart])
    held = gather(rulings("abcde"), [*steps, *apart], agree=agree)
    assert [len(family.rulings) for family in chained] == [5]
    assert max(len(family.rulings) for family in held) < 5


def test_certain_pairs_come_first_and_ask_nobody() -> None:
    relations = [related("ab", "same", 0.3), related("bc", "same", 0.9)]
    nobody: Callable[..., bool] = lambda *_: False  # noqa: E731
    found = gather(rulings("abc"), relations, certain={("a", "b")}, agree=nobody)
    assert [family.rulings for family in found] == [("a", "b"), ("c",)]


def test_the_same_words_ask_nobody() -> None:
    relation = Relation("a", "b", "same", LITERAL, 1.0)
    assert [f.rulings for f in gather(rulings("ab"), [relation], agree=lambda *_: False)] == [("a", "b")]


def test_a_family_is_of_one_statement_whoever_lies_between(told: Callable[..., Told]) -> None:
    more = "Exile the creature face down. Its owner may look at it, and nobody else may, until the end of the turn."
    less = "Exile the creature face down. Its owner may look at it, and nobody else may."
    found = told(feed([("Storm Crow", more), ("Lightning Bolt", less)]))
    assert found.joined(more, less)
