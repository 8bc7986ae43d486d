"""The synopses of a snapshot with the spots of their texts, a stretch of one file for each family."""

from __future__ import annotations

import os
import weakref
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache, partial
from itertools import islice
from pathlib import Path
from struct import unpack_from
from typing import TYPE_CHECKING

import numpy as np
from msgspec import Raw

from ingest.catalogue import Catalogue
from ingest.errors import SnapshotError
from ingest.index.arrays import Ints, Names, Table, decode_all, encode
from ingest.index.spots import CONCEPT, ROW, Block, Found, Numbering, SpotNames, joined
from ingest.mentions import Mentioned, Mentions, mentions
from ingest.model import Relation, Ruling
from ingest.synopsis import Summary, Synopsis, Version, marked, read, read_version

if TYPE_CHECKING:
    from ingest.linking.link import Linked

FOLDER = "synopses"
DATA = "families.data"
MENTIONS = "mentions"
_KEPT = 512
"""So many families are kept that were read last: a few kilobytes each."""


@dataclass(frozen=True, slots=True)
class StretchPlaces(Table):
    """Family ids in their order; two bounds of each: where its synopsis starts and where it ends."""

    ids: Names
    bounds: Ints


@dataclass(slots=True)
class Kept:
    """A family's synopsis, and the spots of its versions: so many rows of the block for each.

    `marks` are what a query finds in each version.
    """

    synopsis: Synopsis
    block: Block
    counts: Sequence[int]
    marks: Found

    def versions(self) -> list[Version]:
        """All versions with their marks, in order."""
        return [self._version(at) for at in range(len(self.marks))]

    def first(self, most: int, langs: Sequence[str] = ()) -> tuple[list[Raw], int]:
        """So many versions as JSON, marked ones first, and how many there are; in `langs` alone where any are named."""
        versions, marks = self.synopsis.versions, self.marks
        wanted: Sequence[int] = range(len(versions))
        if langs:
            wanted = [at for at in wanted if read_version(versions[at]).lang in langs]
        first = [at for at in wanted if marks.has(at)]
        others = (at for at in wanted if not marks.has(at)) if len(first) < most else ()
        given = [marked(versions[at], marks[at]) for at in first[:most]]
        given += [versions[at] for at in islice(others, most - len(given))]
        return given, len(wanted)

    def _version(self, at: int) -> Version:
        version = read_version(self.synopsis.versions[at])
        version.marks = self.marks[at]
        return version


def kept(synopsis: Synopsis, block: Block | None = None, counts: Sequence[int] = ()) -> Kept:
    """A synopsis with nothing marked."""
    unmarked = Found([0] * (len(synopsis.versions) + 1), ())
    return Kept(synopsis, np.zeros(0, ROW) if block is None else block, counts, unmarked)


@dataclass(frozen=True, slots=True)
class Stretch:
    """What is written of a family: its synopsis, and the spots of its versions with how many each has."""

    told: bytes
    block: Block
    counts: Sequence[int]

    def spots(self) -> bytes:
        """What is written behind the synopsis."""
        return np.array(self.counts, "<u4").tobytes() + self.block.tobytes()


def stretch(told: bytes, spots: Mapping[str, Block]) -> Stretch:
    """The stretch of a family, given its synopsis and the spots of its texts by id."""
    blocks = [spots[read_version(version).id] for version in read(told).versions]
    return Stretch(told, joined(blocks), [len(block) for block in blocks])


def summary(relations: Iterable[Relation], catalogue: Catalogue) -> Summary:
    """What makes synopses of rulings that are so related, with the names of the catalogue."""

    def card(id: str) -> Mapping[str, str]:
        found = catalogue.card(id)
        return found.names if found else {}

    def mechanic(id: str) -> Mapping[str, str]:
        return catalogue.terms[id].names if id in catalogue.terms else {}

    @cache
    def carries(card: str) -> frozenset[str]:
        return catalogue.facts.of(card).mechanics

    return Summary(relations, card, mechanic, carries)


def carried_names(told: bytes) -> list[str]:
    """The names under which the mechanics go that a synopsis says its cards have."""
    return [CONCEPT + mechanic for mechanic in read(told).carried]


class SynopsesWriter:
    """Writes family after family, so that little is held in memory."""

    def __init__(self, directory: Path, linked: Linked, catalogue: Catalogue, numbering: Numbering) -> None:
        self._summary = summary(linked.relations, catalogue)
        self._numbering = numbering
        self._folder = directory / FOLDER
        self._folder.mkdir()
        self._file = (self._folder / DATA).open("wb")
        self._bounds: dict[str, tuple[int, int]] = {}

    def add(self, family: str, rulings: Sequence[Ruling], spots: Mapping[str, Block]) -> None:
        """Writes a family, given the spots of its texts by id, under the numbers that names were given."""
        written = stretch(self._summary.of(rulings), spots)
        self._numbering.number(carried_names(written.told))
        start = self._file.tell()
        self._file.write(written.told)
        self._bounds[family] = (start, self._file.tell())
        self._file.write(written.spots())

    def __enter__(self) -> SynopsesWriter:
        return self

    def __exit__(self, failed: type[BaseException] | None, *_: object) -> None:
        """Closes the file and, where all went well, writes what finds the families in it."""
        end = self._file.tell()
        self._file.close()
        if failed is None:
            self._finish(end)

    def _finish(self, end: int) -> None:
        # The order in which they were written is that of their stretches: each ends where the next starts.
        ids = sorted(self._bounds)
        stops = dict(zip(self._bounds, [*[start for start, _ in self._bounds.values()][1:], end], strict=True))
        bounds = np.array([(*self._bounds[id], stops[id]) for id in ids], np.int64).reshape(-1, 3)
        StretchPlaces(encode(ids), bounds).save(self._folder, "families")
        self._numbering.names().save(self._folder, "names")
        Synopses(self._folder.parent).mentions.save(self._folder, MENTIONS)


class Synopses:
    """Reads synopses by family; any thread. Read and not mapped: what was shown once takes no memory."""

    def __init__(self, directory: Path) -> None:
        folder = directory / FOLDER
        self.names = SpotNames.load(folder, "names")
        self._places = StretchPlaces.load(folder, "families")
        try:
            self._file = os.open(folder / DATA, os.O_RDONLY)
        except OSError as error:
            raise SnapshotError(f"the synopses are damaged: {error}", where=str(folder), hint="build again") from error
        weakref.finalize(self, os.close, self._file)
        # A page is looked at twice, and much asked for is asked for again. No cycle: nothing keeps the file open.
        self._read = lru_cache(maxsize=_KEPT)(partial(_read, self._file))
        written = (folder / f"{MENTIONS}.days.npy").is_file()
        self.mentions = Mentions.load(folder, MENTIONS) if written else self._mentions()

    def mentioned(self, families: Sequence[str], concepts: Sequence[str]) -> Mentioned:
        """What some families speak of among some concepts, and where; one that is not there speaks of nothing."""
        return self.mentions.of(np.array(self._placed(families), np.intp), concepts)

    def of(self, families: Sequence[str]) -> list[Kept | None]:
        """What is kept of each family, None for one that is not there."""
        places = self._placed(families)
        bounds = self._places.bounds[places].tolist() if places else []
        return [kept(*self._read(*own)) if at >= 0 else None for at, own in zip(places, bounds, strict=True)]

    def _placed(self, families: Sequence[str]) -> list[int]:
        place = self._numbers.get
        return [place(family, -1) for family in families]

    @cached_property
    def _numbers(self) -> Mapping[str, int]:
        """The places of all families: each answer asks for forty others."""
        ids = decode_all(self._places.ids.tolist())
        return dict(zip(ids, range(len(ids)), strict=True))

    def _mentions(self) -> Mentions:
        """What all families speak of, from what is kept of each."""
        every = (_read(self._file, *bounds) for bounds in self._places.bounds.tolist())
        return mentions(((one.date, one.carried, block, counts) for one, block, counts in every), self.names)


def _read(file: int, start: int, middle: int, end: int) -> tuple[Synopsis, Block, Sequence[int]]:
    data = os.pread(file, end - start, start)
    synopsis = read(memoryview(data)[: middle - start])
    texts = len(synopsis.versions)
    counts = unpack_from(f"<{texts}I", data, middle - start)
    return synopsis, np.frombuffer(data, ROW, -1, middle - start + 4 * texts), counts
