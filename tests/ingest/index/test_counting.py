"""Facets counted all together say what each says by itself, and what going through the units says."""

from __future__ import annotations

import random
from collections import Counter

import numpy as np
import pytest

from ingest.index.arrays import Rows, encode
from ingest.index.contract import FACETS, Plan
from ingest.index.counting import Collapsed
from ingest.index.tables import Facet, Units

UNITS, VALUES = 400, 30


@pytest.fixture(scope="module")
def held() -> dict[str, list[list[int]]]:
    """The values of each unit in each facet: none, one or several."""
    chance = random.Random(3)
    return {
        kind: [chance.sample(range(VALUES), chance.choice((0, 1, 1, 2, 7))) for _ in range(UNITS)] for kind in FACETS
    }


@pytest.fixture(scope="module")
def collapsed(held: dict[str, list[list[int]]]) -> Collapsed:
    ids = [f"u{number:03}" for number in range(UNITS)]
    units = Units(encode(ids), np.arange(UNITS), Rows.of([[unit] for unit in range(UNITS)]), np.arange(UNITS))
    names = encode(f"v{value:02}" for value in range(VALUES))
    return Collapsed(units, {kind: Facet.of(names, Rows.of(held[kind])) for kind in FACETS})


@pytest.mark.parametrize("size", [0, 1, 25, UNITS])
@pytest.mark.parametrize("most", [5, 50])
def test_facets_together_alone_and_gone_through_say_the_same(
    held: dict[str, list[list[int]]], collapsed: Collapsed, size: int, most: int
) -> None:
    units = np.sort(np.random.default_rng(size).choice(UNITS, size, replace=False))
    together, distinct = collapsed.count(Plan(facet_values=most), units)
    for kind in FACETS:
        counts = Counter(value for unit in units.tolist() for value in held[kind][unit])
        best = sorted(counts.items(), key=lambda one: (-one[1], one[0]))[:most]
        assert together[kind] == tuple((f"v{value:02}", count) for value, count in best)
        assert distinct[kind] == len(counts)
        alone, _ = collapsed.count(Plan(facets=(kind,), facet_values=most), units)
        assert alone == {kind: together[kind]}


def test_no_facet_is_counted_that_is_not_asked_for(collapsed: Collapsed) -> None:
    assert collapsed.count(Plan(facets=()), np.arange(UNITS)) == ({}, {})
    found, distinct = collapsed.count(Plan(facets=("years", "cards", "origins")), np.arange(UNITS))
    assert list(found) == list(distinct) == ["years", "cards", "origins"]
