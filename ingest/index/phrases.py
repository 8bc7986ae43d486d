"""Literal phrases: terms in a row of places, in one text."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ingest.index.arrays import Ints
from ingest.index.inversion import text_of
from ingest.index.tables import Places


def texts_with(places: Places, row: Sequence[tuple[int, int]]) -> Ints:
    """The texts that hold the terms at these places of a row, in their order.

    `row` has the number of each term and its place; -1 is a term nobody wrote.
    The rarest term gives the candidates and the others sift them.
    """
    if not row or any(number < 0 for number, _ in row):
        return np.zeros(0, np.int64)
    keyed = sorted(((places.row(number), offset) for number, offset in row), key=lambda one: len(one[0]))
    rarest, offset = keyed[0]
    starts = rarest - offset
    for keys, offset in keyed[1:]:
        wanted = starts + offset
        at = np.searchsorted(keys, wanted)
        starts = starts[keys[np.minimum(at, len(keys) - 1)] == wanted]
        if not len(starts):
            break
    return np.unique(text_of(starts))
