"""Keys stand for names: equal ones have equal keys, others have others, wherever in a text they stand."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from ingest.lookup.keys import Keyed, Stretches, holds, key_set, keys_of

SIGNS = st.sampled_from("abñ 横置𠀀\0")
NAMES = st.lists(st.text(SIGNS, max_size=6), max_size=30)


@given(NAMES, st.text(SIGNS, max_size=6))
def test_a_name_is_found_just_where_it_is(names: list[str], wanted: str) -> None:
    assert Keyed.of(names).number(wanted) == (names.index(wanted) if wanted in names else -1)
    assert holds(key_set(names), wanted) == (wanted in names)


@given(st.text(SIGNS, min_size=1, max_size=30))
def test_a_stretch_has_the_key_of_the_name_it_is(text: str) -> None:
    starts, ends = np.triu_indices(len(text) + 1)
    pieces = [text[start:end] for start, end in zip(starts, ends, strict=True)]
    assert Stretches(text).keys(starts, ends).tolist() == keys_of(pieces).tolist()
    assert len(set(keys_of(pieces).tolist())) == len(set(pieces))


@given(st.text(SIGNS, min_size=1, max_size=12), st.integers(0, 11))
def test_one_character_may_be_taken_for_another(text: str, place: int) -> None:
    at = min(place, len(text) - 1)
    key = Stretches(text).replaced(np.array([0]), np.array([len(text)]), np.array([at]), "*")
    assert key.tolist() == keys_of([f"{text[:at]}*{text[at + 1 :]}"]).tolist()


def test_many_names_have_as_many_keys() -> None:
    names = [f"{one}{other}" for one in range(300) for other in "abcdefghij"]
    assert len(key_set(names)) == len(names) == 3000
