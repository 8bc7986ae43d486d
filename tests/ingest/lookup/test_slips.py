"""What was meant, by letters and by sound: as a look at every word and every name would have it."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from rapidfuzz.distance import OSA

from ingest.lookup.sounds import LONGEST, SURE, Sounds, readings
from ingest.lookup.words import Words

WORTH = {
    word: 1.0 + at for at, word in enumerate("manifest manifold creature creatures criatura niño nino sage".split())
}
SPELT = readings()
CHINESE = ["显化", "横置", "牌面朝下", "牌面朝上", "事件", "世间", "暴风乌鸦群", "一", "九个字的名字太长了吧", "Opt"]


@given(
    st.text("abcdefimnorst", min_size=4, max_size=9)
    | st.sampled_from(["manifst", "craeture", "crature", "nino", "ñino"])
)
def test_the_nearest_word_is_that_of_a_look_at_all(word: str) -> None:
    most = 2 if len(word) >= 6 else 1
    slips = {known: OSA.distance(word, known) for known in WORTH}
    near = [
        (count + (known[0] != word[0]), -WORTH[known], known)
        for known, count in slips.items()
        if count <= most and (count < 2 or known[0] == word[0])
    ]
    assert Words.of(WORTH).nearest(word) == (min(near)[2] if near else None)


def test_a_word_of_a_name_is_no_slip() -> None:
    assert Words.of(WORTH, ["manifst"]).nearest("manifst") is None
    assert Words.of(WORTH).nearest("manifst") == "manifest"
    assert Words.of({}).nearest("manifst") is None


def meant(piece: str) -> str | None:
    """What a piece was meant to be, name by name."""
    names = [name for name in CHINESE if 2 <= len(name) <= LONGEST and name[0] > "z"]
    alike = [name for name in names if len(name) == len(piece)]
    for name in alike:
        if [SPELT[char] for char in name] == [SPELT[char] for char in piece]:
            return None if piece in names else name
    for place in range(len(piece) if len(piece) >= SURE else 0):
        for name in alike:
            if piece[:place] + piece[place + 1 :] == name[:place] + name[place + 1 :]:
                return None if piece in names else name
    return None


def slips(text: str) -> Iterator[tuple[int, int, str]]:
    for length in range(min(LONGEST, len(text)), 1, -1):
        for start in range(len(text) - length + 1):
            found = meant(text[start : start + length])
            if found:
                yield start, start + length, found


@pytest.fixture(scope="module")
def sounds() -> Sounds:
    return Sounds.of(CHINESE)


@given(st.text("显先化花横制置牌面潮朝下上世事件间暴风乌鸦群", min_size=2, max_size=12))
def test_slips_are_those_of_a_look_at_every_name(sounds: Sounds, text: str) -> None:
    assert list(sounds.slips(f"x{text}", [(1, 1 + len(text))])) == [(s + 1, e + 1, name) for s, e, name in slips(text)]


def test_the_first_of_two_names_of_one_sound_is_meant(sounds: Sounds) -> None:
    assert list(sounds.slips("是间", [(0, 2)])) == [(0, 2, "事件")]
    assert sounds.typed_as_pinyin("shijian") == "事件"
    assert sounds.typed_as_pinyin("paimianchaoxia") == "牌面朝下"
    assert sounds.typed_as_pinyin("pai") is None


def test_every_character_is_read_as_the_library_reads_it() -> None:
    from pypinyin import Style, lazy_pinyin

    some = list(SPELT)[::37]
    assert len(some) > 1000
    assert [SPELT[char] for char in some] == [lazy_pinyin(char, style=Style.NORMAL)[0] for char in some]


def test_signs_without_a_sound_are_only_signs(sounds: Sounds) -> None:
    assert list(sounds.slips("\U0003fffe\U0003ffff〇", [(0, 3)])) == []
    assert list(Sounds.of([]).slips("显化", [(0, 2)])) == []
    assert np.count_nonzero(sounds.syllables) > 40_000
