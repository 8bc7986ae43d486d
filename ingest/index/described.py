"""All that is known of the texts of an index beside their words, as tables: made of facts, written, read again."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from ingest.index.arrays import Floats, Ints, Table
from ingest.index.building import (
    FACET_KINDS,
    Concepts,
    Facts,
    make_concepts,
    make_facet,
    make_postings_of_concepts,
    make_texts,
    make_units,
)
from ingest.index.tables import Best, Facet, Postings, Texts, Units

UNITS = ("families", "rulings")
_HELD, _CONCEPTS = "held", "concepts"


@dataclass(frozen=True, slots=True)
class Held(Table):
    """What nobody asks an index for, kept for the index that is made of it and of more texts.

    `weights` are what each posting of a concept weighs, however rare the concept is;
    `lengths` how many positions each text has.
    """

    weights: Floats
    lengths: Ints


@dataclass(frozen=True, slots=True)
class Described:
    """Texts, their units with each facet by its kind, the concepts they speak of, and how long each text is."""

    texts: Texts
    units: Mapping[str, Units]
    facets: Mapping[str, Mapping[str, Facet]]
    concepts: Concepts
    lengths: Ints

    @property
    def families(self) -> Ints:
        """The number of each text's family."""
        return self.units["families"].of_text

    def save(self, tables: Path, shares: Mapping[str, float]) -> None:
        """Writes the tables; `shares` as in `make_postings_of_concepts`."""
        self.texts.save(tables, "texts")
        for name, units in self.units.items():
            units.save(tables, name)
            for kind, facet in self.facets[name].items():
                facet.save(tables, f"{name}.{kind}")
        postings, weights = make_postings_of_concepts(self.concepts, self.texts, shares)
        save_postings(tables, _CONCEPTS, postings, self.families)
        Held(weights, self.lengths).save(tables, _HELD)

    @classmethod
    def load(cls, tables: Path) -> Described:
        """What `save` wrote. Raises `SnapshotError` where a table is missing or damaged."""
        held, postings = Held.load(tables, _HELD), Postings.load(tables, _CONCEPTS)
        numbers = np.repeat(np.arange(len(postings.names)), np.diff(postings.starts))
        return cls(
            Texts.load(tables, "texts"),
            {name: Units.load(tables, name) for name in UNITS},
            {name: {kind: Facet.load(tables, f"{name}.{kind}") for kind in FACET_KINDS} for name in UNITS},
            Concepts(postings.names, numbers, postings.texts, held.weights),
            held.lengths,
        )


def describe(facts: Sequence[Facts]) -> Described:
    """The tables of facts that stand in the order of their texts."""
    units = {
        "families": make_units(facts, lambda one: one.family_id),
        "rulings": make_units(facts, lambda one: one.ruling_id),
    }
    facets = {name: {kind: make_facet(facts, units[name], kind) for kind in FACET_KINDS} for name in UNITS}
    texts = make_texts(facts, facets["families"]["languages"].names, facets["families"]["origins"].names)
    return Described(texts, units, facets, make_concepts(facts), np.array([one.length for one in facts], np.int64))


def save_postings(tables: Path, name: str, postings: Postings, families: Ints) -> None:
    """Writes postings by text and by family; `families` has the number of each text's."""
    postings.save(tables, name)
    Best.of(postings, families).save(tables, f"{name}.families")
