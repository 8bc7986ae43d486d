"""Exports: one module a format, and their registry. A new one is one line here."""

from __future__ import annotations

from ingest.exports.base import Export, ExportOptions
from ingest.exports.csv import Csv
from ingest.exports.jsonl import JsonLines
from ingest.exports.tally import Tally
from ingest.exports.tbx import Tbx
from ingest.exports.tmx import Tmx
from ingest.exports.xliff import Xliff

EXPORTS: dict[str, Export] = {export.id: export for export in (Tmx(), Tbx(), Xliff(), Csv(), JsonLines())}

__all__ = ["EXPORTS", "Export", "ExportOptions", "Tally"]
