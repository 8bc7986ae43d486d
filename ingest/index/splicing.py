"""The occurrences of two indexes in one: what comes is put among what stays, which is copied as it lies."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from ingest.columns import spliced
from ingest.index.arrays import Ints, row_bounds
from ingest.index.inversion import Inverted, grouped, occurrence_keys, renumber, renumbered, stretches, text_of
from ingest.index.merging import named, starts_of
from ingest.index.tables import Places, Postings


def merged_occurrences(tables: Path, new: Inverted, places: Ints, moved: Ints, added: Ints) -> Inverted:
    """All postings, given the new number of each text of before and of each new one.

    Those of before keep their order but for the `moved` ones: only these are put elsewhere, and the new.
    """
    before, held = Postings.load(tables, "terms"), Places.load(tables, "places")
    names = named(before.names, np.arange(len(before.names)), np.array(new.terms, np.bytes_))
    leaving = _leaving(held.keys, moved, len(places))
    left = np.searchsorted(held.starts, leaving, side="right") - 1
    terms = np.concatenate([names.before[left], np.repeat(names.added, new.occurrences())])
    come = np.concatenate([renumbered(held.keys[leaving], places), renumbered(new.keys, added)])
    order = np.lexsort((come, terms))
    terms, come = terms[order], come[order]
    rows = np.zeros(len(names.names) + 1, np.int64)
    rows[names.before] = np.diff(held.starts)
    at = _where(held.keys, starts_of(rows), terms, _before(places, moved, come))
    together, free = spliced(held.keys, leaving, at)
    renumber(together, places)
    together[free] = come
    rows += np.bincount(terms, minlength=len(rows)) - np.bincount(names.before[left], minlength=len(rows))
    return grouped(names.names.tolist(), starts_of(rows)[:-1], together)


def _leaving(keys: Ints, moved: Ints, texts: int) -> Ints:
    """The occurrences that are in texts that moved."""
    leaves = np.zeros(texts, np.bool_)
    leaves[moved] = True
    found = [np.flatnonzero(leaves[text_of(keys[part])]) + part.start for part in stretches(len(keys))]
    return np.concatenate(found) if found else np.zeros(0, np.int64)


def _before(places: Ints, moved: Ints, come: Ints) -> Ints:
    """The lowest key of before, by its text, that stands behind each occurrence that comes: texts stay in order."""
    stay = np.delete(np.arange(len(places)), moved)
    behind = np.append(stay, len(places))[np.searchsorted(places[stay], text_of(come))]
    return occurrence_keys(behind, np.ones(len(behind), np.int64), np.zeros(1, np.int64))


def _where(keys: Ints, bounds: Ints, terms: Ints, behind: Ints) -> Ints:
    """Where among the occurrences of their terms, which are so bounded, those belong that come before others."""
    rows = row_bounds(terms)
    found = [np.zeros(0, np.int64)]
    for term, first, last in zip(terms[rows[:-1]].tolist(), rows[:-1].tolist(), rows[1:].tolist(), strict=True):
        start, end = bounds[term : term + 2].tolist()
        found.append(start + np.searchsorted(keys[start:end], behind[first:last]))
    return np.concatenate(found)
