"""What rulings share that has a say in each other's flaws, so that a page more asks those it touches and no others."""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from ingest.checks.base import CollectionCheck
from ingest.checks.registry import CHECKS
from ingest.columns import inserted
from ingest.model import Ruling

Array = npt.NDArray[Any]
SWEEPS = tuple(check for check in CHECKS if isinstance(check, CollectionCheck))


@dataclass(frozen=True, slots=True, eq=False)
class Shared:
    """Numbers that stand for what is shared, in order, and the id of the ruling that each is of."""

    keys: Array
    rulings: Array

    @classmethod
    def of(cls, rulings: Iterable[Ruling]) -> Shared:
        """What these rulings share with whom it may be."""
        rows = [(key, ruling.id) for ruling in rulings for key in keys_of(ruling)]
        keys = np.array([key for key, _ in rows], np.uint64)
        order = np.argsort(keys, kind="stable")
        return cls(keys[order], np.array([id for _, id in rows], np.bytes_)[order])

    def holders(self, keys: Iterable[int]) -> set[str]:
        """The ids of the rulings that have any of some keys."""
        wanted = np.array(sorted(set(keys)), np.uint64)
        starts, stops = (np.searchsorted(self.keys, wanted, side).tolist() for side in ("left", "right"))
        spans = (self.rulings[start:stop].tolist() for start, stop in zip(starts, stops, strict=True))
        return {id.decode() for span in spans for id in span}

    def without(self, ids: Collection[str]) -> Shared:
        """These without those of some rulings."""
        stay = ~np.isin(self.rulings, np.array(sorted(ids), np.bytes_))
        return Shared(self.keys[stay], self.rulings[stay])

    def with_more(self, more: Shared) -> Shared:
        """These and more."""
        at = np.searchsorted(self.keys, more.keys, side="right")
        return Shared(inserted(self.keys, at, more.keys), inserted(self.rulings, at, more.rulings))

    def whole(self) -> bool:
        """Whether the columns are as long as each other."""
        return self.keys.shape == self.rulings.shape


def keys_of(ruling: Ruling) -> Iterator[int]:
    """The numbers that stand for what a ruling shares, check by check."""
    for check in SWEEPS:
        for key in check.keys(ruling):
            said = "\n".join((check.id, *key)).encode("utf-8", "surrogatepass")
            yield int.from_bytes(hashlib.blake2b(said, digest_size=8).digest(), "big")
