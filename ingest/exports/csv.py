"""Spreadsheets: CSV as RFC 4180 says, and a variant that Excel opens right.

The plain file is UTF-8 without a mark. The variant `excel` begins with the
byte order mark, and a cell that a spreadsheet would run as a formula gets an
apostrophe in front. Whatever begins with the mark is read without them again.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator, Mapping

from ingest.exports.base import ExportOptions, TextExport
from ingest.exports.sheet import Sheet, cells, header
from ingest.exports.statements import Statement
from ingest.model import Term

BOM = "\ufeff"
FORMULA = tuple("=+-@\t\r＝＋－＠")
GUARD = "'"


class Csv(Sheet, TextExport):
    """One row a statement, five columns a language."""

    id = "csv"
    media_type = "text/csv"
    extension = ".csv"
    dialects = ("excel",)

    def chunks(self, statements: Iterable[Statement], terms: Iterable[Term], options: ExportOptions) -> Iterator[str]:
        excel = options.dialect == "excel"
        yield (BOM if excel else "") + _line(header(options))
        for statement in statements:
            row = cells(statement, options)
            yield _line([guarded(cell) for cell in row] if excel else row)


def guarded(cell: str) -> str:
    """A cell that no spreadsheet runs as a formula.

    >>> guarded("+1/+1 counters"), guarded("'tis"), guarded("2/2")
    ("'+1/+1 counters", "''tis", '2/2')
    """
    return GUARD + cell if cell.startswith((*FORMULA, GUARD)) else cell


def unguarded(cell: str) -> str:
    """The cell that `guarded` was given.

    >>> [unguarded(guarded(cell)) for cell in ("-2: draw", "'", "''", "x")]
    ['-2: draw', "'", "''", 'x']
    """
    return cell[1:] if cell.startswith(GUARD) and cell[1:].startswith((*FORMULA, GUARD)) else cell


def read_csv(data: bytes) -> Iterator[Mapping[str, str]]:
    """The rows of an exported file, in either variant, cells as they were before export."""
    written = data.decode("utf-8")
    excel = written.startswith(BOM)
    rows = csv.DictReader(io.StringIO(written.removeprefix(BOM), newline=""))
    for row in rows:
        yield {name: unguarded(cell or "") if excel else cell or "" for name, cell in row.items() if name}


def _line(cells: list[str]) -> str:
    line = io.StringIO(newline="")
    csv.writer(line, lineterminator="\r\n").writerow(cells)
    return line.getvalue()
