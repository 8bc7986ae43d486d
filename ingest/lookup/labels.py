"""The names of cards as JSON: an answer's facet has fifty of them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Self

import numpy as np
from msgspec.json import Decoder, Encoder

from ingest.index.arrays import Ints, Names, Table, decode_all, encode, find, inserted
from ingest.model import LANGUAGES, Card

_PREFIX = "labels"
_json = Encoder().encode
_names_of = Decoder(dict[str, str | None]).decode


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

    def with_more(self, cards: Iterable[Card]) -> Self:
        """The labels of these cards and of others, which are none of them.

        >>> some = CardLabels.of([Card("opt", {"en": "Opt"})]).with_more([Card("ogre", {"en": "Ogre"})])
        >>> [bool(one) for one in some.labels(["ogre", "opt"])]
        [True, True]
        """
        ordered = sorted(cards, key=lambda card: card.id)
        ids, labels = encode(card.id for card in ordered), [label(card.names) for card in ordered]
        places = np.searchsorted(self.ids, ids)
        lengths = np.insert(np.diff(self.bounds), places, [len(one) for one in labels])
        stretches = [self.bytes[: self.bounds[places[0]]]] if len(labels) else [self.bytes]
        for one, begin, end in zip(labels, places, [*places[1:], len(self.ids)], strict=True):
            stretches += [np.frombuffer(one, np.uint8), self.bytes[self.bounds[begin] : self.bounds[end]]]
        bounds = np.append(0, np.cumsum(lengths, dtype=np.int64))
        return type(self)(inserted(self.ids, places, ids), bounds, np.concatenate(stretches))

    def names(self) -> dict[str, dict[str, str]]:
        """The names of every card by its id, by language."""
        blob = self.bytes.tobytes()
        held = (_names_of(blob[begin:end]) for begin, end in pairwise(self.bounds.tolist()))
        return {
            id: {lang: name for lang, name in names.items() if name}
            for id, names in zip(decode_all(self.ids.tolist()), held, strict=True)
        }

    def labels(self, ids: Sequence[str]) -> list[bytes]:
        """The names of each card in every language, empty for one that is not known.

        >>> cards = CardLabels.of([Card("opt", {"en": "Opt", "zh-Hans": "选择"})])
        >>> [one.decode() for one in cards.labels(["opt", "opts"])]
        ['{"en":"Opt","es":null,"zh-Hans":"选择"}', '']
        """
        if not ids:
            return []
        places = np.array(find(self.ids, ids), np.intp)
        known = (places >= 0).tolist()
        starts, ends = (self.bounds[np.where(known, places + after, 0)].tolist() for after in (0, 1))
        held = memoryview(self.bytes)
        return [
            bytes(held[start:end]) if is_known else b""
            for is_known, start, end in zip(known, starts, ends, strict=True)
        ]


def label(names: Mapping[str, str]) -> bytes:
    """Names in every language of the product as JSON, null where there is none."""
    # A lone surrogate from a feed has no UTF-8 form; it must not cost an answer.
    given = {lang: name.encode("utf-8", "replace").decode() for lang, name in names.items()}
    return _json({lang: given.get(lang) for lang in LANGUAGES})
