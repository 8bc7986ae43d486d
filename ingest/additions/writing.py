"""A snapshot made of the one before and of what pages add to it."""

from __future__ import annotations

import shutil
from datetime import UTC, datetime
from pathlib import Path

from ingest.additions.adding import Added
from ingest.additions.before import Before
from ingest.catalogue import Catalogue
from ingest.files import hashes
from ingest.fingerprint import as_content, code_hash
from ingest.history import history_of_more
from ingest.linking.remembered import remember
from ingest.lookup.patching import patch_lookup
from ingest.pack.patching import patch_pack
from ingest.patching.index import patch_index
from ingest.reading import Progress, Read
from ingest.snapshot import ADDITIONS, COMPARED, INDEX, PACK, RECORD, Home, Manifest, Snapshot
from ingest.store import Store
from ingest.store.patching import patch_store
from ingest.upstream import Past
from ingest.wordbook import FILE


def write_added(
    home: Home, added: Added, before: Before, read: Read, catalogue: Catalogue, inputs: str, progress: Progress
) -> tuple[Snapshot, Past]:
    """The published snapshot that holds what pages add, and what became another; needs the lock.

    Raises `NotPatched`, nothing published, where the snapshot before can't be added to.
    """
    progress("writing", 0, 1)
    content = as_content(added.kept.content)
    name = home.new_name(content)
    past = Past(*history_of_more(before.store, added.addition.rulings))
    with home.writing() as aside:
        _write(aside, before, added, catalogue, past.named(name), name)
        progress("publishing", 0, 1)
        made = datetime.now(UTC).isoformat(timespec="seconds")
        was = before.snapshot.manifest
        sources = sorted([*was.sources, *(source.path for source in read.sources)])
        counts = {**was.counts, **_counts(was.counts, added, read)}
        manifest = Manifest(name, made, inputs, content, sources, counts, hashes(aside))
        return home.publish(aside, manifest), past


def _write(aside: Path, before: Before, added: Added, catalogue: Catalogue, past: Past, name: str) -> None:
    was, addition = before.snapshot.path, added.addition
    patch_index(was / INDEX, aside / INDEX, addition, catalogue, added.among)
    patch_store(was / RECORD, aside / RECORD, addition, catalogue.terms, past.former, past.changes, {"snapshot": name})
    store = Store(aside / RECORD)
    try:
        patch_pack(was / PACK, aside / PACK, addition, catalogue, store, before.store)
        patch_lookup(was / INDEX, aside / INDEX, addition, catalogue, store)
    finally:
        store.close()
    shutil.copyfile(was / FILE, aside / FILE)  # a page teaches few words: they are learnt at the next whole build
    remember(aside / COMPARED, added.joined.more.compared, code_hash())
    added.kept.save(aside / ADDITIONS, added.kept.content)


def _counts(was: dict[str, int], added: Added, read: Read) -> dict[str, int]:
    """How many there are now of each thing."""
    addition, joined = added.addition, added.joined
    more = {
        "sources": len(read.sources),
        "entries": len(read.entries),
        "rulings": len(addition.rulings),
        "texts": sum(len(ruling.texts) for ruling in addition.rulings),
        "families": len(joined.families) - len(joined.gone),
        "findings": added.findings,
        "problems": len(read.problems),
    }
    return {name: was[name] + count for name, count in more.items()}
