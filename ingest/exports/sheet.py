"""Rulings as rows and columns: what every kind of spreadsheet shares."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from ingest.exports.base import ExportOptions, facts, iso, targets
from ingest.exports.statements import Statement, Version

PER_LANGUAGE = ("text", "origin", "label", "id", "remark")
ROW = ("ruling", "date", "cards", "mechanics")
_REMARKS = ("worded-in", "worded-on", "source-changed", "source-before")


class Sheet:
    """One row a statement, five columns a language."""

    def takes(self, has: Collection[str], languages: Sequence[str]) -> bool:
        """Every ruling has its row, though its cells may be empty."""
        return True


def header(options: ExportOptions) -> list[str]:
    """The names of the columns: `text:es` is the text in Spanish."""
    own = [f"{column}:{options.code(lang)}" for lang in options.languages for column in PER_LANGUAGE]
    return [*ROW, *own]


def cells(statement: Statement, options: ExportOptions) -> list[str]:
    """The cells of a statement's row, in the order of the header."""
    ruling = statement.ruling
    cards = [_name(card, options) for card in targets(ruling, "card")]
    row = [ruling.id, iso(ruling), "; ".join(cards), "; ".join(targets(ruling, "mechanic"))]
    for lang in options.languages:
        version = statement.version(lang)
        row += _version(statement, version, options) if version else [""] * len(PER_LANGUAGE)
    return row


def _version(statement: Statement, version: Version, options: ExportOptions) -> list[str]:
    text, said = version.text, dict(facts(statement, version, options))
    remark = "; ".join(f"{name}: {said[name]}" for name in _REMARKS if name in said)
    return [text.body, text.origin, text.label or "", text.id, remark]


def _name(card: str, options: ExportOptions) -> str:
    return options.cards[card].names.get("en", card) if card in options.cards else card
