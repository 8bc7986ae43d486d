"""What all cards of a ruling have is known of it, though no text says so."""

from __future__ import annotations

from app.knowledge import Knowledge
from ingest.carried import in_common
from ingest.mentions import CARRIED
from ingest.model import Link, Ruling

MECHANICS = {"call": frozenset({"cipher", "flying"}), "hands": frozenset({"cipher"}), "bear": frozenset[str]()}


def on(*cards: str, role: str = "subject") -> Ruling:
    return Ruling("+".join(cards), None, (), tuple(Link("card", card, "feed", role) for card in cards))


def test_it_is_what_every_card_has() -> None:
    assert in_common([on("call")], MECHANICS.__getitem__) == {"cipher", "flying"}
    assert in_common([on("call"), on("hands")], MECHANICS.__getitem__) == {"cipher"}
    assert in_common([on("call", "hands", "bear")], MECHANICS.__getitem__) == frozenset()


def test_a_card_that_is_only_mentioned_does_not_count() -> None:
    assert in_common([on("hands"), on("bear", role="mention")], MECHANICS.__getitem__) == {"cipher"}
    assert in_common([on("hands", role="mention")], MECHANICS.__getitem__) == frozenset()


def test_families_on_a_card_with_cipher_carry_it(knowledge: Knowledge) -> None:
    families = [one.id for one in knowledge.store.families()]
    mentioned = knowledge.synopses.mentioned(families, ["cipher"])
    carrying = {families[owner] for owner in mentioned.owners[mentioned.texts == CARRIED].tolist()}
    on_it = {knowledge.store.family_of(id) for id in knowledge.store.card_rulings("stolen-identity", "subject")}
    assert len(carrying) > 10
    assert carrying <= on_it
    assert knowledge.synopses.mentioned(["nobody"], ["cipher"]).owners.tolist() == []
