"""JSON Lines: the product's own format, a text a line; what is written can be read back."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Set

from ingest.exports.base import ExportOptions, TextExport, iso, targets
from ingest.exports.statements import Statement
from ingest.model import Ruling, Term, Text


class JsonLines(TextExport):
    """Every text with its ruling's date and id, versions of one ruling together.

    Nothing is borrowed from another ruling: what is read again is what it was.
    """

    id = "jsonl"
    media_type = "application/x-ndjson"
    extension = ".jsonl"

    def worded(self, statement: Statement) -> Set[str]:
        """The languages of the ruling's own texts."""
        return {text.lang for text in statement.ruling.texts}

    def chunks(self, statements: Iterable[Statement], terms: Iterable[Term], options: ExportOptions) -> Iterator[str]:
        for ruling in (statement.ruling for statement in statements):
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
        "source_changed": options.changed[text.id].since if text.id in options.changed else None,
    }
    return {key: value for key, value in record.items() if value}
