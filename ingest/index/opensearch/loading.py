"""Fills the indices of a publication from the tables of a snapshot, and looks at what arrived."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import numpy as np

from ingest.errors import EngineUnavailable, SnapshotError
from ingest.index.arrays import Ints, decode
from ingest.index.building import FACET_KINDS
from ingest.index.inversion import text_of
from ingest.index.opensearch.cluster import Cluster
from ingest.index.opensearch.encoding import UNIT_KINDS, in_places, token, weighted
from ingest.index.tables import Facet, Places, Postings, Texts, Units

SHARDS_SETTING, REPLICAS_SETTING = "ROSETTA_OPENSEARCH_SHARDS", "ROSETTA_OPENSEARCH_REPLICAS"

Document = Mapping[str, Any]


def load(
    cluster: Cluster, name: str, tables: Path, meta: Mapping[str, Any],
    *, replicas: int = 1, kinds: Sequence[str] = UNIT_KINDS,
) -> None:  # fmt: skip
    """Fill the indices of a new publication and verify them; a failed load leaves none behind.

    The aliases stay as they are: `Cluster.serve` turns them. `kinds` are the units that are loaded.
    """
    shards = int(os.environ.get(SHARDS_SETTING, "1"))
    source = TableTexts(tables)
    held = {f"count:{kind}": len(source.units[kind].ids) for kind in kinds} | {"count:texts": len(source)}
    made = {"created": datetime.now(UTC).isoformat(), **held, **meta}
    try:
        cluster.create(name, made, shards=shards)
        for kind in kinds:
            cluster.fill(name, kind, source.documents(kind))
        cluster.settle(name)
        cluster.replicate(name, replicas)
        verify(cluster, name)
    except BaseException:
        with suppress(EngineUnavailable):  # why the load failed is what is to be said
            cluster.drop(name)
        raise


def verify(cluster: Cluster, name: str) -> None:
    """Raise `SnapshotError` where a publication is not whole: red, or other counts than were loaded."""
    meta = next((one.meta for one in cluster.publications() if one.name == name), None)
    if meta is None:
        raise SnapshotError("the cluster does not hold this publication", where=name, hint="run rosetta publish")
    if cluster.health(name) == "red":
        raise SnapshotError("an index of this publication has lost a shard", where=name, hint="run rosetta publish")
    for kind in (kind for kind in UNIT_KINDS if f"count:{kind}" in meta):
        found = cluster.counts(name, kind)
        wanted = meta[f"count:{kind}"], meta["count:texts"]
        if found != wanted:
            raise SnapshotError(
                f"the cluster holds {found[0]} {kind} with {found[1]} texts, loaded were {wanted[0]} with {wanted[1]}",
                where=name, hint="run rosetta publish",
            )  # fmt: skip


class TableTexts:
    """The texts and units of a snapshot's tables, as documents."""

    def __init__(self, tables: Path) -> None:
        self._texts = Texts.load(tables, "texts")
        self.units = {kind: Units.load(tables, kind) for kind in UNIT_KINDS}
        self._facets = {
            kind: {name: Facet.load(tables, f"{kind}.{name}") for name in FACET_KINDS} for kind in UNIT_KINDS
        }
        self._terms = _ByText.of(Postings.load(tables, "terms"), len(self))
        self._concepts = _ByText.of(Postings.load(tables, "concepts"), len(self))
        self._places = _PlacesByText(Places.load(tables, "places"), len(self))

    def __len__(self) -> int:
        return len(self._texts.ids)

    def documents(self, kind: str) -> Iterator[tuple[str, Document]]:
        """The units of a kind, each with its id and its texts."""
        units, languages = self.units[kind], _values(self._facets["families"]["languages"])
        values = {name: _values(facet) for name, facet in self._facets[kind].items()}
        for number, name in enumerate(units.ids.tolist()):
            facets = {key: held[number] for key, held in values.items()}
            family = int(units.families[number])
            texts = [self._text(int(at)) for at in units.texts[number]]
            yield decode(name), {"rank": number, **facets, "family_languages": languages[family], "texts": texts}

    def _text(self, at: int) -> Document:
        names = self._facets["families"]
        return {
            "id": decode(self._texts.ids[at]),
            "rank": at,
            "lang": decode(names["languages"].names[self._texts.languages[at]]),
            "origin": decode(names["origins"].names[self._texts.origins[at]]),
            "day": int(self._texts.days[at]),
            "terms": self._terms.written(at),
            "concepts": self._concepts.written(at),
            "places": in_places(*self._places.row(at, self._terms.tokens)),
        }


class _ByText:
    """Postings turned round: the names of each text, with what they add there."""

    def __init__(self, tokens: list[str], starts: Ints, numbers: Ints, impacts: Ints) -> None:
        self.tokens, self._starts, self._numbers, self._impacts = tokens, starts, numbers, impacts

    @classmethod
    def of(cls, postings: Postings, texts: int) -> _ByText:
        """The postings by text."""
        order = np.argsort(postings.texts, kind="stable")
        starts = np.searchsorted(postings.texts[order], np.arange(texts + 1))
        numbers = np.repeat(np.arange(len(postings.names)), np.diff(postings.starts))
        tokens = [token(decode(name)) for name in postings.names.tolist()]
        return cls(tokens, starts, numbers[order], postings.impacts[order])

    def written(self, text: int) -> str:
        """The names of a text as the index takes them."""
        part = slice(self._starts[text], self._starts[text + 1])
        return weighted([self.tokens[at] for at in self._numbers[part].tolist()], self._impacts[part].tolist())


class _PlacesByText:
    """The places of terms turned round: the terms of each text in the order of places."""

    def __init__(self, places: Places, texts: int) -> None:
        order = np.argsort(places.keys, kind="stable")
        self._keys = places.keys[order]
        self._terms = np.repeat(np.arange(len(places.starts) - 1), np.diff(places.starts))[order]
        self._starts = np.searchsorted(text_of(self._keys), np.arange(texts + 1))

    def row(self, text: int, tokens: list[str]) -> tuple[list[str], list[int]]:
        """The terms of a text and their places."""
        part = slice(self._starts[text], self._starts[text + 1])
        return [tokens[at] for at in self._terms[part].tolist()], (self._keys[part] & 0xFFFF).tolist()


def _values(facet: Facet) -> list[list[str]]:
    """The values of each unit."""
    names = [decode(name) for name in facet.names.tolist()]
    first, further = facet.first.tolist(), facet.further
    return [
        ([names[one]] if one >= 0 else []) + [names[at] for at in further[number].tolist()]
        for number, one in enumerate(first)
    ]
