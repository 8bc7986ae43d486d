"""An index made of the one before it and of what is no longer as it was: the same tables as a whole build writes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np

from ingest.errors import NotPatched, SnapshotError
from ingest.index.arrays import Ints, Names, encode
from ingest.index.building import Facts, text_order
from ingest.index.contract import Doc
from ingest.index.described import Described, describe
from ingest.index.engine import TABLES
from ingest.index.inversion import Collector, Inverted
from ingest.index.merging import Order, merge
from ingest.index.splicing import merged_occurrences
from ingest.index.table_builder import write_postings, write_units


def patch_tables(
    before: Path, after: Path, docs: Sequence[Doc], gone: Iterable[str], shares: Mapping[str, float]
) -> tuple[Inverted, Names]:
    """Writes the tables of an index into a folder; gives the postings of the texts that are new, and their ids.

    `before` is the index before, whose families `gone` go; `docs` are all texts of the families
    that come. One that was there before needs no terms: what it says stands in the index.
    Raises `NotPatched` where that index lacks what is needed, or where a text of it would go.
    """
    first = _described(before)
    docs = [docs[at] for at in text_order([Facts.of(doc, 0) for doc in docs])]
    known = _known(first.texts.ids, docs)
    second = describe([Facts.of(doc, _length(doc, first, at)) for doc, at in zip(docs, known.tolist(), strict=True)])
    merged = merge(first, gone, second)
    added = [doc for doc, at in zip(docs, known.tolist(), strict=True) if at < 0]
    new = _inverted(added)
    with ThreadPoolExecutor(1) as thread:  # arrays of millions let others work meanwhile
        written = thread.submit(write_units, after, merged.described, shares)
        found = merged_occurrences(
            before / TABLES, new, _places(merged.texts, known), known[known >= 0], merged.texts.added[known < 0]
        )
        write_postings(after, found, written.result())
    return new, encode(doc.text_id for doc in added)


def _described(before: Path) -> Described:
    try:
        return Described.load(before / TABLES)
    except SnapshotError as error:
        raise NotPatched(str(error)) from error


def _known(ids: Names, docs: Sequence[Doc]) -> Ints:
    """The number that each text has in the index before, -1 for one that is new."""
    order = np.argsort(ids)
    wanted = encode(doc.text_id for doc in docs)
    places = np.minimum(np.searchsorted(ids, wanted, sorter=order), len(ids) - 1)
    return np.where(ids[order[places]] == wanted, order[places], -1) if len(ids) else np.full(len(docs), -1)


def _length(doc: Doc, first: Described, known: int) -> int:
    if known >= 0:
        return int(first.lengths[known])
    return doc.positions[-1] + 1 if doc.positions else 0


def _places(texts: Order, known: Ints) -> Ints:
    """The number that each text of the index before has now."""
    moved = known >= 0
    places = texts.before.copy()
    if (places[known[moved]] >= 0).any():
        raise NotPatched("a text of a family that stays came again")
    places[known[moved]] = texts.added[moved]
    if (places < 0).any():
        raise NotPatched("a text of before would go")
    return places


def _inverted(docs: Sequence[Doc]) -> Inverted:
    """The postings of these texts alone."""
    collector = Collector()
    for doc in docs:
        collector.add(doc.terms, doc.positions)
    return collector.invert(np.arange(len(docs)))
