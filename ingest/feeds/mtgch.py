"""mtgch: cards with Chinese names and rulings, and the dump of all translated rulings.

There `source` says who is behind the *translation*; who published the ruling is not said.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ingest.feeds.base import Feed, FeedReading, day_of, objects_of, paragraph, text_of, word_of
from ingest.feeds.scryfall import kind_of
from ingest.feeds.stream import Value
from ingest.model import Paragraph

RULING = frozenset(["published_at", "comment", "source", "translation"])
NAMES = ("zhs_name", "atomic_official_name")
TEXTS = ("zhs_text", "atomic_official_text")
OTHER_NAMES = ("atomic_translated_name",)
"""Names somebody gave a card that has no printed one."""


class Mtgch(Feed):
    """What its files share."""

    attribution = "Chinese card data and translations by mtgch (mtgch.com)"
    licence = "Translations belong to those who made them; rulings and card names are Wizards of the Coast's"


class MtgchRulings(Mtgch):
    """The dump: English and Chinese of each ruling, no card."""

    name = "mtgch rulings"
    describes = "mtgch's dump of translated rulings"
    fields = RULING | {"id", "oracle_id"}

    def claims(self, first: Value) -> bool:
        held = first.value if isinstance(first.value, dict) else {}
        return {"published_at", "comment", "translation"} <= held.keys()

    def take(self, record: Value, reading: FeedReading) -> None:
        held = record.value if isinstance(record.value, dict) else {}
        date = day_of(held.get("published_at"), record, reading)
        reading.state(record, date, versions(held, record, reading), alone=True)


class MtgchCards(Mtgch):
    """Card objects, alone or listed: names, rulings, and `other_faces` that repeat them."""

    name = "mtgch cards"
    describes = "mtgch's card JSON"
    fields = frozenset()

    def claims(self, first: Value) -> bool:
        held = first.value if isinstance(first.value, dict) else {}
        return "name" in held and bool({"zhs_name", "atomic_official_name", "other_faces"} & held.keys())

    def take(self, record: Value, reading: FeedReading) -> None:
        held = record.value if isinstance(record.value, dict) else {}
        name, oracle_id = word_of(held.get("name")), word_of(held.get("oracle_id")) or None
        if not name:
            reading.remark(record.first_line, "unreadable-record", "warning", f"line {record.first_line}: no name")
            return
        others = objects_of(held.get("other_faces"))
        card = reading.cards.add(oracle_id, name, kind_of(name, word_of(held.get("layout"))))
        for key in (*NAMES, *OTHER_NAMES):
            reading.cards.translate(card, "zhs", word_of(held.get(key)))
        for key in TEXTS:
            card.says("zhs", [_unescaped(side.get(key)) for side in (held, *others)])
        said: set[tuple[str, str]] = set()
        for one in (one for face in (held, *others) for one in objects_of(face.get("rulings"))):
            key = (str(one.get("published_at")), text_of(one.get("comment")))
            if key not in said:
                said.add(key)
                date = day_of(one.get("published_at"), record, reading)
                reading.state(record, date, versions(one, record, reading), card=name, oracle_id=oracle_id)


def versions(held: dict[str, Any], record: Value, reading: FeedReading) -> Iterator[Paragraph]:
    """The English of a ruling, and its Chinese with the label of who translated it, where there is one."""
    yield from paragraph(_unescaped(held.get("comment")), record, reading, "en")
    translation = _unescaped(held.get("translation"))
    if translation:
        label = word_of(held.get("source")) or None
        yield from paragraph(translation, record, reading, "zh-Hans", label=label)


def _unescaped(value: object) -> str:
    r"""A text in which line ends are written out as a backslash and a letter, with real ones.

    >>> _unescaped(r"One.\nTwo.")
    'One.\nTwo.'
    """
    return text_of(value.replace("\\r", "").replace("\\n", "\n")) if isinstance(value, str) else ""
