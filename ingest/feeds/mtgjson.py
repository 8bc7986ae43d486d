"""MTGJSON: `AtomicCards` (cards with rulings and names in other languages) and `Keywords`."""

from __future__ import annotations

from typing import Any

from ingest.feeds.base import Feed, FeedReading, day_of, objects_of, paragraph, text_of, word_of
from ingest.feeds.scryfall import kind_of
from ingest.feeds.stream import Value

KEYWORDS = {
    "abilityWords": "ability word",
    "keywordAbilities": "keyword ability",
    "keywordActions": "keyword action",
}


class Mtgjson(Feed):
    """What its files share."""

    attribution = "Card data by MTGJSON (mtgjson.com)"
    licence = "MTGJSON's data is under the MIT licence; rulings and card names are Wizards of the Coast's"
    fields = frozenset()


class AtomicCards(Mtgjson):
    """One member a name: the objects of its faces, each of which repeats the rulings."""

    name = "mtgjson atomic cards"
    describes = "MTGJSON's AtomicCards"

    def claims(self, first: Value) -> bool:
        face = first.value[0] if isinstance(first.value, list) and first.value else None
        return first.key is not None and isinstance(face, dict) and {"name", "layout"} <= face.keys()

    def take(self, record: Value, reading: FeedReading) -> None:
        faces = objects_of(record.value)
        name = word_of(record.key) or (word_of(faces[0].get("name")) if faces else "")
        if not name or not faces:
            reading.remark(record.first_line, "unreadable-record", "warning", f"{record.key}: no card")
            return
        for oracle_id, sides in _by_card(faces).items():
            self._card(record, name, oracle_id or None, sides, reading)

    def _card(
        self, record: Value, name: str, oracle_id: str | None, faces: list[dict[str, Any]], reading: FeedReading
    ) -> None:
        card = reading.cards.add(oracle_id, name, kind_of(name, word_of(faces[0].get("layout"))))
        sides = [side for face in faces if (side := word_of(face.get("faceName")))]
        if len(sides) > 1:
            card.faces.setdefault("en", tuple(sides))
        card.says("en", [text_of(face.get("text")) for face in faces])
        for lang, names in _foreign(faces).items():
            whole = word_of(names[0].get("name"))
            card.says(lang, [text_of(one.get("text")) for one in names])
            reading.cards.translate(card, lang, whole, [word_of(one.get("faceName")) for one in names])
        for day, text in _rulings(faces):
            date = day_of(day, record, reading)
            reading.state(record, date, paragraph(text, record, reading, "en"), card=name, oracle_id=oracle_id)


class Keywords(Mtgjson):
    """The words of the game's abilities and actions; those the catalogue lacks are reported."""

    name = "mtgjson keywords"
    describes = "MTGJSON's Keywords"

    def claims(self, first: Value) -> bool:
        return first.key in KEYWORDS and isinstance(first.value, list)

    def take(self, record: Value, reading: FeedReading) -> None:
        kind = KEYWORDS.get(record.key or "")
        if kind is None:
            reading.remark(record.first_line, "unknown-field", "info", str(record.key))
        elif isinstance(record.value, list):
            reading.keywords += [(kind, word) for held in record.value if (word := word_of(held))]


def _by_card(faces: list[dict[str, Any]]) -> dict[str, list[dict[str, Any]]]:
    """The faces by the identifier of their card: two cards may share a name."""
    found: dict[str, list[dict[str, Any]]] = {}
    for face in faces:
        identifiers = face.get("identifiers")
        oracle_id = word_of(identifiers.get("scryfallOracleId")) if isinstance(identifiers, dict) else ""
        found.setdefault(oracle_id, []).append(face)
    return found


def _foreign(faces: list[dict[str, Any]]) -> dict[str, list[dict[str, Any]]]:
    """The names in other languages, side by side for each."""
    found: dict[str, list[dict[str, Any]]] = {}
    for face in faces:
        once: set[str] = set()
        for one in objects_of(face.get("foreignData")):
            lang = word_of(one.get("language"))
            if lang and lang not in once:
                once.add(lang)
                found.setdefault(lang, []).append(one)
    return found


def _rulings(faces: list[dict[str, Any]]) -> dict[tuple[str, str], None]:
    """Day and text of each ruling, once, in order."""
    held = [one for face in faces for one in objects_of(face.get("rulings"))]
    return dict.fromkeys((word_of(one.get("date")), text_of(one.get("text"))) for one in held)
