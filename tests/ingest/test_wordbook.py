"""What a build has learnt is written, and read as it was."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest

from ingest.errors import SnapshotError
from ingest.linking.link import Linked
from ingest.model import Card, Family, Ruling, Text
from ingest.wordbook import FILE, lines_of, read_wordbook, write_wordbook


def told(times: int) -> Linked:
    rulings = tuple(
        Ruling(f"r{n}", date(2024, 1, 1 + n), (Text(f"e{n}", "en", "Concede."), Text(f"z{n}", "zh-Hans", "认输。")))
        for n in range(times)
    )
    return Linked(rulings, tuple(Family(ruling.id, (ruling.id,)) for ruling in rulings))


def test_what_was_learnt_is_read_again(tmp_path: Path) -> None:
    write_wordbook(tmp_path, told(5))
    words = read_wordbook(tmp_path)
    assert words["zh~认输"] == (("en~conced", 1.0),)
    assert words["en~conced"] == (("zh~认输", 1.0),)


def test_nothing_to_learn_from_and_a_snapshot_that_has_none(tmp_path: Path) -> None:
    assert read_wordbook(tmp_path) == {}
    write_wordbook(tmp_path, told(1))
    assert read_wordbook(tmp_path) == {}


def test_a_damaged_file_is_said(tmp_path: Path) -> None:
    (tmp_path / FILE).write_text("one\ttwo\n", encoding="utf-8")
    with pytest.raises(SnapshotError, match="learnt words"):
        read_wordbook(tmp_path)


def test_lines_of_a_card_are_read_side_by_side() -> None:
    card = Card("opt", {"en": "Opt"}, texts={"en": "Scry 1.\nDraw a card.", "es": "Adivina 1.\nRoba una carta."})
    odd = Card("odd", {"en": "Odd"}, texts={"en": "One.\nTwo.", "zh-Hans": "一。"})
    pairs = [(one.lang, one.body, other.lang, other.body) for one, other in lines_of([card, odd])]
    assert pairs == [("en", "Scry 1.", "es", "Adivina 1."), ("en", "Draw a card.", "es", "Roba una carta.")]
    assert list(lines_of([Card("alone", {"en": "Alone"}, texts={"en": "Flying"})])) == []
