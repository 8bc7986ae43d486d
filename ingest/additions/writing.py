"""A snapshot made of the one before and of what pages add to it."""

from __future__ import annotations

from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from pathlib import Path

from ingest.additions.adding import Added
from ingest.additions.before import Before
from ingest.catalogue import Catalogue
from ingest.files import copied, hashes, sha256_of, sync
from ingest.fingerprint import as_content, code_hash
from ingest.history import history_of_more
from ingest.index.whoosh_engine import SEGMENT
from ingest.linking.remembered import remember
from ingest.lookup.patching import patch_lookup
from ingest.model import Ruling
from ingest.pack.patching import patch_pack
from ingest.patching.index import patch_index
from ingest.reading import Read
from ingest.snapshot import ADDITIONS, COMPARED, INDEX, PACK, RECORD, Home, Manifest, Snapshot
from ingest.store import Store
from ingest.store.patching import patch_store
from ingest.upstream import Past
from ingest.wordbook import FILE


def write_added(
    home: Home, aside: Path, added: Added, before: Before, read: Read, catalogue: Catalogue, inputs: str
) -> tuple[Snapshot, Past]:
    """The published snapshot that holds what pages add, and what became another; `aside` is where it is written.

    Raises `NotPatched`, nothing published, where the snapshot before can't be added to.
    """
    content = as_content(added.kept.content)
    name = home.new_name(content)
    past = Past(*history_of_more(before.store, added.addition.rulings, added.addition.replaced))
    files = _write(aside, before, added, catalogue, past.named(name), name)
    made = datetime.now(UTC).isoformat(timespec="seconds")
    was = before.snapshot.manifest
    sources = sorted([*was.sources, *(source.path for source in read.sources)])
    counts = {**was.counts, **_counts(was.counts, added, read)}
    manifest = Manifest(name, made, inputs, content, sources, counts, files)
    return home.publish(aside, manifest), past


def _write(aside: Path, before: Before, added: Added, catalogue: Catalogue, past: Past, name: str) -> dict[str, str]:
    """Writes index and record beside each other, for arrays and SQLite let others work; gives the hash of each file."""
    was, addition = before.snapshot.path, added.addition
    with ThreadPoolExecutor(1) as thread:
        recorded = thread.submit(_record, aside, before, added, catalogue, past, name)
        patch_index(was / INDEX, aside / INDEX, addition, catalogue, added.among)
        known = recorded.result()
        thread.submit(sync, *(aside / INDEX).rglob("*"))  # the disk takes them while their hashes are made
        store = Store(aside / RECORD)
        try:
            patch_lookup(was / INDEX, aside / INDEX, addition, catalogue, store)
        finally:
            store.close()
        held = before.snapshot.manifest.files.items()
        return hashes(aside, known | {name: digest for name, digest in held if name.endswith(SEGMENT)})


def _record(aside: Path, before: Before, added: Added, catalogue: Catalogue, past: Past, name: str) -> dict[str, str]:
    """Writes everything but the index; gives the hashes of it, on the disk by then."""
    was, addition = before.snapshot.path, added.addition
    meta = {"snapshot": name}
    patch_store(was / RECORD, aside / RECORD, addition, catalogue.terms, past.former, past.changes, meta)
    store = Store(aside / RECORD)
    try:
        patch_pack(was / PACK, aside / PACK, addition, catalogue, store, before.store)
    finally:
        store.close()
    copied(was / FILE, aside / FILE)  # a page teaches few words: they are learnt at the next whole build
    remember(aside / COMPARED, added.joined.more.compared, code_hash())
    added.kept.save(aside / ADDITIONS, added.kept.content)
    folders = (aside / part for part in (PACK, COMPARED, ADDITIONS))
    written = [aside / RECORD, aside / FILE, *(path for folder in folders for path in folder.iterdir())]
    sync(*written)
    return {path.relative_to(aside).as_posix(): sha256_of(path) for path in written}


def _counts(was: dict[str, int], added: Added, read: Read) -> dict[str, int]:
    """How many there are now of each thing."""
    addition, joined = added.addition, added.joined
    more = {
        "sources": len(read.sources),
        "entries": len(read.entries),
        "rulings": len(addition.rulings) - len(addition.replaced),
        "texts": _texts(addition.rulings) - _texts(addition.replaced),
        "families": len(joined.families) - len(joined.gone),
        "findings": added.findings,
        "problems": len(read.problems),
    }
    return {name: was[name] + count for name, count in more.items()}


def _texts(rulings: Iterable[Ruling]) -> int:
    return sum(len(ruling.texts) for ruling in rulings)
