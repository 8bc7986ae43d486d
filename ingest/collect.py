"""The files behind the sources a person names: folders walked, names kept stable."""

from __future__ import annotations

import gzip
import hashlib
import json
import os
import unicodedata
import zlib
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from ingest import archives
from ingest.errors import RosettaError, UnreadableSource
from ingest.files import write_whole
from ingest.formats.document import MAX_BYTES
from ingest.places import resolved, why_no_file

SOURCE_SET = "sources.json"
PIECE = 1 << 20
MAX_LINE = 16 << 20
"""Bytes without a line end: a web page may be one line, and no page of rulings is as long as this."""


@dataclass(frozen=True, slots=True)
class Found:
    """A file to read: where it is, and the name it goes by in the knowledge base.

    `member` is set for a file in the archive at `path`; `refused` says why it is not to be read.
    """

    path: Path
    name: str
    member: str | None = None
    refused: str | None = None


def find(sources: Iterable[Path]) -> list[Found]:
    """Every file under the sources, by name, those in archives too; hidden ones are passed over.

    A file's name is its path below the folder it was found in, so that moving
    the folder changes nothing; where two would collide, the folder's name goes first.
    Raises `RosettaError` for a source that is not there.
    """
    found: dict[Path, str] = {}
    for source in sources:
        for path, name in _under(source):
            found.setdefault(path.resolve(), name)
    twice = {name for name, count in Counter(found.values()).items() if count > 1}
    named = [Found(path, _told_apart(path, name) if name in twice else name) for path, name in found.items()]
    return sorted((one for file in named for one in _unpacked(file)), key=lambda file: file.name)


def is_empty(source: Path) -> bool:
    """Whether the source is a folder with no file in it that would be read; raises where it is not there."""
    return not _under(source)


def _unpacked(file: Found) -> Iterator[Found]:
    """The file itself, or what is in it where it is an archive."""
    if not archives.is_archive(file.path):
        yield file
        return
    seen: set[str] = set()
    for member in archives.members(file.path):
        name = archives.shown(file.name, member.name)
        if name in seen:
            yield Found(file.path, f"{name} (again)", member.name, "twice in its archive")
        else:
            yield Found(file.path, name, member.name, member.refused)
        seen.add(name)


def _under(source: Path) -> list[tuple[Path, str]]:
    if source.is_file():
        return [(source, _name(Path(source.name)))]
    if not source.is_dir():
        why = (why_no_file(source) or "no file").replace("no such file", "no such file or folder")
        raise RosettaError(why, where=str(source), hint="name files or folders of ruling files")
    files = (path for path in sorted(source.rglob("*")) if path.is_file())
    relative = ((path, path.relative_to(source)) for path in files)
    return [(path, _name(name)) for path, name in relative if not any(part.startswith(".") for part in name.parts)]


def _name(relative: Path) -> str:
    """A file's name as text: one spelling whatever the file system, bytes that are no text replaced."""
    return unicodedata.normalize("NFC", os.fsencode(relative.as_posix()).decode("utf-8", "replace"))


def _told_apart(path: Path, name: str) -> str:
    above = path.parents[len(Path(name).parts) - 1]
    return f"{above.name}-{hashlib.sha256(str(above).encode()).hexdigest()[:6]}/{name}"


@contextmanager
def opened(file: Found) -> Iterator[BinaryIO]:
    """The bytes of a file as a stream, unpacked if it is gzip; `UnreadableSource` where they can't be had."""
    if file.refused:
        raise UnreadableSource(f"refused: {file.refused}", where=f"{file.name}:1", hint="check the archive")
    try:
        with _stream(file) as handle:
            yield handle
    except UnreadableSource:
        raise
    except (zlib.error, *archives.FAULTS) as error:
        raise UnreadableSource(f"cannot be read: {error}", where=f"{file.name}:1", hint="check the file") from error


@contextmanager
def _stream(file: Found) -> Iterator[BinaryIO]:
    if file.member is not None:
        with archives.open_member(file.path, file.member) as member:
            yield member
        return
    with file.path.open("rb") as handle:
        packed = handle.read(2) == b"\x1f\x8b"
        handle.seek(0)
        yield gzip.GzipFile(fileobj=handle) if packed else handle  # type: ignore[misc]


def read_bytes(file: Found) -> bytes:
    """The bytes of a file, unpacked if it is gzip; `UnreadableSource` where they can't be had."""
    with opened(file) as stream:
        return b"".join(_bounded(stream, file.name))


def _bounded(stream: BinaryIO, name: str) -> Iterator[bytes]:
    """What the stream gives, piece by piece, as long as it is no longer than a file or a line may be."""
    size = waiting = lines = 0
    while piece := stream.read(PIECE):
        size += len(piece)
        end = max(piece.rfind(b"\n"), piece.rfind(b"\r"))
        waiting = waiting + len(piece) if end < 0 else len(piece) - end - 1
        lines += piece.count(b"\n")
        if size > MAX_BYTES:
            raise UnreadableSource(f"larger than {MAX_BYTES >> 20} MiB", where=f"{name}:1", hint="split the file")
        if waiting > MAX_LINE:
            what, hint = f"a line longer than {MAX_LINE >> 20} MiB", "no file of rulings has one"
            raise UnreadableSource(what, where=f"{name}:{lines + 1}", hint=hint)
        yield piece


def state(file: Found) -> tuple[int, int, int] | None:
    """What tells whether a file was written since: its time, size and place on the disk; None where it is gone."""
    try:
        stat = file.path.stat()
    except OSError:
        return None
    return stat.st_mtime_ns, stat.st_size, stat.st_ino


def remembered(home: Path) -> list[Path]:
    """The sources of the build before, or none."""
    try:
        return [Path(source) for source in json.loads((home / SOURCE_SET).read_text(encoding="utf-8"))]
    except (OSError, ValueError, TypeError):
        return []


def remember(home: Path, sources: Iterable[Path]) -> None:
    """Keeps the sources for the next build, whole or not at all; raises `RosettaError` where it can't."""
    try:
        write_whole(home / SOURCE_SET, json.dumps([str(resolved(source)) for source in sources]))
    except OSError as error:
        raise RosettaError(f"the set of sources is not kept: {error.strerror}", where=str(home)) from error
