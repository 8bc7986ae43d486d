"""What is worth comparing: found by what is rare, bounded whatever the rulings are."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from ingest.linking.candidates import NEAREST, Neighbours
from ingest.linking.profile import Profile, length
from ingest.linking.vectors import Vectors


def profile(id: str, **vector: float) -> Profile:
    return Profile(id, vector, length(vector), vector, {})


def pairs(*profiles: Profile) -> set[tuple[int, int]]:
    return {(min(pair), max(pair)) for pair in who_finds_whom(profiles)}


def who_finds_whom(profiles: Sequence[Profile]) -> list[list[int]]:
    return Neighbours(Vectors.of(one.vector for one in profiles)).of_all(range(len(profiles))).tolist()


def test_what_shares_a_rare_concept_is_worth_comparing() -> None:
    found = pairs(profile("a", cloak=7, card=1), profile("b", card=1, manifest=7), profile("c", card=1, cloak=7))
    assert found == {(0, 2)}


def test_equals_find_each_other_and_nobody_finds_itself() -> None:
    found = who_finds_whom([profile(str(at), cloak=7) for at in range(5)])
    assert found == [[a, b] for a in range(5) for b in range(5) if a != b]


@pytest.mark.parametrize("vectors", [(), ({},), ({}, {}), ({"card": 1.0},)])
def test_nothing_to_compare(vectors: tuple[dict[str, float], ...]) -> None:
    assert pairs(*(profile(str(at), **vector) for at, vector in enumerate(vectors))) == set()


def test_a_crowd_of_equals_is_not_compared_each_with_each() -> None:
    crowd = [profile(str(at), cloak=7.0, card=1.0) for at in range(3000)]
    found = who_finds_whom(crowd)
    assert 0 < len(found) <= NEAREST * len(crowd)


def test_in_a_crowd_the_nearest_come_first() -> None:
    crowd = [profile(str(at), cloak=7.0, **{f"other{at}": 9.0}) for at in range(200)]
    twins = [profile("x", cloak=7.0, ward=5.0), profile("y", cloak=7.0, ward=5.0)]
    assert (200, 201) in pairs(*crowd, *twins)


def test_a_concept_that_all_have_finds_nobody() -> None:
    everybody = [profile(str(at), card=1.0) for at in range(4500)]
    assert pairs(*everybody) == set()
