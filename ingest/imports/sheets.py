"""Spreadsheets that come back: `text:LANG` is a text, `id:LANG` the text it was."""

from __future__ import annotations

import csv
import io
import zipfile
from collections.abc import Iterable, Iterator, Mapping

from ingest.exports.csv import BOM, unguarded
from ingest.exports.xlsx import unescaped
from ingest.imports.base import Given, Reader, Unit
from ingest.languages import canonical

DELIMITERS = ",;\t"
UNPACKED = 400 << 20
"""Bytes that a workbook may come to when it is unpacked."""
ROWS = 200_000
FIELD = 1 << 20


class CsvReader(Reader):
    """CSV as exported, or as a spreadsheet program saved it: UTF-8 or UTF-16, commas, semicolons or tabs."""

    id = "csv"
    suffixes = (".csv", ".tsv")

    def read(self, data: bytes) -> Iterator[Unit]:
        written = _decoded(data)
        excel = written.startswith(BOM)
        lines = io.StringIO(written.removeprefix(BOM), newline="")
        head = written.removeprefix(BOM).partition("\n")[0]
        csv.field_size_limit(FIELD)
        try:
            for row in csv.DictReader(lines, delimiter=max(DELIMITERS, key=head.count)):
                yield _unit(
                    {name: unguarded(cell or "") if excel else cell or "" for name, cell in row.items() if name}
                )
        except csv.Error as error:
            raise ValueError(str(error)) from error


class XlsxReader(Reader):
    """The first sheet of a workbook."""

    id = "xlsx"
    suffixes = (".xlsx",)

    def read(self, data: bytes) -> Iterator[Unit]:
        from openpyxl import load_workbook

        _require_reasonable(data)
        book = load_workbook(io.BytesIO(data), read_only=True, data_only=False)
        try:
            rows: Iterable[tuple[object, ...]] = book.worksheets[0].iter_rows(values_only=True, max_row=ROWS)
            names, *found = [[unescaped(str(cell)) if cell is not None else "" for cell in row] for row in rows] or [[]]
        finally:
            book.close()
        for row in found:
            yield _unit(dict(zip(names, row, strict=False)))


def _require_reasonable(data: bytes) -> None:
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            size = sum(one.file_size for one in archive.infolist())
    except zipfile.BadZipFile as error:
        raise ValueError("no workbook") from error
    if size > UNPACKED:
        raise ValueError(f"unpacks to more than {UNPACKED >> 20} MiB")


def _decoded(data: bytes) -> str:
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return BOM + data.decode("utf-16")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise ValueError("not UTF-8: save it as CSV UTF-8") from error


def _unit(row: Mapping[str, str]) -> Unit:
    texts = {}
    for name, cell in row.items():
        kind, _, code = name.partition(":")
        lang = canonical(code) if kind == "text" else None
        if lang:
            texts[lang] = Given(cell, row.get(f"id:{code}") or None)
    if not texts:
        raise ValueError("no column named text:LANGUAGE")
    return Unit(row.get("ruling") or None, texts)
