"""Where snapshots live: written aside, checked, published by one atomic rename."""

from __future__ import annotations

import contextlib
import fcntl
import json
import re
import shutil
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from threading import Thread

from ingest.errors import BuildLocked, SnapshotError
from ingest.files import hashed, sha256_or_none, sync, write_whole

KEEP = 3
RECORD = "record.sqlite"
INDEX = "index"
PACK = "pack"
COMPARED = "compared"
ADDITIONS = "additions"
MANIFEST = "manifest.json"
CURRENT = "CURRENT"
_NAME = re.compile(r"\d{8}T\d{9}-[0-9a-f]{10}")


def is_name(text: object) -> bool:
    """Whether a text could name a snapshot, and so a folder of one.

    >>> is_name("20240607T120000000-0123456789"), is_name("../20240607T120000000-0123456789")
    (True, False)
    """
    return isinstance(text, str) and _NAME.fullmatch(text) is not None


@dataclass(frozen=True, slots=True)
class Manifest:
    """What a snapshot says of itself.

    `inputs` is a hash of all that went in, `content` of all that came out:
    both repeat from build to build. `files` gives each file's sha256.
    """

    name: str
    created: str
    inputs: str
    content: str
    sources: list[str] = field(default_factory=list)
    counts: dict[str, int] = field(default_factory=dict)
    files: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A complete snapshot on disk."""

    path: Path
    manifest: Manifest

    @property
    def name(self) -> str:
        return self.manifest.name

    def verify(self) -> None:
        """Returns nothing; raises `SnapshotError` naming the first file that is not as written."""
        if begun := _BEGUN.pop(self.path, None):
            begun.result()
        else:
            self._verify(2)

    def begin_to_verify(self) -> None:
        """Begins to verify beside whatever is done until `verify` is asked for, which then takes what came of it."""
        begun: Future[None] = Future()
        _BEGUN[self.path] = begun
        Thread(target=_settle, args=(begun, partial(self._verify, 1)), daemon=True).start()

    def _verify(self, at_once: int) -> None:
        expected = {self.path / name: digest for name, digest in self.manifest.files.items()}
        found = hashed(list(expected), sha256_or_none, at_once)
        for file, digest in expected.items():
            if found[file] != digest:
                raise SnapshotError("damaged", where=str(file), hint="run rosetta build")


_BEGUN: dict[Path, Future[None]] = {}
"""The snapshots that are being verified."""


def _settle(begun: Future[None], verify: Callable[[], None]) -> None:
    try:
        begun.set_result(verify())
    except BaseException as error:  # noqa: BLE001 - it is raised where the result is asked for
        begun.set_exception(error)


def read_manifest(file: Path, name: str) -> Manifest:
    """The manifest of the snapshot of that name; `OSError`, `ValueError` or `TypeError` where the file is none."""
    manifest = Manifest(**json.loads(file.read_text(encoding="utf-8")))
    if manifest.name != name or not isinstance(manifest.files, dict) or RECORD not in manifest.files:
        raise ValueError("it is of another snapshot, or names no record")
    return manifest


class Home:
    """The folder of one knowledge base: its snapshots, and which of them serves."""

    def __init__(self, path: Path) -> None:
        self.path = path.expanduser()
        self.snapshots = self.path / "snapshots"

    def current_name(self) -> str | None:
        """The name of the published snapshot, or None where nothing is built."""
        try:
            return (self.path / CURRENT).read_text(encoding="utf-8", errors="replace").strip() or None
        except (FileNotFoundError, NotADirectoryError):
            return None
        except OSError as error:
            raise SnapshotError(f"cannot read: {error.strerror}", where=str(self.path / CURRENT)) from error

    def names(self) -> list[str]:
        """The names of the snapshots kept, newest first."""
        if not self.snapshots.is_dir():
            return []
        found = (entry.name for entry in self.snapshots.iterdir() if (entry / MANIFEST).is_file())
        return sorted(filter(_NAME.fullmatch, found), reverse=True)

    def open(self, name: str) -> Snapshot:
        """The snapshot of that name, its manifest read; `SnapshotError` where it is none."""
        path = self.snapshots / name
        if not _NAME.fullmatch(name):
            raise SnapshotError("no such snapshot", where=name[:80])
        try:
            return Snapshot(path, read_manifest(path / MANIFEST, name))
        except (OSError, ValueError, TypeError) as error:
            raise SnapshotError(f"manifest unreadable: {error}", where=str(path), hint="run rosetta build") from error

    def sound(self) -> Snapshot | None:
        """The published snapshot if it is as it was written, else the newest kept one that is."""
        wanted = self.current_name()
        for name in dict.fromkeys([wanted, *self.names()] if wanted else self.names()):
            with contextlib.suppress(SnapshotError):
                snapshot = self.open(name)
                snapshot.verify()
                return snapshot
        return None

    @contextlib.contextmanager
    def lock(self, wait: float = 0.0) -> Iterator[None]:
        """Holds the build lock of this home; it frees itself when the process dies.

        Raises `BuildLocked` when another build still holds it after `wait` seconds.
        """
        self._make()
        with (self.path / "build.lock").open("a") as handle:
            deadline = time.monotonic() + wait
            while not _try_lock(handle.fileno()):
                if time.monotonic() >= deadline:
                    raise BuildLocked(
                        "another build is running", where=str(self.path), hint="try again when it is done"
                    )
                time.sleep(0.1)
            yield

    @contextlib.contextmanager
    def writing(self) -> Iterator[Path]:
        """An empty folder to write a snapshot in; what is left of it goes away. Needs the lock.

        Raises `SnapshotError` where the disk takes no more: what serves goes on serving.
        """
        aside = self.path / "building"
        shutil.rmtree(aside, ignore_errors=True)
        try:
            (aside / INDEX).mkdir(parents=True)
            yield aside
        except OSError as error:
            raise _unwritable(self.path, error) from error
        finally:
            shutil.rmtree(aside, ignore_errors=True)

    def publish(self, aside: Path, manifest: Manifest) -> Snapshot:
        """The snapshot written in `aside`, now the one that serves; older ones beyond three removed."""
        (aside / MANIFEST).write_text(json.dumps(asdict(manifest), ensure_ascii=False, indent=1), encoding="utf-8")
        sync(*aside.rglob("*"), aside)
        self.snapshots.mkdir(exist_ok=True)
        path = self.snapshots / manifest.name
        aside.rename(path)
        sync(self.snapshots)
        self.point(manifest.name)
        self.prune()
        return Snapshot(path, manifest)

    def point(self, name: str) -> None:
        """Makes a kept snapshot the one that serves, by one atomic rename."""
        if self.current_name() == name:
            return
        try:
            write_whole(self.path / CURRENT, name + "\n")
        except OSError as error:
            raise _unwritable(self.path, error) from error

    def prune(self, keep: int = KEEP) -> list[str]:
        """The names of the snapshots removed: all but the newest `keep` and the one that serves."""
        current = self.current_name()
        old = [name for name in self.names()[keep:] if name != current]
        for name in old:
            shutil.rmtree(self.snapshots / name, ignore_errors=True)
        return old

    def new_name(self, content: str) -> str:
        """A name for a new snapshot: sorts after all others, ends in its content's hash."""
        now = int(datetime.now(UTC).strftime("%Y%m%d%H%M%S%f")[:-3])
        newest = max((int(name[:8] + name[9:18]) for name in self.names()), default=0)
        digits = f"{max(now, newest + 1):017d}"  # a clock set back must not make an old name
        stamp = f"{digits[:8]}T{digits[8:]}"
        return f"{stamp}-{content[:10]}"

    def _make(self) -> None:
        try:
            self.path.mkdir(parents=True, exist_ok=True)
            (self.path / "build.lock").touch()
        except OSError as error:
            raise _unwritable(self.path, error) from error


def _unwritable(path: Path, error: OSError) -> SnapshotError:
    what = f"cannot write: {error.strerror or error}"
    return SnapshotError(
        what, where=str(path), hint="make room or choose another --home; what was built before still serves"
    )


def _try_lock(descriptor: int) -> bool:
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True
