"""Large files of the snapshot before, copied and on the disk while it is found out what becomes of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

from ingest.files import copied, sync
from ingest.index.whoosh_engine import SEGMENT, WHOOSH
from ingest.snapshot import INDEX, RECORD
from ingest.synopses import DATA, FOLDER


@contextmanager
def copying(before: Path, after: Path) -> Iterator[Future[None]]:
    """What is done once the files are copied that every page more adds to; whoever adds to one waits for it."""
    whoosh = (file.relative_to(before) for file in sorted((before / INDEX / WHOOSH).glob(f"*{SEGMENT}")))
    names = [Path(RECORD), Path(INDEX, FOLDER, DATA), *whoosh]
    with ThreadPoolExecutor(1) as thread:
        yield thread.submit(_copy, before, after, names)


def _copy(before: Path, after: Path, names: Iterable[Path]) -> None:
    for name in names:
        (after / name).parent.mkdir(parents=True, exist_ok=True)
        copied(before / name, after / name)
        sync(after / name)
