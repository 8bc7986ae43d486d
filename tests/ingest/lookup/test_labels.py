"""Names as JSON: the same from memory and from a file, for every card that there is."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from app.knowledge import Knowledge
from ingest.lookup.labels import CardLabels
from ingest.model import LANGUAGES, Card

CARDS = [Card("opt", {"en": "Opt", "es": "Optar", "zh-Hans": "选择"}), Card("fear", {"en": "Fear"})]


def test_labels_are_kept_and_found_again(tmp_path: Path) -> None:
    made = CardLabels.of(CARDS)
    made.keep(tmp_path)
    read = CardLabels.kept(tmp_path)
    assert read
    ids = ["fear", "nobody", "opt"]
    assert read.labels(ids) == made.labels(ids)
    fear, nobody, opt = made.labels(ids)
    assert json.loads(fear) == {"en": "Fear", "es": None, "zh-Hans": None}
    assert json.loads(opt) == CARDS[0].names
    assert nobody == b""


def test_where_none_were_written_none_are_kept(tmp_path: Path) -> None:
    assert CardLabels.kept(tmp_path) is None


@pytest.mark.parametrize("cards", [[], CARDS[:1]])
def test_few_cards_or_none_are_no_trouble(tmp_path: Path, cards: list[Card]) -> None:
    CardLabels.of(cards).keep(tmp_path)
    read = CardLabels.kept(tmp_path)
    assert read
    assert [bool(one) for one in read.labels(["opt", "fear"])] == [bool(cards), False]


def test_a_name_that_has_no_form_in_utf_8_costs_nothing() -> None:
    (found,) = CardLabels.of([Card("odd", {"en": "Odd \ud800 one"})]).labels(["odd"])
    assert json.loads(found)["en"] == "Odd ? one"


def test_a_snapshot_has_the_names_of_all_its_cards(knowledge: Knowledge) -> None:
    cards = knowledge.store.named_cards()
    assert len(cards) > 4
    labels = knowledge.labels.cards([card.id for card in cards])
    for card, label in zip(cards, labels, strict=True):
        assert json.loads(label) == {lang: card.names.get(lang) for lang in LANGUAGES}
