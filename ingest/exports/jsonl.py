"""JSON Lines: the product's own format, a text a line; what is written can be read back."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator

from ingest.exports.base import Export, ExportOptions, iso, targets
from ingest.model import Ruling, Term, Text


class JsonLines(Export):
    """Every text with its ruling's date and id, versions of one ruling together."""

    id = "jsonl"
    media_type = "application/x-ndjson"
    extension = ".jsonl"

    def chunks(self, rulings: Iterable[Ruling], terms: Iterable[Term], options: ExportOptions) -> Iterator[str]:
        for ruling in rulings:
            for text in ruling.texts:
                if text.lang in options.languages:
                    yield json.dumps(_record(ruling, text, options), ensure_ascii=False) + "\n"


def _record(ruling: Ruling, text: Text, options: ExportOptions) -> dict[str, str]:
    card = next((options.cards[card] for card in targets(ruling, "card") if card in options.cards), None)
    record = {
        "id": text.id,
        "ruling": ruling.id,
        "card": card.names.get("en") if card else None,
        "oracle_id": card.oracle_id if card else None,
        "date": iso(ruling),
        "lang": options.code(text.lang),
        "text": text.body,
        "origin": text.origin,
        "label": text.label,
    }
    return {key: value for key, value in record.items() if value}
