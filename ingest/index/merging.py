"""Two sets of tables made one: what stays of an index, and what is described anew."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from ingest.index.arrays import Floats, Ints, Mask, Names, Rows
from ingest.index.building import FACET_KINDS, Concepts
from ingest.index.described import UNITS, Described
from ingest.index.tables import Facet, Texts, Units


@dataclass(frozen=True, slots=True)
class Order:
    """Where rows of two tables stand in the one that is made of both.

    `stays` are the rows of the first that are taken, all of the second are; `order` gives
    them in their new order, the second's numbered after those that stay. `before` and
    `added` have the new number of each row of the first, -1 where it goes, and of the second.
    """

    stays: Ints
    order: Ints
    before: Ints
    added: Ints

    @classmethod
    def of(cls, stays: Mask, keys: Sequence[tuple[Ints, Ints]]) -> Order:
        """The order by columns, of each that of the first and of the second table; the last matters most."""
        at = np.flatnonzero(stays)
        order = np.lexsort([np.concatenate([first[at], second]) for first, second in keys])
        places = np.empty(len(order), np.int64)
        places[order] = np.arange(len(order))
        before = np.full(len(stays), -1, np.int64)
        before[at] = places[: len(at)]
        return cls(at, order, before, places[len(at) :])

    def column(self, first: Ints, second: Ints) -> Ints:
        """A column of both tables."""
        return np.concatenate([first[self.stays], second])[self.order]

    def rows(self, first: Rows, second: Rows) -> Rows:
        """Lists of both tables."""
        kept = first.starts[self.stays + 1] - first.starts[self.stays]
        counts = np.concatenate([kept, np.diff(second.starts)])
        both = Rows(starts_of(counts), np.concatenate([first.gather(self.stays), second.values]))
        return Rows(starts_of(counts[self.order]), both.gather(self.order))


def starts_of(counts: Ints) -> Ints:
    """Where each of some rows begins, given how long they are; and the end of all."""
    return np.append(0, np.cumsum(counts)).astype(np.int64)


@dataclass(frozen=True, slots=True)
class Named:
    """The names of two lists in one; the new number of each of the first, -1 for one that goes, and of the second."""

    names: Names
    before: Ints
    added: Ints


def named(first: Names, used: Ints, second: Names) -> Named:
    """The names of the first that are `used`, and all of the second, in byte order.

    >>> found = named(np.array([b"a", b"c", b"e"]), np.array([0, 2]), np.array([b"b", b"e"]))
    >>> found.names.tolist(), found.before.tolist(), found.added.tolist()
    ([b'a', b'b', b'e'], [0, -1, 2], [1, 2])
    """
    stays = np.zeros(len(first), np.bool_)
    stays[used] = True
    kept = first[stays]
    places = np.searchsorted(kept, second)
    new = np.ones(len(second), np.bool_)
    inside = places < len(kept)
    new[inside] = kept[places[inside]] != second[inside]
    names = np.insert(kept.astype(np.promote_types(kept.dtype, second.dtype)), places[new], second[new])
    before = np.full(len(first), -1, np.int64)
    # What stays moves by as many as come before it: no name is looked up for that.
    before[stays] = np.arange(len(kept)) + np.searchsorted(places[new], np.arange(len(kept)), "right")
    added = places + np.cumsum(new) - new
    return Named(fitted(names), before, added)


def fitted(names: Names) -> Names:
    """The names in an array as wide as the longest of them.

    >>> fitted(np.array([b"long", b"a"])[1:]).dtype
    dtype('S1')
    """
    return names.astype(f"S{max(1, int(np.char.str_len(names).max(initial=1)))}")


@dataclass(frozen=True, slots=True)
class Merged:
    """The tables of both, and where the texts of each stand in them."""

    described: Described
    texts: Order


def merge(first: Described, gone: Iterable[str], second: Described) -> Merged:
    """The tables of what is described first, without the families that are gone, and of what is second."""
    stays = ~np.isin(first.units["families"].ids, np.array([id.encode() for id in gone], np.bytes_))
    units = {name: _units(first, stays, second, name) for name in UNITS}
    texts = _texts(first, stays, second, units)
    facets, languages, origins = _facets(first, second, units)
    table = Texts(
        fitted(texts.column(first.texts.ids, second.texts.ids)),
        texts.column(languages.before[first.texts.languages], languages.added[second.texts.languages]).astype(np.int32),
        texts.column(origins.before[first.texts.origins], origins.added[second.texts.origins]).astype(np.int32),
        texts.column(first.texts.days, second.texts.days),
    )
    return Merged(
        Described(
            table,
            {name: _unit_table(first, second, units, texts, name) for name in UNITS},
            facets,
            _concepts(first.concepts, second.concepts, texts),
            texts.column(first.lengths, second.lengths),
        ),
        texts,
    )


# --- units and texts ----------------------------------------------------------------


def _units(first: Described, stays: Mask, second: Described, name: str) -> Order:
    """The order of units: newest first, then by id."""
    one, other = first.units[name], second.units[name]
    keys = [(one.ids, other.ids), (-_days(one, first.texts.days), -_days(other, second.texts.days))]
    return Order.of(stays[one.families], keys)


def _days(units: Units, days: Ints) -> Ints:
    """The newest day of each unit."""
    if not len(units.texts):
        return np.zeros(0, np.int32)
    return np.maximum.reduceat(days[units.texts.values], units.texts.starts[:-1])


def _texts(first: Described, stays: Mask, second: Described, units: dict[str, Order]) -> Order:
    """The order of texts: by family, by ruling, then by id."""
    keys: list[tuple[Ints, Ints]] = [(first.texts.ids, second.texts.ids)]
    for name in ("rulings", "families"):
        before, added = units[name].before, units[name].added
        keys.append((before[first.units[name].of_text], added[second.units[name].of_text]))
    return Order.of(stays[first.families], keys)


def _unit_table(first: Described, second: Described, units: dict[str, Order], texts: Order, name: str) -> Units:
    one, other, order, families = first.units[name], second.units[name], units[name], units["families"]
    of_text = texts.column(order.before[one.of_text], order.added[other.of_text]).astype(np.int32)
    members = Rows(np.arange(len(of_text) + 1), of_text).inverted(len(order.order))
    family = order.column(families.before[one.families], families.added[other.families]).astype(np.int32)
    return Units(fitted(order.column(one.ids, other.ids)), of_text, members, family)


# --- facets and concepts ------------------------------------------------------------


def _facets(
    first: Described, second: Described, units: dict[str, Order]
) -> tuple[dict[str, dict[str, Facet]], Named, Named]:
    """The facets of each kind of units; and the names of languages and of origins, by which texts go, too."""
    facets: dict[str, dict[str, Facet]] = {name: {} for name in UNITS}
    names: dict[str, Named] = {}
    for name in UNITS:
        for kind in FACET_KINDS:
            facets[name][kind], found = _facet(first.facets[name][kind], second.facets[name][kind], units[name])
            names.setdefault(kind, found)
    return facets, names["languages"], names["origins"]


def _facet(first: Facet, second: Facet, units: Order) -> tuple[Facet, Named]:
    held = first.values
    found = named(first.names, held.gather(units.stays), second.names)
    values = units.rows(
        Rows(held.starts, found.before[held.values].astype(np.int32)),
        Rows(second.values.starts, found.added[second.values.values].astype(np.int32)),
    )
    return Facet.of(found.names, values), found


def _concepts(first: Concepts, second: Concepts, texts: Order) -> Concepts:
    owners = texts.before[first.texts]
    stays = np.flatnonzero(owners >= 0)
    numbers = first.numbers[stays]
    found = named(first.names, numbers, second.names)
    weights: Floats = np.concatenate([first.weights[stays], second.weights])
    return Concepts(
        found.names,
        np.concatenate([found.before[numbers], found.added[second.numbers]]),
        np.concatenate([owners[stays], texts.added[second.texts]]).astype(np.int32),
        weights,
    )
