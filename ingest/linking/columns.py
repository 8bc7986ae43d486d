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
