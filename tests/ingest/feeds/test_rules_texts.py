"""A card's rules text comes with its feed, in the languages that the feed has it in."""

from __future__ import annotations

import json

import pytest

from .conftest import A, B, bulk, card, ruling

RULING = bulk([ruling(A, "2009-10-01", "It stays tapped.")])


def texts(base, id: str = "storm-oracle") -> dict[str, str]:
    return dict(base.store.card(id).texts)


def test_scryfall_gives_it_in_the_language_of_each_printing(built):
    printings = [
        card(A, "Storm Oracle", oracle_text="Flying.\n{T}: Draw a card."),
        card(A, "Storm Oracle", lang="es", printed_name="Oráculo", printed_text="Vuela.\n{T}: Roba una carta."),
        card(A, "Storm Oracle", lang="zhs", printed_name="风暴先知", printed_text="飞行。"),
        card(A, "Storm Oracle", lang="fr", printed_name="Oracle", printed_text="Vol."),
    ]
    base = built({"cards.json": bulk(printings), "rulings.json": RULING})
    assert texts(base) == {
        "en": "Flying.\n{T}: Draw a card.",
        "es": "Vuela.\n{T}: Roba una carta.",
        "zh-Hans": "飞行。",
    }


def test_the_sides_of_a_card_stand_one_under_the_other(built):
    faces = [{"name": "Day", "oracle_text": "Flying."}, {"name": "Night", "oracle_text": "Menace."}]
    record = card(A, "Day // Night", layout="transform", card_faces=faces)
    base = built({"cards.json": bulk([record]), "rulings.json": RULING})
    assert texts(base, "day-night") == {"en": "Flying.\n//\nMenace."}


def test_mtgjson_and_mtgch_give_it_too(built):
    foreign = [{"language": "Spanish", "name": "Oráculo", "text": "Vuela."}]
    face = {
        "name": "Storm Oracle", "layout": "normal", "text": "Flying.", "foreignData": foreign,
        "identifiers": {"scryfallOracleId": A}, "rulings": [{"date": "2009-10-01", "text": "It stays tapped."}],
    }  # fmt: skip
    chinese = {"name": "Storm Oracle", "oracle_id": A, "layout": "normal", "zhs_name": "风暴先知", "zhs_text": "飞行。"}
    base = built({"atomic.json": json.dumps({"data": {"Storm Oracle": [face]}}), "zh.json": bulk([chinese])})
    assert texts(base) == {"en": "Flying.", "es": "Vuela.", "zh-Hans": "飞行。"}


@pytest.mark.parametrize("text", [None, 7, ["Flying."], "", "x" * 9000])
def test_what_is_no_text_is_none(built, text):
    base = built({"cards.json": bulk([card(A, "Storm Oracle", oracle_text=text)]), "rulings.json": RULING})
    assert texts(base) == {}


def test_a_card_that_no_feed_describes_has_none(built):
    base = built({"cards.json": bulk([card(A, "Storm Oracle"), card(B, "Other")]), "rulings.json": RULING})
    assert texts(base) == {}
