"""Exports: one module a format, and their registry. A new one is one line here."""

from __future__ import annotations

from ingest.exports.base import Changed, Export, ExportOptions, TextExport
from ingest.exports.csv import Csv
from ingest.exports.jsonl import JsonLines
from ingest.exports.statements import Group, Statement, Version, statements
from ingest.exports.tally import Tally
from ingest.exports.tbx import Tbx
from ingest.exports.tmx import Tmx
from ingest.exports.xliff import Xliff
from ingest.exports.xlsx import Xlsx

EXPORTS: dict[str, Export] = {export.id: export for export in (Tmx(), Tbx(), Xliff(), Csv(), Xlsx(), JsonLines())}

__all__ = [
    "EXPORTS",
    "Changed",
    "Export",
    "ExportOptions",
    "Group",
    "Statement",
    "Tally",
    "TextExport",
    "Version",
    "statements",
]
