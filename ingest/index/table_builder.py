"""Writes the tables that answer: all that an engine needs which keeps its postings elsewhere."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from ingest.index.arrays import Ints
from ingest.index.building import Facts, make_postings, text_order
from ingest.index.contract import Doc
from ingest.index.described import Described, describe, save_postings
from ingest.index.engine import TABLES
from ingest.index.inversion import Collector, Inverted
from ingest.index.tables import Texts
from ingest.spread import uncollected


class TableBuilder:
    """Takes in documents and writes their tables.

    `shares` says what part of all rulings there are holds a concept, so that a
    concept's weight does not hang on the few that are loaded.
    """

    def __init__(self, shares: Mapping[str, float] | None = None) -> None:
        self._shares = shares or {}
        self._facts: list[Facts] = []
        self._collector = Collector()

    def add(self, doc: Doc) -> None:
        """Take in one text."""
        self._facts.append(Facts.of(doc, doc.positions[-1] + 1 if doc.positions else 0))
        self._collector.add(doc.terms, doc.positions)

    def finish(self, directory: Path) -> None:
        """Write the tables into an empty directory."""
        with uncollected():
            facts, found = self._sorted()
            write_postings(directory, found, write_units(directory, describe(facts), self._shares))

    def _sorted(self) -> tuple[list[Facts], Inverted]:
        """What was taken in, in the order of the index; it is kept here no longer."""
        order = text_order(self._facts)
        ranks = np.zeros(len(order), np.int64)
        ranks[order] = np.arange(len(order))
        facts, self._facts = self._facts, []
        collector, self._collector = self._collector, Collector()
        return [facts[at] for at in order], collector.invert(ranks)


@dataclass(frozen=True, slots=True)
class Written:
    """What the tables of postings take from those of texts and units."""

    texts: Texts
    families: Ints
    """The number of each text's family."""
    lengths: Ints


def write_units(directory: Path, described: Described, shares: Mapping[str, float]) -> Written:
    """Writes the tables of texts, of families and rulings with their facets, and of concepts."""
    tables = directory / TABLES
    tables.mkdir(parents=True)
    described.save(tables, shares)
    return Written(described.texts, described.families, described.lengths)


def write_postings(directory: Path, found: Inverted, written: Written) -> None:
    """Writes the tables of terms: arrays from arrays, so that a process forked before shares all else with this one."""
    terms, places = make_postings(found, written.texts, written.lengths)
    places.save(directory / TABLES, "places")
    save_postings(directory / TABLES, "terms", terms, written.families)
