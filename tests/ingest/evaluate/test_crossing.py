"""Translations that should find their English: which are asked, and how they are counted."""

from __future__ import annotations

import json
from datetime import date
from pathlib import Path

import pytest

from ingest.errors import RosettaError
from ingest.evaluate.crossing import Pair, evaluate, load_pairs, sample
from ingest.ids import text_id

DAY = date(2024, 6, 7)
ENGLISH, CHINESE = "Draw a card.", "抓一张牌，然后洗牌。"


def pairs_file(folder: Path, **changed: object) -> Path:
    file = folder / "pairs.jsonl"
    pair = {"date": DAY.isoformat(), "en": ENGLISH, "zh": CHINESE, "score": 5.0, "margin": 3.0}
    file.write_text(json.dumps(pair | changed) + "\n", encoding="utf-8")
    return file


def held(*texts: tuple[str, str]) -> set[str]:
    return {text_id(DAY, lang, body) for lang, body in texts}


def test_a_pair_is_asked_where_only_its_english_is_there(tmp_path: Path) -> None:
    file = pairs_file(tmp_path)
    english = ("en", ENGLISH)
    assert load_pairs(file, held(english).__contains__) == [Pair(text_id(DAY, *english), CHINESE)]
    assert load_pairs(file, held(english, ("zh-Hans", CHINESE)).__contains__) == []
    assert load_pairs(file, held(("en", "Another ruling.")).__contains__) == []


def test_a_pair_that_nobody_trusts_is_not_asked(tmp_path: Path) -> None:
    assert load_pairs(pairs_file(tmp_path, score=1.0), lambda id: id in held(("en", ENGLISH))) == []


def test_a_day_that_is_none_is_named_with_its_line(tmp_path: Path) -> None:
    with pytest.raises(RosettaError) as error:
        load_pairs(pairs_file(tmp_path, date="June"), lambda id: False)
    assert "pairs.jsonl:1" in str(error.value)


def test_the_first_clause_that_says_anything_is_asked() -> None:
    assert Pair("", "抓一张牌，然后洗牌。").clause == "抓一张牌"
    assert Pair("", "…，「X」是零。").clause == "「X」是零"


def test_the_same_seed_draws_the_same() -> None:
    pairs = [Pair(str(number), "") for number in range(50)]
    assert sample(pairs, 5, 1) == sample(pairs, 5, 1) != sample(pairs, 5, 2)
    assert sample(pairs, 0, 1) == pairs


def test_ranks_are_counted_to_the_tenth() -> None:
    answers = {"a": ["right"], "b": ["x", "right"], "c": [*"abcdefghij", "right"]}
    report = evaluate([(query, "right") for query in answers], answers.__getitem__)
    assert report.ranks == (1, 2, None)
    assert report.lost == ("c",)
    assert (report.within(1), report.within(10)) == (pytest.approx(1 / 3), pytest.approx(2 / 3))
