"""One page states the same thing twice."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from ingest.checks.base import Flaw, Page, PageCheck, Row
from ingest.checks.context import CheckContext


class Duplicate(PageCheck):
    """Two entries of a page belong to one family: the older is said again by the newer."""

    id = "duplicate"
    params = ("entry",)

    def survey(self, page: Page, context: CheckContext) -> Iterator[Flaw]:
        for rows in _by_family(page, context).values():
            first, *others = sorted(rows.values(), key=lambda row: (row.ruling.date is None, row.ruling.date), reverse=True)
            for row in others:
                params = {"entry": str(first.entry)}
                yield Flaw((0, len(row.text.body)), params, text=row.text, ruling=row.ruling)


def _by_family(page: Page, context: CheckContext) -> dict[str, dict[int, Row]]:
    """The first row of each entry, by family."""
    families: dict[str, dict[int, Row]] = defaultdict(dict)
    for row in page.rows:
        family = context.families.get(row.ruling.id, row.ruling.id)
        families[family].setdefault(row.entry, row)
    return families
