"""The snapshot before with the pages that came, patched in within seconds where that is exact."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from ingest.additions.adding import Added, add
from ingest.additions.before import known
from ingest.additions.coming import coming, new_files
from ingest.additions.copying import copying
from ingest.additions.writing import write_added
from ingest.collect import Found
from ingest.errors import NotPatched
from ingest.fingerprint import Inputs
from ingest.languages import LANGUAGES
from ingest.reading import Progress
from ingest.snapshot import Home, Snapshot
from ingest.upstream import Past

Patched = tuple[Snapshot, Added, Past]
"""What was published, what was added to it, and what became another."""


def patched(
    home: Home, previous: Snapshot, files: Sequence[Found], given: Inputs, catalogue_dir: Path, progress: Progress
) -> Patched | None:
    """The snapshot that holds the pages that came, published; None where more than that is new. Needs the lock."""
    try:
        new = new_files(previous, files, given)
        with (
            home.writing() as aside,
            copying(previous.path, aside) as copied,
            LANGUAGES.sparing(),
            known(previous) as before,
        ):
            catalogue = before.catalogue(catalogue_dir)
            came = coming(new, catalogue, before.store, progress)
            progress("linking", 0, 1)
            added = add(came, before, catalogue)
            progress("writing", 0, 1)
            copied.result()
            snapshot, past = write_added(home, aside, added, before, came.read, catalogue, given.hash())
    except NotPatched:
        return None
    return snapshot, added, past
