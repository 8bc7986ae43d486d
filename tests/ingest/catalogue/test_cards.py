"""Card names: every one found however it is typed, none lost to another with nearly its name."""

from __future__ import annotations

import pytest

from ingest.catalogue import CardNames
from ingest.catalogue.slugs import slug
from ingest.model import Card
from ingest.paths import resource_dir


@pytest.fixture(scope="module")
def cards() -> CardNames:
    return CardNames(resource_dir("data") / "catalogue")


def ids(found: list[Card]) -> list[str]:
    return [card.id for card in found]


def test_all_cards_are_there_with_ids_of_their_own(cards):
    everything = cards.all()
    assert len(everything) > 30_000
    assert len({card.id for card in everything}) == len(everything)
    assert sum("es" in card.names for card in everything) > 27_000
    assert sum("zh-Hans" in card.names for card in everything) > 20_000


@pytest.mark.parametrize(
    ("typed", "id"),
    [
        ("aetherize", "aetherize"),
        ("Ætherize", "aetherize"),
        ("ÆTHERIZE", "aetherize"),
        ("lim-dul the necromancer", "lim-dul-the-necromancer"),
        ("Lim-Dûl the Necromancer", "lim-dul-the-necromancer"),
        ("ring of maruf", "ring-of-maruf"),
        ("Ring of Ma’rûf", "ring-of-maruf"),
        ("gideons phalanx", "gideons-phalanx"),
        ("+2 Mace", "2-mace"),
        ("X", "x"),
        ("_____", "card-4e536142"),
        ("fire ice", "fire-ice"),
        ("仿生妖", "clone"),
        ("身份遭窃", "stolen-identity"),
        ("身分遭竊", "stolen-identity"),
        ("Forma de luz", "lightform"),
        ("forma DE luz", "lightform"),
        ("实界破碎寇基雷", "kozilek-the-broken-reality"),
        ("Consign (Consign/Oblivion)", "consign"),
    ],
)
def test_a_name_is_found_however_it_is_typed(cards, typed, id):
    assert ids(cards.by_name(typed))[:1] == [id]


@pytest.mark.parametrize("typed", ["", " ", "-", "no such card at all"])
def test_what_names_no_card_finds_none(cards, typed):
    assert cards.by_name(typed) == []


def test_the_paper_card_comes_before_its_digital_version(cards):
    assert cards.by_name("Cloister Gargoyle")[0].id == "cloister-gargoyle"
    rebalanced = [card for card in cards.all() if card.kind == "rebalanced"]
    assert rebalanced
    assert all(card.names["en"].startswith("A-") for card in rebalanced)


def test_a_token_never_hides_the_card_of_its_name():
    known = CardNames(
        extra=[
            Card("storm-crow-2", {"en": "Storm Crow"}, kind="token"),
            Card("storm-crow", {"en": "Storm Crow"}),
            Card("crow-storm", {"en": "Crow Storm"}),
            Card("bat", {"en": "Bat-"}),
            Card("bat-2", {"en": "Bat"}, kind="token"),
        ]
    )
    assert ids(known.by_name("storm crow")) == ["storm-crow", "storm-crow-2"]
    assert ids(known.by_name("Bat-"))[0] == "bat"
    assert ids(known.by_name("Bat"))[0] == "bat-2"
    assert len(known.all()) == 5


def test_a_name_can_be_asked_for_in_one_language(cards):
    assert ids(cards.by_name("Clon", "es")) == ["clone"]
    assert cards.by_name("Clon", "zh-Hans") == []


def test_a_feed_finds_the_whole_card_by_its_identifier(cards):
    whole = cards.by_name("Consign // Oblivion")[0]
    assert whole.oracle_id
    assert cards.by_oracle_id(whole.oracle_id) == whole


def test_a_face_of_two_has_its_own_half_of_the_name(cards):
    faces = [card for card in cards.all() if card.kind == "face"]
    assert len(faces) > 1000
    assert not [face.id for face in faces for name in face.names.values() if " // " in name]


def test_slugs_are_ascii_and_keep_numbers():
    assert slug("Jötun Grunt") == "jotun-grunt"
    assert slug("1996 World Champion") == "1996-world-champion"
