"""Sources in, a published snapshot out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path

from ingest import collect
from ingest.additions.kept import Kept, stands
from ingest.additions.patched import Patched, patched
from ingest.analysis import Analysis, analyse
from ingest.assemble import Assembled, assemble
from ingest.catalogue import Catalogue, load_catalogue
from ingest.checking import check
from ingest.errors import BuildLocked, Problem, RosettaError, SnapshotError
from ingest.feeds.extend import unknown_keywords, with_cards, with_cards_of_texts
from ingest.fingerprint import Inputs, code_hash
from ingest.linking.comparing import Comparisons
from ingest.linking.link import Linked, link
from ingest.linking.remembered import remembered
from ingest.reading import Progress, Read, read_file, read_sources, silent
from ingest.recording import Come, write_snapshot
from ingest.refusal import Left, left_of
from ingest.snapshot import COMPARED, RECORD, Home, Snapshot
from ingest.spread import uncollected
from ingest.store import Store
from ingest.upstream import compared, in_known_order, reworded

__all__ = ["Built", "Progress", "Read", "build", "read_file", "read_sources"]


@dataclass(frozen=True, slots=True)
class Built:
    """What a build came to; `snapshot` is the published one, `new` whether it is a new one.

    `changed` counts the texts that were added, corrected, withdrawn since the one before;
    `refused` says of sources named for the first time why they were left out. Of the `pairs` of
    rulings that are worth comparing, `judged` were not known from the build before.
    """

    snapshot: Snapshot
    problems: tuple[Problem, ...]
    new: bool
    changed: Mapping[str, int] = field(default_factory=dict)
    refused: tuple[Problem, ...] = ()
    pairs: int = 0
    judged: int = 0


@dataclass(frozen=True, slots=True)
class Before:
    """What the snapshot before knows: its record, and which rulings it compared; None where there is none to use."""

    store: Store | None
    compared: Comparisons | None


def build(
    home: Home,
    sources: Sequence[Path] | Callable[[], Sequence[Path]],
    catalogue_dir: Path,
    *,
    force: bool = False,
    accept_loss: bool = False,
    wait: float = 600.0,
    progress: Progress = silent,
) -> Built:
    """The published snapshot of these sources; the one before if nothing changed.

    Sources that hang on those built before are given as a function: it is asked once no
    other build can change them any more.

    Raises `RosettaError` where a source is missing or none can be read, or (unless
    `accept_loss`) a feed lacks much of what it had: the snapshot before then goes on serving.
    """
    with _locked(home, wait, progress), uncollected():
        sources = sources() if callable(sources) else sources
        files = collect.find(sources)
        given = Inputs.of(files, catalogue_dir)
        inputs = given.hash()
        previous = home.sound()
        if previous and previous.manifest.inputs == inputs and not force:
            return _unchanged(home, previous, sources)
        if previous and not force and (made := patched(home, previous, files, given, catalogue_dir, progress)):
            return _added(home, sources, made)
        left = _readable(sources, files, home, progress)
        sources, files, refused = left.sources, left.files, left.refused
        if refused:
            inputs = given.hash({file.name for file in files})
            if previous and previous.manifest.inputs == inputs and not force:
                return _unchanged(home, previous, sources, refused)
        with _known_of(previous) as before:
            come = _come(left.read, catalogue_dir, before, None if accept_loss else files, progress)
        del left  # what was read is not needed to write what it came to
        snapshot = write_snapshot(home, come, inputs, progress)
        collect.remember(home.path, sources)
        changed = Counter(change.kind for change in come.past.changes if not change.snapshot)
        told = come.linked.compared
        return Built(snapshot, come.read.problems, True, changed, refused, pairs=len(told.pairs), judged=told.judged)


def _added(home: Home, sources: Sequence[Path], made: Patched) -> Built:
    """What a build came to that patched pages into the snapshot before."""
    snapshot, added, past = made
    collect.remember(home.path, sources)
    told = added.joined.more.compared
    changed = Counter(change.kind for change in past.changes)
    return Built(snapshot, _problems(snapshot), True, changed, pairs=len(told.pairs), judged=told.judged)


def _readable(sources: Sequence[Path], files: Sequence[collect.Found], home: Home, progress: Progress) -> Left:
    """What could be read of the sources, those that are new and hold nothing readable left out."""
    read = read_sources(files, progress)
    _require_something(files, read)
    return left_of(sources, collect.remembered(home.path), files, read)


def _come(
    read: Read, catalogue_dir: Path, before: Before, given: Sequence[collect.Found] | None, progress: Progress
) -> Come:
    """All that the sources come to; `given` are the files that may not have lost much, None where any may have."""
    read, catalogue = _with_feeds(read, load_catalogue(catalogue_dir), before.store)
    assembled = _assembled(read, catalogue, before.store)
    analysis = analyse(assembled, catalogue, progress)
    progress("linking", 0, 1)
    linked = link(assembled, catalogue, analysis.taken(), before.compared)
    past = compared(
        before.store, read.sources, linked.rulings, None if given is None else [file.name for file in given]
    )
    progress("checking", 0, 1)
    findings = check(linked, read.entries, analysis, reworded(past.changes, linked.rulings, read.sources))
    kept = _kept(read, assembled, linked, analysis, catalogue)
    return Come(replace(read, entries=()), len(read.entries), linked, findings, catalogue, past, analysis.tokens, kept)


def _kept(read: Read, assembled: Assembled, linked: Linked, analysis: Analysis, catalogue: Catalogue) -> Kept:
    """What pages that come later hang on; cards that feeds know, and entries told theirs by others, are not kept."""
    plain = not read.cards and not any(entry.alone for entry in read.entries)
    where = stands(assembled.entries, linked.turns, catalogue)
    return Kept.of(linked, where, analysis.names, catalogue.terms, plain=plain)


def _unchanged(home: Home, previous: Snapshot, sources: Sequence[Path], refused: tuple[Problem, ...] = ()) -> Built:
    """The snapshot before, which serves on."""
    home.point(previous.name)
    collect.remember(home.path, sources)
    return Built(previous, _problems(previous), new=False, refused=refused)


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


def _with_feeds(read: Read, catalogue: Catalogue, before: Store | None) -> tuple[Read, Catalogue]:
    """What was read, and the catalogue, each told what feeds know."""
    entries = tuple(with_cards_of_texts(read.entries))
    remarks = unknown_keywords(read.keywords, catalogue.terms.values()) if read.keywords else []
    known = before.named_cards() if before and read.cards else ()
    cards = with_cards(catalogue.cards, read.cards, entries, known)
    return replace(read, entries=entries, problems=(*read.problems, *remarks)), replace(catalogue, cards=cards)


def _assembled(read: Read, catalogue: Catalogue, before: Store | None) -> Assembled:
    assembled = assemble(read.entries, catalogue.origin_of)
    if before is None:
        return assembled
    return replace(assembled, rulings=in_known_order(before, assembled.rulings, read.sources))


@contextmanager
def _known_of(previous: Snapshot | None) -> Iterator[Before]:
    try:
        store = Store(previous.path / RECORD) if previous else None
    except SnapshotError:
        store = None  # of an older version: its history can't be read, its rulings are built anew
    try:
        yield Before(store, remembered(previous.path / COMPARED, code_hash()) if previous else None)
    finally:
        if store:
            store.close()
