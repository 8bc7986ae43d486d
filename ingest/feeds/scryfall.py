"""Scryfall's bulk data: rulings, and the cards they belong to."""

from __future__ import annotations

from typing import Any

from ingest.feeds.base import Feed, FeedReading, day_of, objects_of, paragraph, text_of, word_of
from ingest.feeds.stream import Value
from ingest.feeds.table import FeedCard

NO_CARDS = frozenset(["token", "double_faced_token", "emblem", "art_series"])
"""Layouts of what is no card of a deck: they share names with cards and never stand before them."""
LAYOUTS = NO_CARDS | frozenset(
    "normal split flip transform modal_dfc meld leveler class case saga adventure mutate prototype battle planar scheme"
    " vanguard augment host reversible_card prepare".split()
)
"""Known layouts; the set is open, an unknown one is a card and is reported."""
REBALANCED = "A-"
PUBLISHERS = ("wotc", "scryfall")


class Scryfall(Feed):
    """What its two files share."""

    attribution = "Card data and rulings by Scryfall (scryfall.com)"
    licence = (
        "Rulings and card names are Wizards of the Coast's, used under its Fan Content Policy;"
        " Scryfall's own data is free to reuse, not endorsed by either"
    )


class ScryfallRulings(Scryfall):
    """The `rulings` file: one dated English statement about one card a record."""

    name = "scryfall rulings"
    describes = "Scryfall's bulk rulings, JSON list or JSON Lines"
    fields = frozenset(["object", "oracle_id", "source", "published_at", "comment"])

    def claims(self, first: Value) -> bool:
        return isinstance(first.value, dict) and {"oracle_id", "published_at", "comment"} <= first.value.keys()

    def take(self, record: Value, reading: FeedReading) -> None:
        held = record.value if isinstance(record.value, dict) else {}
        oracle_id = word_of(held.get("oracle_id"))
        if not oracle_id:
            reading.remark(record.first_line, "unreadable-record", "error", f"line {record.first_line}: no oracle_id")
            return
        publisher = word_of(held.get("source")) or None
        if publisher not in PUBLISHERS:
            reading.remark(record.first_line, "unknown-publisher", "info", str(publisher))
        body = paragraph(text_of(held.get("comment")), record, reading, "en", publisher=publisher)
        reading.state(record, day_of(held.get("published_at"), record, reading), body, oracle_id=oracle_id)


class ScryfallCards(Scryfall):
    """The `oracle_cards` and `all_cards` files: names in every language, faces, layouts."""

    name = "scryfall cards"
    describes = "Scryfall's bulk cards: oracle_cards, default_cards or all_cards"
    fields = frozenset()

    def claims(self, first: Value) -> bool:
        held = first.value if isinstance(first.value, dict) else {}
        return {"name", "layout"} <= held.keys() and bool(_oracle_id(held)) and "rulings" not in held

    def take(self, record: Value, reading: FeedReading) -> None:
        held = record.value if isinstance(record.value, dict) else {}
        name, oracle_id = word_of(held.get("name")), _oracle_id(held)
        if not name or not oracle_id:
            detail = f"line {record.first_line}: a card without name or id"
            reading.remark(record.first_line, "unreadable-record", "warning", detail)
            return
        layout = word_of(held.get("layout"))
        if layout not in LAYOUTS:
            reading.remark(record.first_line, "unknown-layout", "info", layout or "none")
        faces = objects_of(held.get("card_faces"))
        if layout == "reversible_card":  # two printings of one card, back to back
            faces = faces[:1]
            name = next((own for face in faces if (own := word_of(face.get("name")))), name)
        card = reading.cards.add(oracle_id, name, kind_of(name, layout))
        if len(faces) > 1:
            card.faces.setdefault("en", tuple(word_of(face.get("name")) for face in faces))
        self._translate(card, held, faces, reading)
        sides = faces or [held]
        card.says("en", [text_of(side.get("oracle_text")) for side in sides])
        card.says(word_of(held.get("lang")), [text_of(side.get("printed_text")) for side in sides])

    def _translate(
        self, card: FeedCard, held: dict[str, Any], faces: list[dict[str, Any]], reading: FeedReading
    ) -> None:
        printed = [word_of(face.get("printed_name")) for face in faces]
        sides = printed if printed and all(printed) else []
        name = word_of(held.get("printed_name")) or " // ".join(sides)
        reading.cards.translate(card, word_of(held.get("lang")), name, sides)


def kind_of(name: str, layout: str) -> str:
    """The kind of a card by its layout and name.

    >>> kind_of("Storm Crow", "normal"), kind_of("Bat", "token"), kind_of("A-Bat", "normal")
    ('card', 'token', 'rebalanced')
    """
    if layout in NO_CARDS:
        return "token"
    return "rebalanced" if name.startswith(REBALANCED) else "card"


def _oracle_id(held: dict[str, Any]) -> str:
    """The card's identifier, of its first face where only those have one."""
    return next(
        (id for one in (held, *objects_of(held.get("card_faces"))) if (id := word_of(one.get("oracle_id")))), ""
    )
