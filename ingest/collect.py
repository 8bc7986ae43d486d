"""The files behind the sources a person names: folders walked, names kept stable."""

from __future__ import annotations

import gzip
import hashlib
import json
import os
import unicodedata
import zlib
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from ingest.errors import RosettaError, UnreadableSource
from ingest.files import write_whole
from ingest.formats.document import MAX_BYTES

SOURCE_SET = "sources.json"


@dataclass(frozen=True, slots=True)
class Found:
    """A file to read: where it is, and the name it goes by in the knowledge base."""

    path: Path
    name: str


def find(sources: Iterable[Path]) -> list[Found]:
    """Every file under the sources, by name; hidden ones are passed over.

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
    return sorted(named, key=lambda file: file.name)


def _under(source: Path) -> Iterable[tuple[Path, str]]:
    if source.is_file():
        return [(source, _name(Path(source.name)))]
    if not source.is_dir():
        raise RosettaError("no such file or folder", where=str(source), hint="name files or folders of ruling files")
    files = (path for path in sorted(source.rglob("*")) if path.is_file())
    relative = ((path, path.relative_to(source)) for path in files)
    return [(path, _name(name)) for path, name in relative if not any(part.startswith(".") for part in name.parts)]


def _name(relative: Path) -> str:
    """A file's name as text: one spelling whatever the file system, bytes that are no text replaced."""
    return unicodedata.normalize("NFC", os.fsencode(relative.as_posix()).decode("utf-8", "replace"))


def _told_apart(path: Path, name: str) -> str:
    above = path.parents[len(Path(name).parts) - 1]
    return f"{above.name}-{hashlib.sha256(str(above).encode()).hexdigest()[:6]}/{name}"


def read_bytes(file: Found) -> bytes:
    """The bytes of a file, unpacked if it is gzip; `UnreadableSource` where they can't be had."""
    try:
        with file.path.open("rb") as handle:
            packed = handle.read(2) == b"\x1f\x8b"
            handle.seek(0)
            data = (gzip.GzipFile(fileobj=handle) if packed else handle).read(MAX_BYTES + 1)
    except (OSError, EOFError, zlib.error) as error:
        raise UnreadableSource(f"cannot be read: {error}", where=f"{file.name}:1", hint="check the file") from error
    if len(data) > MAX_BYTES:
        raise UnreadableSource(f"larger than {MAX_BYTES >> 20} MiB", where=f"{file.name}:1", hint="split the file")
    return data


def remembered(home: Path) -> list[Path]:
    """The sources of the build before, or none."""
    try:
        return [Path(source) for source in json.loads((home / SOURCE_SET).read_text(encoding="utf-8"))]
    except (OSError, ValueError, TypeError):
        return []


def remember(home: Path, sources: Iterable[Path]) -> None:
    """Keeps the sources for the next build, whole or not at all; raises `RosettaError` where it can't."""
    try:
        write_whole(home / SOURCE_SET, json.dumps([str(source.resolve()) for source in sources]))
    except OSError as error:
        raise RosettaError(f"the set of sources is not kept: {error.strerror}", where=str(home)) from error
