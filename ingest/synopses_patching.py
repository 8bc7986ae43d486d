"""The synopses of a snapshot made of those of the one before: what is told of families that come stands behind."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from ingest.catalogue import Catalogue
from ingest.errors import NotPatched, SnapshotError
from ingest.files import copied
from ingest.index.arrays import Ints, Mask, Rows, encode
from ingest.index.merging import Order, fitted, named
from ingest.index.spots import Block, Numbering, SpotNames
from ingest.mentions import Mentions, mentions
from ingest.model import Relation, Ruling
from ingest.synopses import DATA, FOLDER, MENTIONS, Stretch, StretchPlaces, carried_names, stretch, summary
from ingest.synopsis import read

UNUSED = 5
"""One part of so many of the stretches may be of families that are gone; with more, all are written anew."""


SMALL = 4 << 20
"""Bytes of stretches that may be of anybody: a disk has room for so many."""


@dataclass(frozen=True, slots=True)
class Come:
    """A family that comes: its rulings, and where the terms and concepts of their texts stand."""

    family: str
    rulings: Sequence[Ruling]
    blocks: Mapping[str, Block]


def patch_synopses(
    before: Path,
    after: Path,
    families: Iterable[Come],
    gone: Iterable[str],
    relations: Iterable[Relation],
    catalogue: Catalogue,
    numbering: Numbering,
) -> None:
    """Writes the synopses of an index into a folder: those of `before` without the `gone` families, and `families`.

    `numbering` has the names by whose numbers the families' blocks go; those of before keep the numbers they had.
    Raises `NotPatched` where much of the file would be of families that are gone, or names have no sure numbers.
    """
    old, new = before / FOLDER, after / FOLDER
    places, names, held = _loaded(old)
    families = sorted(families, key=lambda one: one.family)
    summed = summary(relations, catalogue)
    told = [summed.of(one.rulings) for one in families]
    for one in told:
        numbering.number(carried_names(one))
    names, numbers = _names(names, list(numbering))
    stretches = [stretch(one, _renumbered(come.blocks, numbers)) for one, come in zip(told, families, strict=True)]
    stays = ~np.isin(places.ids, encode(gone))
    size = (old / DATA).stat().st_size
    _require_used(places, stays, size)
    ids = encode(one.family for one in families)
    order = Order.of(stays, [(places.ids, ids)])
    new.mkdir(exist_ok=True)
    names.save(new, "names")
    _mentions(held, stretches, names, order).save(new, MENTIONS)
    bounds = order.column(places.bounds, _bounds(stretches, size))
    StretchPlaces(fitted(order.column(places.ids, ids)), bounds).save(new, "families")
    copied(old / DATA, new / DATA)
    with (new / DATA).open("ab") as file:
        file.writelines(part for one in stretches for part in (one.told, one.spots()))


def _loaded(folder: Path) -> tuple[StretchPlaces, SpotNames, Mentions]:
    try:
        return (
            StretchPlaces.load(folder, "families"),
            SpotNames.load(folder, "names"),
            Mentions.load(folder, MENTIONS),
        )
    except SnapshotError as error:
        raise NotPatched(str(error)) from error


def _require_used(places: StretchPlaces, stays: Mask, size: int) -> None:
    used = int((places.bounds[stays, -1] - places.bounds[stays, 0]).sum())
    if (size - used) * UNUSED > size and size > SMALL:
        raise NotPatched("much of the synopses is of families that are gone")


# --- names --------------------------------------------------------------------------


def _names(before: SpotNames, more: Sequence[str]) -> tuple[SpotNames, Ints]:
    """The names of before and more, and the number of each of those; new ones have the numbers that follow."""
    first = len(before.names)
    if int(before.numbers.max(initial=-1)) + 1 != first:
        raise NotPatched("names too long to be told apart have numbers")
    keys = encode(more)
    found = named(before.names, np.arange(first), np.unique(keys))
    numbers = np.full(len(found.names), -1, np.int32)
    numbers[found.before] = before.numbers
    come = np.flatnonzero(numbers < 0)
    numbers[come] = np.arange(first, first + len(come))
    return SpotNames(found.names, numbers), numbers[np.searchsorted(found.names, keys)]


def _renumbered(blocks: Mapping[str, Block], numbers: Ints) -> dict[str, Block]:
    found = {}
    for text, block in blocks.items():
        found[text] = block.copy()
        found[text]["name"] = numbers[block["name"]]
    return found


# --- families -----------------------------------------------------------------------


def _bounds(stretches: Sequence[Stretch], start: int) -> Ints:
    """The bounds of stretches that stand one after the other from there on."""
    rows = []
    for one in stretches:
        middle = start + len(one.told)
        end = middle + len(one.spots())
        rows.append((start, middle, end))
        start = end
    return np.array(rows, np.int64).reshape(-1, 3)


def _mentions(before: Mentions, stretches: Sequence[Stretch], names: SpotNames, order: Order) -> Mentions:
    """What all families speak of, those that come by what is told of them."""
    synopses = [read(one.told) for one in stretches]
    each = zip(synopses, stretches, strict=True)
    new = mentions(((told.date, told.carried, one.block, one.counts) for told, one in each), names)
    numbers = np.searchsorted(new.concepts, before.concepts)
    held = before.rows.values.copy()
    held["concept"] = numbers[held["concept"]]
    rows = order.rows(Rows(before.rows.starts, held), new.rows)
    return Mentions(new.concepts, order.column(before.days, new.days), rows)
