"""Writes the tables that answer: all that an engine needs which keeps its postings elsewhere."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import numpy as np

from ingest.index.arrays import Ints
from ingest.index.building import (
    FACET_KINDS,
    Facts,
    make_concepts,
    make_facet,
    make_postings,
    make_texts,
    make_units,
    text_order,
)
from ingest.index.contract import Doc
from ingest.index.engine import TABLES
from ingest.index.inversion import Collector, Inverted
from ingest.index.tables import Best
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
        length = doc.positions[-1] + 1 if doc.positions else 0
        self._facts.append(
            Facts(
                doc.text_id, doc.ruling_id, doc.family_id, doc.lang, doc.day, doc.origin,
                doc.cards, doc.mechanics, doc.checks, doc.concepts, length,
            )
        )  # fmt: skip
        self._collector.add(doc.terms, doc.positions)

    def finish(self, directory: Path) -> None:
        """Write the tables into an empty directory."""
        with uncollected():
            self._write(directory, *self._sorted())

    def _sorted(self) -> tuple[list[Facts], Inverted]:
        """What was taken in, in the order of the index."""
        order = text_order(self._facts)
        ranks = np.zeros(len(order), np.int64)
        ranks[order] = np.arange(len(order))
        collector, self._collector = self._collector, Collector()  # its arrays are let go of as soon as they are sorted
        return [self._facts[at] for at in order], collector.invert(ranks)

    def _write(self, directory: Path, facts: list[Facts], found: Inverted) -> None:
        tables = directory / TABLES
        tables.mkdir(parents=True)
        families = make_units(facts, lambda one: one.family_id)
        rulings = make_units(facts, lambda one: one.ruling_id)
        named = {kind: make_facet(facts, families, kind).names for kind in ("languages", "origins")}
        texts = make_texts(facts, named["languages"], named["origins"])
        lengths: Ints = np.array([one.length for one in facts], np.int64)
        terms, places = make_postings(found, texts, lengths)
        texts.save(tables, "texts")
        places.save(tables, "places")
        for name, postings in (("terms", terms), ("concepts", make_concepts(facts, texts, self._shares))):
            postings.save(tables, name)
            Best.of(postings, families.of_text).save(tables, f"{name}.families")
        for name, units in (("families", families), ("rulings", rulings)):
            units.save(tables, name)
            for kind in FACET_KINDS:
                make_facet(facts, units, kind).save(tables, f"{name}.{kind}")
