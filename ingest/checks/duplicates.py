"""One page states the same thing twice."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping

from ingest.checks.base import Flaw, Page, PageCheck, Row
from ingest.checks.context import CheckContext


class Duplicate(PageCheck):
    """Entries of a page that state the same, by a relation of their own; each points to the others.

    Families alone would not do: two rulings may share one only through a third.
    """

    id = "duplicate"
    params = ("entry",)

    def survey(self, page: Page, context: CheckContext) -> Iterator[Flaw]:
        first = _first_rows(page)
        for ruling, rows in first.items():
            alike = {entry for other in context.same.get(ruling, ()) for entry in first.get(other, ())}
            for entry, row in rows.items():
                others = sorted((alike | rows.keys()) - {entry})
                if others:
                    params = {"entry": ", ".join(map(str, others))}
                    yield Flaw((0, len(row.text.body)), params, text=row.text, ruling=row.ruling)


def _first_rows(page: Page) -> Mapping[str, dict[int, Row]]:
    """The first text of each entry, by ruling."""
    rows: dict[str, dict[int, Row]] = defaultdict(dict)
    for row in page.rows:
        rows[row.ruling.id].setdefault(row.entry, row)
    return rows
