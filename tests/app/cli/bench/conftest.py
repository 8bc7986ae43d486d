"""A corpus of a few cards in the layout of the shared one, written here."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest

ENGLISH = [
    {"card": f"Lamp {n}", "oracle_id": f"o{n}", "date": f"201{n}-02-03", "text": text}
    for n, text in enumerate(
        [
            "The lamp burns until the end of the turn, and then its controller draws a card.",
            "You choose whether to turn the creature face up as the lamp enters the battlefield.",
            "If the creature is tapped, the lamp doesn't untap it during its controller's next turn.",
            "A face-down creature that the lamp lights has no name, no mana cost and no abilities.",
            "The controller of the lamp may choose a creature that is already tapped.",
            "Once the lamp burns, the creature stays tapped until the end of the turn.",
        ]
    )
]
CHINESE = [
    {
        "card": "Lamp 0",
        "date": "2010-02-03",
        "zh": "此灯会燃烧到回合结束，然后其操控者抓一张牌。",
        "set": "X",
        "score": 5,
    },
    {
        "card": "Lamp 3",
        "date": "2013-02-03",
        "zh": "被照亮的牌面朝下的生物没有名称，也没有异能。",
        "set": "X",
        "score": 5,
    },
]
CARDS = [
    {"card": "Lamp 0", "en": "Draw.", "es": "Roba dos cartas del mazo (solo del tuyo). Gira la criatura objetivo."},
    {"card": "Lamp 1", "en": "Draw.", "es": "La criatura objetivo no se endereza durante el turno.\nVuela."},
    {"card": "Lamp 2", "en": "Draw."},
]


@pytest.fixture(scope="session")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of that corpus."""
    folder = tmp_path_factory.mktemp("corpus")
    for name, records in (("rulings_en", ENGLISH), ("rulings_zh", CHINESE), ("card_texts", CARDS)):
        with gzip.open(folder / f"{name}.jsonl.gz", "wt", encoding="utf-8") as file:
            file.writelines(json.dumps(record, ensure_ascii=False) + "\n" for record in records)
    return folder
