"""Documents that translators bring back: one module a format, and their registry."""

from __future__ import annotations

from pathlib import Path

from ingest.errors import RosettaError
from ingest.imports.base import Given, Reader, Unit
from ingest.imports.sheets import CsvReader, XlsxReader
from ingest.imports.source import JsonLinesReader
from ingest.imports.tmx import TmxReader
from ingest.imports.xliff import XliffReader

READERS: tuple[Reader, ...] = (TmxReader(), XliffReader(), XlsxReader(), CsvReader(), JsonLinesReader())

MOST = 64 << 20
"""Bytes of a document that are read."""

__all__ = ["READERS", "Given", "Unit", "read_document"]


def read_document(path: Path) -> list[Unit]:
    """The units of a document that came back, in its order; its name says which format it is in.

    Raises `RosettaError` where it is too large, in no known format, or can't be read.
    """
    reader = next((one for one in READERS if path.suffix.lower() in one.suffixes), None)
    if reader is None:
        known = ", ".join(suffix for one in READERS for suffix in one.suffixes)
        raise RosettaError("a format that does not come back", where=str(path), hint=f"there are: {known}")
    if path.stat().st_size > MOST:
        raise RosettaError(f"larger than {MOST >> 20} MiB", where=str(path), hint="split the file")
    try:
        return list(reader.read(path.read_bytes()))
    except ValueError as error:
        raise RosettaError(f"cannot be read as {reader.id}: {error}", where=str(path)) from error
