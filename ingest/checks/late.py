"""Tables whose values are read when they are asked for: a few texts ask for few of thousands."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Generic, TypeVar

Key = TypeVar("Key")
Value = TypeVar("Value")


class Late(Mapping[Key, Value], Generic[Key, Value]):
    """The values of rows by the rows' keys, each made once.

    >>> lengths = Late({"ward": "1|2"}, lambda row: row.split("|"))
    >>> lengths["ward"], len(lengths), lengths.get("kicker")
    (['1', '2'], 1, None)
    """

    def __init__(self, rows: Mapping[Key, str], read: Callable[[str], Value]) -> None:
        self._rows, self._read = rows, read
        self._made: dict[Key, Value] = {}

    def __getitem__(self, key: Key) -> Value:
        if key not in self._made:
            self._made[key] = self._read(self._rows[key])
        return self._made[key]

    def __iter__(self) -> Iterator[Key]:
        return iter(self._rows)

    def __len__(self) -> int:
        return len(self._rows)
