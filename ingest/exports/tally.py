"""How much of what there is goes into an export, so that nothing is left out silently."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Set

from ingest.exports.base import Export, ExportOptions
from ingest.exports.statements import Statement
from ingest.model import Term


class Tally:
    """Counts what passes through on its way into an export."""

    def __init__(self, export: Export, options: ExportOptions) -> None:
        self.export = export
        self.languages = export.columns(options)
        self.total = self.out = self.partial = self.again = 0

    def statements(self, statements: Iterable[Statement]) -> Iterator[Statement]:
        """The statements as they come, counted where the format holds rulings."""
        for statement in statements:
            if self.export.holds == "rulings":
                self._count(self.export.worded(statement), again=statement.again)
            yield statement

    def terms(self, terms: Iterable[Term]) -> Iterator[Term]:
        """The terms as they come, counted where the format holds terms."""
        for term in terms:
            if self.export.holds == "terms":
                self._count(set(term.names))
            yield term

    def said(self) -> str:
        """What went out, of how much, and what the languages had to do with it, in one line."""
        languages = ", ".join(self.languages)
        parts = [f"{self.export.id}: {self.out} of {self.total} {self.export.holds}"]
        if left := self.total - self.out - self.again:
            lacking = self.export.lacking.format(languages=languages, source=self.languages[0])
            parts.append(f"{left} left out for having {lacking}")
        if self.again:
            parts.append(f"{self.again} left out for saying only what others of their family say")
        if self.partial:
            parts.append(f"{self.partial} of those written lack one or more of {languages}")
        return ", ".join(parts)

    def _count(self, has: Set[str], *, again: bool = False) -> None:
        self.total += 1
        if not self.export.takes(has, self.languages):
            return
        if again and self.export.once:
            self.again += 1
        else:
            self.out += 1
            self.partial += not has.issuperset(self.languages)
