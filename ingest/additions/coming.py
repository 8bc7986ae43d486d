"""Which pages came beside those of the build before, and what they state."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ingest.assemble import Assembled, assemble
from ingest.catalogue import Catalogue
from ingest.collect import Found, state
from ingest.errors import NotPatched, SnapshotError
from ingest.feeds import NAMES
from ingest.fingerprint import Inputs
from ingest.reading import Progress, Read, read_sources
from ingest.snapshot import RECORD, Snapshot
from ingest.store import Store

MOST_BYTES = 1 << 18
"""Larger pages are worth a whole build."""
MOST_RULINGS = 300


@dataclass(frozen=True, slots=True)
class Coming:
    """What was read of the new pages, and the rulings they state."""

    read: Read
    assembled: Assembled


def new_files(previous: Snapshot, files: Sequence[Found], given: Inputs) -> list[Found]:
    """The files that came; raises `NotPatched` where anything else that goes into a build is other than it was."""
    known = {*previous.manifest.sources, *_unreadable(previous)}
    new = [file for file in files if file.name not in known]
    stayed = {file.name for file in files if file.name in known}
    if not new or any(file.member or file.refused for file in new):
        raise NotPatched("no page came")
    states = [state(file) for file in new]
    if sum(one[1] if one else MOST_BYTES + 1 for one in states) > MOST_BYTES:
        raise NotPatched("much came, or it is gone again")
    if given.hash(stayed) != previous.manifest.inputs:
        raise NotPatched("what was there is other than it was")
    return new


def _unreadable(previous: Snapshot) -> set[str]:
    """The files that nobody could read: they are known all the same."""
    try:
        store = Store(previous.path / RECORD)
    except SnapshotError as error:
        raise NotPatched(str(error)) from error
    try:
        return {problem.file for problem in store.problems() if problem.code == "unreadable-source"}
    finally:
        store.close()


def coming(files: Sequence[Found], catalogue: Catalogue, store: Store, progress: Progress) -> Coming:
    """What new pages state; raises `NotPatched` where it is more than rulings beside those of before."""
    read = read_sources(files, progress)
    if len(read.sources) < len(files) or read.cards or read.keywords:
        raise NotPatched("what came is no page of rulings")
    if any(source.format in NAMES for source in read.sources) or any(entry.alone for entry in read.entries):
        raise NotPatched("a feed came")
    if any(paragraph.replaces for entry in read.entries for paragraph in entry.paragraphs):
        raise NotPatched("corrections came")
    assembled = assemble(read.entries, catalogue.origin_of)
    if not 0 < len(assembled.rulings) <= MOST_RULINGS:
        raise NotPatched("many rulings came, or none")
    texts = [text.id for ruling in assembled.rulings for text in ruling.texts]
    if any(store.former(id) for id in texts):
        raise NotPatched("a text that went came again")
    decided = {id for one in catalogue.decisions.joined for id in one.texts}
    decided |= {id for one in catalogue.decisions.apart for id in one.texts}
    if not decided.isdisjoint(texts):
        raise NotPatched("a person decided on a text that came")
    return Coming(read, assembled)
