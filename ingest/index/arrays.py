"""Tables of an index as plain numpy arrays: written once, mapped when read.

No pickle is written or read. A name list is an array of fixed-width bytes in
UTF-8: sorted bytes are sorted code points, so a prefix is a range.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from ingest.errors import SnapshotError

Ints = NDArray[Any]
Floats = NDArray[Any]
Names = NDArray[np.bytes_]
Mask = NDArray[np.bool_]

MAX_NAME = 96
"""Bytes a name may have; a longer one is cut, alike at build and at search."""


_FEW_NAMES = 3
"""So few names are looked up sooner one by one than as an array."""
_KEPT = 1 << 14
"""The places of so many names are kept; then they begin anew."""


def encode(names: Iterable[str]) -> Names:
    """The names as an array of bytes, in their order, each cut to `MAX_NAME`.

    >>> encode(["显", "a"]).tolist()
    [b'\\xe6\\x98\\xbe', b'a']
    """
    return np.array([name.encode()[:MAX_NAME] for name in names], dtype=np.bytes_)


def inserted(names: Names, places: Ints, more: Names) -> Names:
    """The names with others at these places among them, none cut.

    >>> inserted(encode(["a", "c"]), np.array([1]), encode(["bbb"])).tolist()
    [b'a', b'bbb', b'c']
    """
    return np.insert(names.astype(max(names.dtype, more.dtype)), places, more) if len(more) else np.asarray(names)


def joined(names: Names, more: Names) -> Names:
    """The names of both, one after the other, none cut.

    >>> joined(encode(["a"]), encode(["bc"])).tolist()
    [b'a', b'bc']
    """
    return np.concatenate([names, more]) if len(more) else np.asarray(names)


def decode(name: bytes) -> str:
    """The name of its bytes; half a character at the cut is dropped.

    >>> decode("显化".encode()[:4])
    '显'
    """
    return name.decode(errors="ignore")


def decode_all(names: Sequence[bytes]) -> list[str]:
    """The names of their bytes, in one go where that gives the same.

    >>> decode_all(["显化".encode()[:4], b"a"]), decode_all([])
    (['显', 'a'], [])
    """
    try:
        found = b"\n".join(names).decode().split("\n")
    except UnicodeDecodeError:  # half a character at a cut
        found = []
    return found if len(found) == len(names) else [decode(name) for name in names]


@dataclass(frozen=True, slots=True)
class Rows:
    """Lists of numbers of different length, one after the other.

    >>> rows = Rows.of([[3, 1], [], [2]]); rows[0].tolist(), len(rows)
    ([3, 1], 3)
    """

    starts: Ints
    values: Ints

    @classmethod
    def of(cls, lists: Sequence[Sequence[int]]) -> Rows:
        """Rows with these lists."""
        starts = np.zeros(len(lists) + 1, np.int64)
        np.cumsum([len(one) for one in lists], out=starts[1:])
        values = np.fromiter((value for one in lists for value in one), np.int32)
        return cls(starts, values)

    def __len__(self) -> int:
        return len(self.starts) - 1

    def followed_by(self, more: Rows) -> Rows:
        """These rows and after them others.

        >>> rows = Rows.of([[3, 1]]).followed_by(Rows.of([[2]])); rows[0].tolist(), rows[1].tolist()
        ([3, 1], [2])
        """
        values = np.append(self.values, more.values).astype(np.int32)
        return Rows(np.append(self.starts, more.starts[1:] + self.starts[-1]), values)

    def __getitem__(self, row: int) -> Ints:
        return self.values[self.starts[row] : self.starts[row + 1]]

    def gather(self, rows: Ints) -> Ints:
        """The values of several rows, one after the other.

        >>> Rows.of([[3, 1], [], [2]]).gather(np.array([2, 0])).tolist()
        [2, 3, 1]
        """
        return self.values[self._places(rows)]

    def owners(self, rows: Ints) -> Ints:
        """For each value that `gather` gives, which of `rows` it is from."""
        return np.repeat(rows, self.starts[rows + 1] - self.starts[rows])

    def inverted(self, size: int) -> Rows:
        """For each value below `size`, the rows that hold it.

        >>> [row.tolist() for row in map(Rows.of([[0, 1], [1]]).inverted(2).__getitem__, (0, 1))]
        [[0], [0, 1]]
        """
        order = np.argsort(self.values, kind="stable")
        owners = np.repeat(np.arange(len(self), dtype=np.int32), np.diff(self.starts))
        starts = np.zeros(size + 1, np.int64)
        np.cumsum(np.bincount(self.values, minlength=size), out=starts[1:])
        return Rows(starts, owners[order])

    def _places(self, rows: Ints) -> Ints:
        begins = self.starts[rows]
        lengths = self.starts[rows + 1] - begins
        ends = np.cumsum(lengths)
        total = int(ends[-1]) if len(ends) else 0
        return np.arange(total) + np.repeat(begins - ends + lengths, lengths)


def row_bounds(values: Ints) -> Ints:
    """Where each row of equal values begins, and the end of all.

    >>> row_bounds(np.array([4, 4, 7])).tolist(), row_bounds(np.array([])).tolist()
    ([0, 2, 3], [0])
    """
    begins = np.ones(len(values) + 1, np.bool_)
    np.not_equal(values[1:], values[:-1], out=begins[1:-1])
    return np.flatnonzero(begins)


def find(names: Names, wanted: Sequence[str]) -> list[int]:
    """The place of each wanted name in a sorted name list, -1 where it is not there.

    >>> find(encode(["a", "c"]), ["c", "b"])
    [1, -1]
    """
    if not wanted or not len(names):
        return [-1] * len(wanted)
    if len(wanted) <= _FEW_NAMES:
        return [_find_one(names, name.encode()[:MAX_NAME]) for name in wanted]
    keys = encode(wanted)
    places = np.searchsorted(names, keys)
    inside = np.minimum(places, len(names) - 1)
    return np.where(names[inside] == keys, inside, -1).tolist()


def _find_one(names: Names, key: bytes) -> int:
    at = bisect_left(names, key)
    return at if at < len(names) and names[at] == key else -1


class Finder:
    """Finds names in a sorted list, and keeps where those stood that were asked for: people ask with the same words."""

    def __init__(self, names: Names) -> None:
        self._names = names
        self._places: dict[str, int] = {}

    def places(self, wanted: Sequence[str]) -> list[int]:
        """What `find` gives.

        >>> some = Finder(encode(["a", "c"])); some.places(["c", "b"]), some.places(["c", "a"])
        ([1, -1], [1, 0])
        """
        known = self._places
        missing = [name for name in wanted if name not in known]
        if not missing:
            return [known[name] for name in wanted]
        if len(known) > _KEPT:
            self._places = known = {}
            missing = list(wanted)
        known.update(zip(missing, find(self._names, missing), strict=True))
        return [known[name] for name in wanted]


class Table:
    """Base of tables that are dataclasses of arrays: saves and maps their fields."""

    __slots__ = ()

    def save(self, directory: Path, prefix: str) -> None:
        """Write every array as `prefix.field.npy`."""
        for name, array in self._arrays().items():
            np.save(directory / f"{prefix}.{name}.npy", array, allow_pickle=False)

    @classmethod
    def load(cls, directory: Path, prefix: str) -> Self:
        """The table that `save` wrote, mapped into memory read-only."""
        found: dict[str, object] = {}
        for one in fields(cls):  # type: ignore[arg-type]
            if one.type == "Rows":
                starts, values = (_map(directory, f"{prefix}.{one.name}.{part}") for part in ("starts", "values"))
                found[one.name] = Rows(starts, values)
            else:
                found[one.name] = _map(directory, f"{prefix}.{one.name}")
        return cls(**found)

    def _arrays(self) -> Mapping[str, NDArray[Any]]:
        found: dict[str, NDArray[Any]] = {}
        for one in fields(self):  # type: ignore[arg-type]
            value = getattr(self, one.name)
            if isinstance(value, Rows):
                found[f"{one.name}.starts"], found[f"{one.name}.values"] = value.starts, value.values
            else:
                found[one.name] = value
        return found


def _map(directory: Path, name: str) -> NDArray[Any]:
    path = directory / f"{name}.npy"
    try:
        # An empty array cannot be mapped; it costs nothing to read.
        mapped = np.load(path, mmap_mode="r", allow_pickle=False) if path.stat().st_size > 128 else None
        array = np.load(path, allow_pickle=False) if mapped is None else np.asarray(mapped)
    except (OSError, ValueError) as error:
        raise SnapshotError(
            f"the search index is damaged: {name} ({error})", where=str(directory), hint="build again"
        ) from error
    return array
