"""Which pages of a long list to offer."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Pager:
    """Where one stands in a list: this page, how many there are, how long each is."""

    page: int
    total: int
    per_page: int

    @property
    def last(self) -> int:
        """The number of the last page, at least 1."""
        return max(1, -(-self.total // self.per_page))

    @property
    def offset(self) -> int:
        """How many things stand before this page."""
        return (self.page - 1) * self.per_page

    @property
    def previous(self) -> int | None:
        """The page before this one, if any."""
        return self.page - 1 if self.page > 1 else None

    @property
    def next(self) -> int | None:
        """The page after this one, if any."""
        return self.page + 1 if self.page < self.last else None

    @property
    def shown(self) -> list[int | None]:
        """The page numbers to offer; None stands for a gap.

        >>> Pager(6, 200, 10).shown
        [1, None, 5, 6, 7, None, 20]
        >>> Pager(1, 30, 10).shown
        [1, 2, 3]
        """
        near = range(self.page - 1, self.page + 2)
        wanted = sorted({1, self.last, *(n for n in near if 1 <= n <= self.last)})
        numbers: list[int | None] = []
        for number in wanted:
            if numbers and number - (numbers[-1] or 0) > 1:
                numbers.append(None)
            numbers.append(number)
        return numbers


def clamped(wanted: str | None, total: int, per_page: int) -> Pager:
    """The pager for a page number as a person wrote it; anything odd gives the nearest page.

    >>> clamped("99", 45, 20).page, clamped("x", 45, 20).page, clamped("²", 45, 20).page
    (3, 1, 1)
    """
    digits = (wanted or "").strip()
    number = int(digits[:9]) if digits.isascii() and digits.isdigit() else 1
    first = Pager(1, total, per_page)
    return Pager(max(1, min(number, first.last)), total, per_page)
