"""Rulings are compared once: a page more, less or changed asks only of what it touches, and comes to the same."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ingest.linking import candidates, vectors
from ingest.linking.comparing import Comparisons, compare, digest
from ingest.linking.profile import Profile, length
from ingest.linking.remembered import TABLE, remember, remembered
from ingest.linking.wording import Wording

CONCEPTS = ["cloak", "manifest", "ward", "token", "copy", "graveyard", "morph", "tapped"]


def profile(id: str, said: Sequence[str], lang: str = "en", page: str | None = None) -> Profile:
    vector = {concept: 3.0 + CONCEPTS.index(concept) for concept in dict.fromkeys(said)}
    return Profile(id, vector, length(vector), vector, {lang: Wording(tuple(said), tuple(said), Counter())}, page=page)


statements = st.lists(st.sampled_from(CONCEPTS), min_size=1, max_size=6)
knowledge = st.lists(st.tuples(statements, st.sampled_from(["en", "zh-Hans", "es"])), min_size=1, max_size=14)


def profiles(said: Sequence[tuple[Sequence[str], str]]) -> list[Profile]:
    return [profile(f"r{at:02}", words, lang) for at, (words, lang) in enumerate(said)]


def told(compared: Comparisons) -> list[tuple[int, int, object]]:
    return list(compared.told())


@settings(max_examples=150, deadline=None)
@given(knowledge, st.sets(st.integers(0, 13)), st.sets(st.integers(0, 13)), st.integers(2, 4), st.integers(1, 4))
def test_it_comes_to_the_same_whatever_was_compared_before(
    said: list, then: set[int], now: set[int], common: int, nearest: int
) -> None:
    every = profiles(said)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(vectors, "COMMON", common)
        patch.setattr(candidates, "NEAREST", nearest)
        before = compare([one for at, one in enumerate(every) if at not in then])
        left = [one for at, one in enumerate(every) if at not in now]
        anew, again = compare(left), compare(left, before)
    assert told(again) == told(anew)
    assert again.pairs.tolist() == anew.pairs.tolist() and again.found.tolist() == anew.found.tolist()
    assert again.common == anew.common
    assert again.judged <= anew.judged == len(anew.pairs)


def crowd(many: int) -> list[Profile]:
    return [profile(f"r{at:03}", [CONCEPTS[at % 4], CONCEPTS[4 + at % 3], "ward"]) for at in range(many)]


def test_nothing_is_asked_again_where_nothing_is_new() -> None:
    before = compare(crowd(40))
    again = compare(crowd(40), before)
    assert before.judged == len(before.pairs) > 0
    assert again.judged == 0 and told(again) == told(before) != []


def test_one_ruling_more_is_compared_with_those_near_it_only() -> None:
    before = compare(crowd(40))
    more = [*crowd(40), profile("r999", ["cloak", "copy"])]
    again = compare(more, before)
    asked = len(again.pairs) - len(before.pairs)
    assert 0 < again.judged == asked < 40 < len(before.pairs)


@pytest.mark.parametrize(
    "other",
    [
        profile("r1", ["cloak", "ward"], lang="es"),
        profile("r1", ["ward", "cloak"]),
        profile("r1", ["cloak", "ward"], page="cloak"),
        replace(profile("r1", ["cloak", "ward"]), lists=frozenset({("a.txt", None)})),
        replace(profile("r1", ["cloak", "ward"]), cards=frozenset({"storm-crow"})),
        profile("r2", ["cloak", "ward"]),
    ],
)
def test_whatever_is_compared_makes_another_ruling(other: Profile) -> None:
    mine = profile("r1", ["cloak", "ward"])
    assert digest(mine) == digest(profile("r1", ["cloak", "ward"])) != digest(other)


def test_what_was_compared_is_kept_from_build_to_build(tmp_path: Path) -> None:
    before = compare(crowd(30))
    remember(tmp_path / "compared", before, "these rules")
    known = remembered(tmp_path / "compared", "these rules")
    assert known and told(known) == told(before) != []
    assert known.pairs.tolist() == before.pairs.tolist() and known.common == before.common
    assert compare(crowd(30), known).judged == 0


def test_other_rules_judge_anew(tmp_path: Path) -> None:
    remember(tmp_path, compare(crowd(10)), "these rules")
    assert remembered(tmp_path, "other rules") is None
    assert remembered(tmp_path / "nowhere", "these rules") is None


@pytest.mark.parametrize("file", ["pairs.npy", "outcomes.npy", "digests.npy", TABLE])
@pytest.mark.parametrize("held", [b"", b"\x93NUMPY", b"{}", b"[1]"])
def test_what_is_broken_is_judged_anew(tmp_path: Path, file: str, held: bytes) -> None:
    remember(tmp_path, compare(crowd(10)), "rules")
    (tmp_path / file).write_bytes(held)
    assert remembered(tmp_path, "rules") is None


def test_what_points_nowhere_is_judged_anew(tmp_path: Path) -> None:
    remember(tmp_path, compare(crowd(10)), "rules")
    pairs = np.load(tmp_path / "pairs.npy")
    pairs[0, 1] = 10
    np.save(tmp_path / "pairs.npy", pairs)
    assert remembered(tmp_path, "rules") is None
