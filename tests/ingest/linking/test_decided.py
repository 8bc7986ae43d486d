"""What a person decided stands over every rule, and outlives every build."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from ingest.catalogue import CardNames, Catalogue
from ingest.catalogue.decisions import Decision, Decisions

from .conftest import Told, id_of, page

ONE = "The exiled card stays exiled, and nobody may look at it."
ALIKE = "The exiled card remains exiled, and nobody may look at it."
OTHER = "Roll a die, then add the number of tokens."


@pytest.fixture
def decided(told: Callable[..., Told], catalogue: Catalogue) -> Callable[..., Told]:
    entries = [
        *page("Storm Crow", {"en": ONE}, file="a.txt"),
        *page("Lightning Bolt", {"en": ALIKE}, file="b.txt"),
        *page("Stolen Identity", {"en": OTHER}, file="c.txt"),
    ]
    cards = CardNames(extra=[catalogue.cards.get(id) for id in ("storm-crow", "lightning-bolt", "stolen-identity")])
    return lambda **made: told(entries, replace(catalogue, cards=cards, decisions=Decisions(**made)))


def test_without_decisions_likeness_judges(decided: Callable[..., Told]) -> None:
    found = decided()
    assert found.joined(ONE, ALIKE) and not found.joined(ONE, OTHER)


@pytest.mark.parametrize("kind", ["related", "parallel", ""])
def test_apart_though_alike(decided: Callable[..., Told], kind: str) -> None:
    found = decided(apart=(Decision((id_of(ONE), id_of(ALIKE)), kind, "two rules"),))
    assert not found.joined(ONE, ALIKE)
    assert found.kind(ONE, ALIKE) == (kind or "related")
    assert found.relation(ONE, ALIKE).reason == "decided: two rules"


@pytest.mark.parametrize("kind", ["same", "reworded"])
def test_joined_though_unlike(decided: Callable[..., Told], kind: str) -> None:
    found = decided(joined=(Decision((id_of(ONE), id_of(OTHER)), kind, "one rule"),))
    assert found.joined(ONE, OTHER)
    assert found.kind(ONE, OTHER) == kind


def test_apart_wins_over_joined(decided: Callable[..., Told]) -> None:
    pair = (id_of(ONE), id_of(ALIKE))
    found = decided(joined=(Decision(pair, "same"),), apart=(Decision(pair, "related"),))
    assert not found.joined(ONE, ALIKE)


def test_apart_even_through_a_third(decided: Callable[..., Told]) -> None:
    found = decided(
        joined=(Decision((id_of(ONE), id_of(OTHER)), "same"), Decision((id_of(OTHER), id_of(ALIKE)), "same")),
        apart=(Decision((id_of(ONE), id_of(ALIKE)), "related"),),
    )
    assert not found.joined(ONE, ALIKE)


def test_a_decision_on_texts_that_are_not_there_is_kept_for_when_they_are(decided: Callable[..., Told]) -> None:
    gone = Decision(("a" * 16, id_of(ONE)), "same")
    found = decided(joined=(gone,), apart=(gone,), cards=(("b" * 16, "storm-crow"),))
    assert found.joined(ONE, ALIKE) and not found.joined(ONE, OTHER)
    assert found.subjects(ONE) == {"storm-crow": "heading"}
