"""Sources in, a published snapshot out."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from ingest import collect
from ingest.assemble import assemble
from ingest.catalogue import Catalogue, load_catalogue
from ingest.checking import check
from ingest.errors import BuildLocked, Problem, RosettaError, SnapshotError, UnreadableSource
from ingest.files import hashes
from ingest.fingerprint import content_hash, inputs_hash
from ingest.formats import choose, decode
from ingest.history import history
from ingest.indexing import write_index
from ingest.linking import Linked, link
from ingest.model import Entry, Finding, Source
from ingest.snapshot import INDEX, RECORD, Home, Manifest, Snapshot
from ingest.store import Store, write_store
from ingest.store.writer import Record
from ingest.suggestions import suggestion_keys

Progress = Callable[[str, int, int], None]
"""Told of each step: its name, how much is done, of how much."""


@dataclass(frozen=True, slots=True)
class Built:
    """What a build came to; `snapshot` is the published one, `new` whether it is a new one."""

    snapshot: Snapshot
    problems: tuple[Problem, ...]
    new: bool


@dataclass(frozen=True, slots=True)
class Read:
    """All that was read from the sources."""

    entries: tuple[Entry, ...]
    sources: tuple[Source, ...]
    problems: tuple[Problem, ...]


def _silent(step: str, done: int, of: int) -> None:
    return None


def read_sources(files: Sequence[collect.Found], progress: Progress = _silent) -> Read:
    """The entries of every readable file in order of file name, and what was noticed.

    A file nobody can read is an `unreadable-source` problem; the others are read.
    """
    entries: list[Entry] = []
    sources: list[Source] = []
    problems: list[Problem] = []
    for number, file in enumerate(files, start=1):
        try:
            source, found, noticed = read_file(file)
        except UnreadableSource as error:
            problems.append(_unreadable(file, error))
        else:
            sources.append(source)
            entries.extend(found)
            problems.extend(noticed)
        progress("reading", number, len(files))
    return Read(tuple(entries), tuple(sources), tuple(problems))


def read_file(file: collect.Found) -> tuple[Source, list[Entry], list[Problem]]:
    """A file as a source, its entries and its problems; raises `UnreadableSource`."""
    data = collect.read_bytes(file)
    document = decode(data, file.name)
    format = choose(document)
    reading = format.read(document)
    return Source(file.name, format.name, hashlib.sha256(data).hexdigest()), reading.entries, reading.problems


def _unreadable(file: collect.Found, error: UnreadableSource) -> Problem:
    where = error.where or file.name
    line = where.rpartition(":")[2]
    detail = f"{error.what} ({error.hint})" if error.hint else error.what
    return Problem(file.name, int(line) if line.isdigit() else 1, "unreadable-source", "error", detail)


def build(
    home: Home,
    sources: Sequence[Path],
    catalogue_dir: Path,
    *,
    force: bool = False,
    wait: float = 600.0,
    progress: Progress = _silent,
) -> Built:
    """The published snapshot of these sources; the one before if nothing changed.

    Raises `RosettaError` where a source is missing or none can be read: the
    snapshot before then goes on serving.
    """
    with _locked(home, wait, progress):
        files = collect.find(sources)
        inputs = inputs_hash(files, catalogue_dir)
        previous = home.sound()
        if previous and previous.manifest.inputs == inputs and not force:
            home.point(previous.name)
            collect.remember(home.path, sources)
            return Built(previous, _problems(previous), new=False)
        read = read_sources(files, progress)
        _require_something(files, read)
        snapshot = _write(home, previous, read, load_catalogue(catalogue_dir), inputs, progress)
        collect.remember(home.path, sources)
        return Built(snapshot, read.problems, new=True)


@contextmanager
def _locked(home: Home, wait: float, progress: Progress) -> Iterator[None]:
    """Holds the lock of the home; says so where another build holds it first."""
    with ExitStack() as held:
        try:
            held.enter_context(home.lock())
        except BuildLocked:
            if wait <= 0:
                raise
            progress("waiting for another build", 0, 1)
            held.enter_context(home.lock(wait))
        yield


def _problems(snapshot: Snapshot) -> tuple[Problem, ...]:
    store = Store(snapshot.path / RECORD)
    try:
        return tuple(store.problems())
    finally:
        store.close()


def _require_something(files: Sequence[collect.Found], read: Read) -> None:
    if not files:
        raise RosettaError("no files found", hint="name files or folders of ruling files")
    if not read.sources:
        first = read.problems[0]
        raise RosettaError(first.detail, where=f"{first.file}:{first.line}", hint="nothing else was readable")
    if not any(entry.paragraphs for entry in read.entries):
        raise RosettaError("no ruling in any of the sources", where=read.sources[0].path, hint="see rosetta explain")


def _write(
    home: Home, previous: Snapshot | None, read: Read, catalogue: Catalogue, inputs: str, progress: Progress
) -> Snapshot:
    progress("linking", 0, 1)
    linked = link(assemble(read.entries, catalogue.origin_of), catalogue)
    progress("checking", 0, 1)
    findings = check(linked, read.entries, catalogue)
    content = content_hash(linked, findings)
    name = home.new_name(content)
    with home.writing() as aside:
        record = _record(name, _previous_store(previous), read, linked, findings, catalogue)
        write_store(aside / RECORD, record)
        progress("indexing", 0, 1)
        write_index(aside / INDEX, linked, findings, catalogue)
        manifest = Manifest(
            name,
            datetime.now(UTC).isoformat(timespec="seconds"),
            inputs,
            content,
            [source.path for source in read.sources],
            _counts(read, linked, findings),
            hashes(aside),
        )
        return home.publish(aside, manifest)


def _previous_store(previous: Snapshot | None) -> Store | None:
    try:
        return Store(previous.path / RECORD) if previous else None
    except SnapshotError:
        return None  # of an older version: its history can't be read, its rulings are built anew


def _record(
    name: str, previous: Store | None, read: Read, linked: Linked, findings: Sequence[Finding], catalogue: Catalogue
) -> Record:
    former, changes = history(previous, linked.rulings, name)
    if previous:
        previous.close()
    targets = {link.target for ruling in linked.rulings for link in ruling.links if link.kind == "card"}
    cards = {id: card for id in sorted(targets) if (card := catalogue.card(id))}
    return Record(
        rulings=linked.rulings,
        families=linked.families,
        sources=read.sources,
        relations=linked.relations,
        cards=cards,
        suggestions=suggestion_keys(linked.rulings, cards, catalogue.terms),
        terms=catalogue.terms,
        findings=findings,
        problems=read.problems,
        former=former,
        changes=changes,
        meta={"snapshot": name},
    )


def _counts(read: Read, linked: Linked, findings: Sequence[Finding]) -> dict[str, int]:
    return {
        "sources": len(read.sources),
        "entries": len(read.entries),
        "rulings": len(linked.rulings),
        "texts": sum(len(ruling.texts) for ruling in linked.rulings),
        "families": len(linked.families),
        "findings": len(findings),
        "problems": len(read.problems),
    }
