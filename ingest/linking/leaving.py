"""Comparisons without rulings that leave, and whom that concerns."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from ingest.errors import NotPatched
from ingest.linking.comparing import Comparisons
from ingest.linking.vectors import Numbers


@dataclass(frozen=True, slots=True)
class Left:
    """What is left of comparisons: by their places there, those who were compared with one that is gone.

    Those of `lost` had a pair with such a one that was kept.
    """

    compared: Comparisons
    bereft: Numbers
    lost: Numbers


def left(before: Comparisons, leaving: Numbers) -> Left:
    """The comparisons without the rulings at some places; raises `NotPatched` where a concept is common no longer."""
    none = np.zeros(0, np.intp)
    if not len(leaving):
        return Left(before, none, none)
    goes = np.zeros(len(before.digests), np.bool_)
    goes[leaving] = True
    places = np.cumsum(~goes) - 1
    touched = goes[before.pairs]
    stays = ~touched.any(axis=1)
    compared = replace(
        before,
        digests=before.digests[~goes],
        pairs=places[before.pairs[stays]],
        found=before.found[stays],
        outcomes=before.outcomes[stays],
        kept=before.kept[stays],
        vectors=before.vectors.without(leaving),
    )
    if compared.common != before.common:
        raise NotPatched("a concept is common no longer")
    parted = touched.any(axis=1) & ~touched.all(axis=1)
    bereft, lost = (_others(before, rows, goes) for rows in (parted, parted & before.kept))
    return Left(compared, places[bereft], places[lost])


def _others(before: Comparisons, rows: Numbers, goes: Numbers) -> Numbers:
    """Those of some pairs that stay."""
    two = np.unique(before.pairs[rows])
    return two[~goes[two]]
