"""One page states the same thing twice."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from ingest.checks.base import Flaw, Page, PageCheck, Row
from ingest.checks.context import CheckContext


class Duplicate(PageCheck):
    """Entries of a page belong to one family; each points to the others."""

    id = "duplicate"
    params = ("entry",)

    def survey(self, page: Page, context: CheckContext) -> Iterator[Flaw]:
        for rows in _by_family(page, context).values():
            for row in rows.values() if len(rows) > 1 else ():
                others = ", ".join(str(entry) for entry in rows if entry != row.entry)
                yield Flaw((0, len(row.text.body)), {"entry": others}, text=row.text, ruling=row.ruling)


def _by_family(page: Page, context: CheckContext) -> dict[str, dict[int, Row]]:
    """The first row of each entry, by family."""
    families: dict[str, dict[int, Row]] = defaultdict(dict)
    for row in page.rows:
        family = context.families.get(row.ruling.id, row.ruling.id)
        families[family].setdefault(row.entry, row)
    return families
