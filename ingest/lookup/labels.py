"""The names of cards as JSON: an answer's facet has fifty of them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Self

import numpy as np
from msgspec.json import Encoder

from ingest.index.arrays import Ints, Names, Table, encode, find
from ingest.model import LANGUAGES, Card

_PREFIX = "labels"
_json = Encoder().encode


@dataclass(frozen=True, slots=True)
class CardLabels(Table):
    """The ids of cards in byte order, and the names of each as JSON, one after the other."""

    ids: Names
    bounds: Ints
    bytes: Ints

    @classmethod
    def of(cls, cards: Iterable[Card]) -> Self:
        """The names of these cards."""
        ordered = sorted(cards, key=lambda card: card.id)
        labels = [label(card.names) for card in ordered]
        bounds = np.append(0, np.cumsum([len(one) for one in labels], dtype=np.int64))
        return cls(encode(card.id for card in ordered), bounds, np.frombuffer(b"".join(labels), np.uint8))

    @classmethod
    def kept(cls, folder: Path) -> Self | None:
        """What `keep` wrote, mapped; None where nothing was."""
        return cls.load(folder, _PREFIX) if (folder / f"{_PREFIX}.ids.npy").is_file() else None

    def keep(self, folder: Path) -> None:
        """Writes the tables."""
        self.save(folder, _PREFIX)

    def labels(self, ids: Sequence[str]) -> list[bytes]:
        """The names of each card in every language, empty for one that is not known.

        >>> cards = CardLabels.of([Card("opt", {"en": "Opt", "zh-Hans": "选择"})])
        >>> [one.decode() for one in cards.labels(["opt", "opts"])]
        ['{"en":"Opt","es":null,"zh-Hans":"选择"}', '']
        """
        return [self._label(at) if at >= 0 else b"" for at in find(self.ids, ids)]

    def _label(self, at: int) -> bytes:
        return self.bytes[self.bounds[at] : self.bounds[at + 1]].tobytes()


def label(names: Mapping[str, str]) -> bytes:
    """Names in every language of the product as JSON, null where there is none."""
    # A lone surrogate from a feed has no UTF-8 form; it must not cost an answer.
    given = {lang: name.encode("utf-8", "replace").decode() for lang, name in names.items()}
    return _json({lang: given.get(lang) for lang in LANGUAGES})
