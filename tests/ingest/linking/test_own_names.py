"""Where a ruling names the card that it is known to stand on."""

from __future__ import annotations

import pytest

from ingest.linking.own_names import of_its_own, own_names
from ingest.model import Card, Text

WARDEN = Card("mirelda", {"en": "Mirelda, Warden of Reeds", "zh-Hans": "芦苇守望者米蕾妲", "es": "Mirelda, guardiana"})
OF_PLACE = Card("orsolo", {"en": "Orsolo of the Fen"})
SPLIT = Card("dusk-dawn", {"en": "Dusk // Dawn"})
HORN = Card("horn", {"en": "Gatekeeper's Horn"})


def named(card: Card, body: str, lang: str = "en") -> list[str]:
    return [body[start:end] for start, end, _ in own_names([card], Text("t", lang, body))]


@pytest.mark.parametrize(
    ("card", "body", "found"),
    [
        (WARDEN, "Mirelda, Warden of Reeds untaps Mirelda.", ["Mirelda, Warden of Reeds", "Mirelda"]),
        (WARDEN, "Mireldas? No: miracles.", ["Mireldas"]),
        (OF_PLACE, "Whenever Orsolo attacks, Orsolo's controller draws.", ["Orsolo", "Orsolo"]),
        (OF_PLACE, "Two Orsolo of the Fens stay apart.", ["Orsolo of the Fens"]),
        (SPLIT, "You cast Dusk, never Dawn: Dusk // Dawn is one card.", ["Dusk", "Dawn", "Dusk // Dawn"]),
        (HORN, "Sound Gatekeeper’s Horn, the gatekeeper's horn.", ["Gatekeeper’s Horn", "gatekeeper's horn"]),
        (HORN, "A Gatekeeper's Hornet is none.", []),
        (HORN, "", []),
    ],
)
def test_a_card_is_named_in_full_in_short_and_by_its_faces(card: Card, body: str, found: list[str]) -> None:
    assert named(card, body) == found


@pytest.mark.parametrize(
    ("body", "lang"),
    [
        ("芦苇守望者米蕾妲进战场时，抓牌。", "zh-Hans"),
        ("Si Mirelda muere, roba.", "es"),
        ("若 Mirelda 死去", "zh-Hans"),
    ],
)
def test_in_every_language(body: str, lang: str) -> None:
    assert len(named(WARDEN, body, lang)) == 1


def test_the_word_before_a_place_must_stand_as_a_name() -> None:
    sword = Card("sword", {"en": "Sword of the Fen"})
    assert named(sword, "Sword is what you hold.") == []
    assert named(sword, "You hold Sword and Sword's edge.") == ["Sword", "Sword"]


@pytest.mark.parametrize(
    ("body", "lang", "own"),
    [
        ("The last ability uses the stack.", "en", True),
        ("The chapter II ability targets nothing.", "en", True),
        ("La segunda habilidad no usa la pila.", "es", True),
        ("第一个异能不使用堆叠。", "zh-Hans", True),
        ("An ability uses the stack.", "en", False),
        ("The first creature is tapped.", "en", False),
        ("该异能使用堆叠。", "zh-Hans", False),
    ],
)
def test_a_ruling_of_one_ability_among_several_is_of_its_card(body: str, lang: str, own: bool) -> None:
    assert of_its_own(Text("t", lang, body)) is own
