"""A split or double-faced card that only a feed knows answers to the name of either side, in three languages."""

from __future__ import annotations

import json

import pytest

from app.knowledge import Knowledge
from app.services import Services
from app.settings import Settings
from ingest.pipeline import build
from ingest.snapshot import Home
from tests.cases.test_group_4 import CATALOGUE, bodies, card, oracle, ruling

NAMES = {
    "en": ("Dawn Side", "Dusk Side"),
    "es": ("Lado del alba", "Lado del ocaso"),
    "zhs": ("拂晓之面", "黄昏之面"),
}
STATED = "It turns at most once in each turn."


def printed(lang: str) -> dict[str, object]:
    faces = [{"name": name, "printed_name": own} for name, own in zip(NAMES["en"], NAMES[lang], strict=True)]
    return card(oracle(90), " // ".join(NAMES["en"]), "transform", lang, card_faces=faces)


@pytest.fixture(scope="module")
def sided(tmp_path_factory: pytest.TempPathFactory) -> Knowledge:
    folder = tmp_path_factory.mktemp("sides")
    feeds = {
        "cards.json": [printed(lang) for lang in NAMES],
        "rulings.json": [ruling(oracle(90), "2022-02-18", STATED)],
    }
    for name, records in feeds.items():
        (folder / name).write_text(json.dumps(records), encoding="utf-8")
    build(Home(folder / "home"), [folder / name for name in feeds], CATALOGUE)
    return Services(Settings.from_environment(home=folder / "home")).current()


@pytest.mark.parametrize("name", [name for names in NAMES.values() for name in (*names, " // ".join(names))])
def test_either_name_leads_to_it(sided: Knowledge, name: str) -> None:
    assert [one.id for one in sided.cards_named(name)] == ["dawn-side-dusk-side"]
    assert bodies(sided, name) == bodies(sided, f'card:"{name}"') == [STATED]


def test_a_name_of_no_side_leads_nowhere(sided: Knowledge) -> None:
    assert sided.cards_named("Noon Side") == []
