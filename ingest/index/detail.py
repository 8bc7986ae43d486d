"""What the units of a page match: looked up for the page only, all its rows at once."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ingest.index.arrays import Ints, Mask
from ingest.index.matching import Prepared
from ingest.index.tables import Postings, Units, Vocabularies

Numbers = tuple[int, ...]


class Detail:
    """The matches of a few units: which words, in which texts."""

    def __init__(
        self, asked: Prepared, chosen: Ints, units: Units, scope: Mask | None, vocabularies: Vocabularies
    ) -> None:
        terms, concepts = vocabularies.terms.texts, vocabularies.concepts.texts
        texts = units.texts.gather(chosen)
        rows = np.repeat(np.arange(len(chosen)), units.texts.starts[chosen + 1] - units.texts.starts[chosen])
        if scope is not None:
            kept = scope[texts]
            texts, rows = texts[kept], rows[kept]
        self._texts = texts.tolist()
        self._bounds = np.searchsorted(rows, np.arange(len(chosen) + 1)).tolist()
        kinds = (
            [_held(terms, ask.numbers, texts) for ask in asked.groups],
            [_held(concepts, ask.numbers, texts) for ask in asked.concepts],
            [np.isin(texts, found) for found in asked.phrases],
        )
        self._matches = None if asked.open else sum(np.sum(kind, axis=0) for kind in kinds if kind).tolist()
        self._matched = tuple(_by_row(kind, rows, len(chosen)) for kind in kinds)

    def texts(self, row: int) -> list[int]:
        """The texts of a row that match, those that match most first; all where nothing was asked."""
        at = range(self._bounds[row], self._bounds[row + 1])
        if self._matches is None:
            return [self._texts[n] for n in at]
        found = sorted((-self._matches[n], self._texts[n]) for n in at if self._matches[n])
        return [text for _, text in found]

    def matched(self, row: int) -> tuple[Numbers, Numbers, Numbers]:
        """The numbers of the words, concepts and phrases that a row matches."""
        groups, concepts, phrases = (tuple(sorted(kind[row])) for kind in self._matched)
        return groups, concepts, phrases


def _by_row(marks: Sequence[Mask], rows: Ints, size: int) -> list[set[int]]:
    found: list[set[int]] = [set() for _ in range(size)]
    if marks:
        numbers, at = np.nonzero(np.array(marks))
        for number, row in zip(numbers.tolist(), rows[at].tolist(), strict=True):
            found[row].add(number)
    return found


def _held(table: Postings, numbers: Sequence[int], texts: Ints) -> Mask:
    """Which of a few texts hold any of some names."""
    held = np.zeros(len(texts), np.bool_)
    for number in numbers:
        found = table.row(number)[0]
        at = np.minimum(np.searchsorted(found, texts), len(found) - 1)
        held |= found[at] == texts
    return held
