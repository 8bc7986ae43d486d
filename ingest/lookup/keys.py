"""Names found by their keys: 64 bits for each, in order, ready to map.

A key is a sum over the characters, each times a power of its place. So the keys of all stretches of a
text are differences of one running sum: a whole query is looked up in a few sweeps.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Self

import numpy as np

from ingest.index.arrays import Ints, Table

_BASE = 0x9E3779B97F4A7C15
_SPREAD = np.uint64(0xBF58476D1CE4E5B9)
_MIX = np.uint64(0x94D049BB133111EB)
_SHIFT = np.uint64(31)
_ONE = np.uint64(1)
_CHUNK = 4096
"""So many names are given keys at once."""


class Stretches:
    """The keys of the stretches of a text.

    >>> some = Stretches("so it goes"); bool(some.keys([3], [5])[0] == Stretches("it").keys([0], [2])[0])
    True
    """

    def __init__(self, text: str) -> None:
        self._mixed = _mixed(text)
        self._powers, self._inverse = _powers(max(64, 1 << len(text).bit_length()))
        self._sums = np.zeros(len(text) + 1, np.uint64)
        np.cumsum(self._mixed * self._powers[: len(text)], out=self._sums[1:])

    def keys(self, starts: Ints | Sequence[int], ends: Ints | Sequence[int]) -> Ints:
        """The key of each stretch."""
        return (self._sums[ends] - self._sums[starts]) * self._inverse[starts]

    def replaced(self, starts: Ints, ends: Ints, at: Ints, char: str) -> Ints:
        """The key of each stretch with another character in one place.

        >>> one, other = Stretches("maps"), Stretches("m?ps")
        >>> bool(one.replaced([0], [4], np.array([1]), "?") == other.keys([0], [4]))
        True
        """
        other = _mixed(char)[0]
        return (self._sums[ends] - self._sums[starts] + (other - self._mixed[at]) * self._powers[at]) * self._inverse[
            starts
        ]


@lru_cache(maxsize=256)
def stretches(text: str) -> Stretches:
    """The stretches of a text that is looked up: a query is, in every language, and mostly folded alike."""
    return Stretches(text)


def keys_of(names: Sequence[str]) -> Ints:
    """The key of each name."""
    parts = list(_in_chunks(names))
    return np.concatenate(parts) if parts else np.zeros(0, np.uint64)


def key_set(names: Iterable[str]) -> Ints:
    """The keys of some names, in order and each once."""
    return np.unique(keys_of(list(names)))


def holds(keys: Ints, name: str) -> bool:
    """Whether a name's key is among keys in order.

    >>> some = key_set(["tap", "untap"]); holds(some, "tap"), holds(some, "taps")
    (True, False)
    """
    key = keys_of([name])[0]
    at = int(np.searchsorted(keys, key))
    return at < len(keys) and bool(keys[at] == key)


def _in_chunks(names: Sequence[str]) -> Iterator[Ints]:
    for first in range(0, len(names), _CHUNK):
        some = names[first : first + _CHUNK]
        bounds = np.zeros(len(some) + 1, np.int64)
        np.cumsum([len(name) for name in some], out=bounds[1:])
        yield Stretches("".join(some)).keys(bounds[:-1], bounds[1:])


@dataclass(frozen=True, slots=True)
class Keyed(Table):
    """Names with a number each."""

    keys: Ints
    numbers: Ints

    @classmethod
    def of(cls, names: Sequence[str], numbers: Sequence[int] | Ints | None = None) -> Self:
        """The names with these numbers, else their places; of a name that comes again the first counts."""
        keys, first = np.unique(keys_of(names), return_index=True)
        own = np.arange(len(names)) if numbers is None else np.asarray(numbers)
        return cls(keys, own[first].astype(np.int32) if len(first) else np.zeros(0, np.int32))

    def with_more(self, names: Sequence[str], numbers: Iterable[int]) -> Self:
        """These names with others, which are none of them.

        >>> some = Keyed.of(["tap"]).with_more(["untap"], [7]); some.number("untap"), some.number("tap")
        (7, 0)
        """
        keys = keys_of(names)
        order = np.argsort(keys)
        places = np.searchsorted(self.keys, keys[order])
        own = np.fromiter(numbers, np.int32)[order]
        return type(self)(np.insert(self.keys, places, keys[order]), np.insert(self.numbers, places, own))

    def find(self, keys: Ints) -> Ints:
        """The number of each key, -1 for one that is no name's."""
        if not len(self.keys):
            return np.full(len(keys), -1)
        at = np.searchsorted(self.keys, keys)
        at[at == len(self.keys)] = 0
        return np.where(self.keys[at] == keys, self.numbers[at], -1)

    def number(self, name: str) -> int:
        """The number of a name, -1 where there is none.

        >>> some = Keyed.of(["tap", "untap", "tap"]); some.number("untap"), some.number("tap"), some.number("taps")
        (1, 0, -1)
        """
        return int(self.find(keys_of([name]))[0])

    def __contains__(self, name: str) -> bool:
        return self.number(name) >= 0


def _mixed(text: str) -> Ints:
    codes = np.frombuffer(text.encode("utf-32-le", "surrogatepass"), "<u4").astype(np.uint64)
    codes = (codes + _ONE) * _SPREAD
    return (codes ^ (codes >> _SHIFT)) * _MIX


@lru_cache(maxsize=24)
def _powers(size: int) -> tuple[Ints, Ints]:
    """The powers of the base and their inverses: odd numbers have one among those of 64 bits."""
    found = []
    for base in (_BASE, pow(_BASE, -1, 1 << 64)):
        factors = np.full(size, base, np.uint64)
        factors[0] = 1
        found.append(np.cumprod(factors))
    return found[0], found[1]
