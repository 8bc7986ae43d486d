"""Columns with more put into them."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[Any]


def inserted(held: Array, at: Array, more: Array) -> Array:
    """A column with more put before what stands at some places; wide enough for both.

    >>> inserted(np.array([b"a", b"c"]), np.array([1]), np.array([b"bb"])).tolist()
    [b'a', b'bb', b'c']
    """
    if not len(more):
        return held
    return np.insert(held.astype(np.result_type(held, more), copy=False), at, more)


def spliced(values: Array, leaving: Array, at: Array) -> tuple[Array, Array]:
    """The values without those at `leaving`, with a 0 before each one at `at`; and where those stand.

    Both are in order. What lies between is copied once, as it lies: of millions of values few change.

    >>> made, free = spliced(np.array([10, 11, 12, 13]), np.array([1]), np.array([0, 2, 2, 4]))
    >>> made[free] = [1, 2, 3, 4]; made.tolist()
    [1, 10, 2, 3, 12, 13, 4]
    """
    cuts = np.unique(np.concatenate([leaving, leaving + 1, at, [0, len(values)]]))
    lengths = np.diff(cuts, append=cuts[-1])
    lengths[np.searchsorted(cuts, leaving)] = 0
    places = np.searchsorted(cuts, at)
    starts = np.cumsum(lengths + np.bincount(places, minlength=len(cuts))) - lengths
    made = np.empty((int(starts[-1]), *values.shape[1:]), values.dtype)
    for cut, length, start in zip(cuts.tolist(), lengths.tolist(), starts.tolist(), strict=True):
        made[start : start + length] = values[cut : cut + length]
    free = starts[places] - np.searchsorted(places, places, side="right") + np.arange(len(at))
    made[free] = 0
    return made, free
