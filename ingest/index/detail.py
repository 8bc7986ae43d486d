"""Which texts of a unit match: looked up for a page only, and only where someone asks."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ingest.index.arrays import Ints, Mask
from ingest.index.matching import Prepared
from ingest.index.tables import Postings, Vocabularies


def matching(asked: Prepared, texts: Ints, scope: Mask | None, vocabularies: Vocabularies) -> list[int]:
    """The texts of a unit that match, those that match most first; all in scope where nothing was asked."""
    if scope is not None:
        texts = texts[scope[texts]]
    if asked.open:
        return texts.tolist()
    held = [_held(vocabularies.terms.texts, ask.numbers, texts) for ask in asked.groups]
    held += [_held(vocabularies.concepts.texts, ask.numbers, texts) for ask in asked.concepts]
    held += [np.isin(texts, found) for found in asked.phrases]
    counts = np.sum(held, axis=0)
    found = sorted(zip((-counts).tolist(), texts.tolist(), strict=True))
    return [text for count, text in found if count]


def _held(table: Postings, numbers: Sequence[int], texts: Ints) -> Mask:
    """Which of a few texts hold any of some names."""
    held = np.zeros(len(texts), np.bool_)
    for number in numbers:
        found = table.row(number)[0]
        at = np.minimum(np.searchsorted(found, texts), len(found) - 1)
        held |= found[at] == texts
    return held
