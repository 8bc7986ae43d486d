"""A workbook for spreadsheet programs: every cell is text, and none is a formula.

What XML cannot hold stands as the format has it, `_x0007_`, and spreadsheet programs show the
character. A text longer than a cell may be is cut, and the remark of its language says so.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from tempfile import SpooledTemporaryFile
from typing import IO, Any

from ingest.exports.base import Export, ExportOptions
from ingest.exports.markup import UNFIT
from ingest.exports.sheet import PER_LANGUAGE, ROW, Sheet, cells, header
from ingest.exports.statements import Statement
from ingest.model import Term

IN_MEMORY = 4 << 20
BLOCK = 1 << 16
LONGEST = 32_767
"""Characters of a cell, as the format says."""
WIDTHS = {"text": 60, "remark": 24}
NARROW = 12

_ESCAPED = re.compile(rf"{UNFIT.pattern}|\r|_(?=x[0-9A-Fa-f]{{4}}_)")
_ESCAPE = re.compile("_x([0-9A-Fa-f]{4})_")


def escaped(value: str) -> str:
    """A cell's text as the format writes it: what XML cannot hold, and what looks like that, escaped.

    >>> escaped("bell\\x07 _x0041_")
    'bell_x0007_ _x005F_x0041_'
    """
    return _ESCAPED.sub(lambda found: f"_x{ord(found.group()):04X}_", value)


def unescaped(value: str) -> str:
    """The text that `escaped` was given.

    >>> unescaped(escaped("bell\\x07 _x0041_")) == "bell\\x07 _x0041_"
    True
    """
    return _ESCAPE.sub(lambda found: chr(int(found[1], 16)), value)


class Xlsx(Sheet, Export):
    """One row a statement, five columns a language; the header stays in sight."""

    id = "xlsx"
    media_type = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
    extension = ".xlsx"
    part = 5_000

    def pieces(self, statements: Iterable[Statement], terms: Iterable[Term], options: ExportOptions) -> Iterator[bytes]:
        """Yields the workbook, which is written whole first: a zip has its table at its end."""
        with SpooledTemporaryFile(max_size=IN_MEMORY) as held:
            _save(statements, options, held)
            held.seek(0)
            while block := held.read(BLOCK):
                yield block


def _save(statements: Iterable[Statement], options: ExportOptions, out: IO[bytes]) -> None:
    from openpyxl import Workbook  # half a second, for those who want a workbook only

    book = Workbook(write_only=True)
    sheet = book.create_sheet("rulings")
    names = header(options)
    sheet.freeze_panes = "B2"
    for number, name in enumerate(names):
        sheet.column_dimensions[_letters(number)].width = WIDTHS.get(name.partition(":")[0], NARROW)
    sheet.append([_cell(sheet, name) for name in names])
    for statement in statements:
        sheet.append([_cell(sheet, value) for value in _fitting(cells(statement, options))])
    book.save(out)


def _cell(sheet: Any, value: str) -> Any:
    """A cell that is text whatever it begins with, also once somebody has edited it."""
    from openpyxl.cell import WriteOnlyCell
    from openpyxl.styles import Alignment

    cell = WriteOnlyCell(sheet, escaped(value))
    cell.data_type = "s"
    cell.quotePrefix = True
    cell.alignment = Alignment(vertical="top", wrap_text=True)
    return cell


def _fitting(row: list[str]) -> list[str]:
    """The row with each text as a cell can hold it; the remark beside it says what was cut."""
    fitted = [cell[:LONGEST] for cell in row]
    for start in range(len(ROW), len(row), len(PER_LANGUAGE)):
        if len(row[start]) > LONGEST:
            remark = start + PER_LANGUAGE.index("remark")
            fitted[remark] = "; ".join(filter(None, [row[remark], f"cut: {len(row[start])} characters"]))
    return fitted


def _letters(number: int) -> str:
    from openpyxl.utils import get_column_letter

    return get_column_letter(number + 1)
