"""Literal phrases: terms in a row of places, in one text."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ingest.index.arrays import Ints
from ingest.index.inversion import text_of
from ingest.index.tables import Places

_FEW = 8
"""Looking up beats merging where there are this many times fewer."""


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
        starts = _common(starts + offset, keys) - offset
        if not len(starts):
            break
    texts = text_of(starts)
    return texts[np.flatnonzero(np.diff(texts, prepend=-1))]


def _common(some: Ints, many: Ints) -> Ints:
    """What both hold, each in order and without repeats."""
    if len(some) * _FEW < len(many):
        at = np.searchsorted(many, some)
        at[at == len(many)] = 0
        return some[many[at] == some]
    # Two sorted runs: a stable sort merges them in one sweep.
    both = np.sort(np.concatenate((some, many)), kind="stable")
    return both[:-1][both[1:] == both[:-1]]
