"""Spreadsheets: CSV as RFC 4180 says, and a variant that Excel opens right.

The plain file is UTF-8 without a mark. The variant `excel` begins with the
byte order mark, and a cell that a spreadsheet would run as a formula gets an
apostrophe in front. Whatever begins with the mark is read without them again.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

from ingest.exports.base import Export, ExportOptions, iso, targets
from ingest.model import Ruling, Term

BOM = "\ufeff"
FORMULA = tuple("=+-@\t\r＝＋－＠")
GUARD = "'"
PER_LANGUAGE = ("text", "origin", "label", "id")


class Csv(Export):
    """One row a ruling, four columns a language."""

    id = "csv"
    media_type = "text/csv"
    extension = ".csv"
    dialects = ("excel",)

    def takes(self, has: Collection[str], languages: Sequence[str]) -> bool:
        """Every ruling has its row, though its cells may be empty."""
        return True

    def chunks(self, rulings: Iterable[Ruling], terms: Iterable[Term], options: ExportOptions) -> Iterator[str]:
        excel = options.dialect == "excel"
        yield (BOM if excel else "") + _line(_header(options))
        for ruling in rulings:
            cells = _cells(ruling, options)
            yield _line([guarded(cell) for cell in cells] if excel else cells)


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


def _header(options: ExportOptions) -> list[str]:
    own = [f"{column}:{options.code(lang)}" for lang in options.languages for column in PER_LANGUAGE]
    return ["ruling", "date", "cards", "mechanics", *own]


def _cells(ruling: Ruling, options: ExportOptions) -> list[str]:
    cards = [_name(card, options) for card in targets(ruling, "card")]
    cells = [ruling.id, iso(ruling), "; ".join(cards), "; ".join(targets(ruling, "mechanic"))]
    for lang in options.languages:
        text = ruling.text_in(lang)
        cells += [text.body, text.origin, text.label or "", text.id] if text else [""] * len(PER_LANGUAGE)
    return cells


def _name(card: str, options: ExportOptions) -> str:
    return options.cards[card].names.get("en", card) if card in options.cards else card


def _line(cells: list[str]) -> str:
    line = io.StringIO(newline="")
    csv.writer(line, lineterminator="\r\n").writerow(cells)
    return line.getvalue()
