"""Archives as folders of sources: zip and tar, bounded, and nothing in them taken at its word."""

from __future__ import annotations

import io
import tarfile
import unicodedata
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path, PurePosixPath
from typing import BinaryIO

SUFFIXES = (".zip", ".tar", ".tar.gz", ".tgz", ".tar.bz2", ".tar.xz")
NESTED = (*SUFFIXES, ".gz", ".bz2", ".xz", ".7z", ".rar", ".zst")
MAX_MEMBERS = 20_000
MAX_UNPACKED = 4 << 30
MAX_TAR = 512 << 20
"""A tar is unpacked in memory, for nothing in it can be found without reading all before it."""
MAX_RATIO = 200
"""How many times larger than packed a member may be; text packs to a twentieth."""
SMALL = 1 << 20
"""A member this small may pack as well as it likes."""

FAULTS = (OSError, EOFError, zipfile.BadZipFile, tarfile.TarError, RuntimeError, ValueError)
"""What reading a damaged or encrypted archive may raise."""


@dataclass(frozen=True, slots=True)
class Member:
    """A file in an archive; `refused` says why it is not read."""

    name: str
    refused: str | None = None


def is_archive(path: Path) -> bool:
    """Whether a file is an archive, by its name.

    >>> is_archive(Path("pages.tar.gz")), is_archive(Path("rulings.json.gz"))
    (True, False)
    """
    return path.name.lower().endswith(SUFFIXES)


def members(path: Path) -> list[Member]:
    """The files of an archive by name, hidden ones left out; a single refused one where it can't be listed."""
    try:
        found = list(_zip_members(path) if path.name.lower().endswith(".zip") else _tar_members(path))
    except FAULTS as error:
        return [Member("", f"a damaged archive: {error}")]
    return found if len(found) <= MAX_MEMBERS else [Member("", f"more than {MAX_MEMBERS} files in an archive")]


def open_member(path: Path, name: str) -> BinaryIO:
    """The bytes of a member, as a stream; raises one of `FAULTS` where they can't be had."""
    if path.name.lower().endswith(".zip"):
        with zipfile.ZipFile(path) as archive:  # the member keeps the file open
            return archive.open(name)  # type: ignore[return-value]
    stat = path.stat()
    return io.BytesIO(_tar_contents(path, stat.st_mtime_ns, stat.st_size)[name])


def _zip_members(path: Path) -> Iterator[Member]:
    with zipfile.ZipFile(path) as archive:
        total = 0
        for info in archive.infolist()[: MAX_MEMBERS + 1]:
            total += info.file_size
            if info.filename.endswith("/") or _hidden(info.filename):
                continue
            yield Member(info.filename, _zip_reason(info) or _reason(info.filename, total))


def _zip_reason(info: zipfile.ZipInfo) -> str | None:
    if (info.external_attr >> 16) & 0o170000 == 0o120000:
        return "a link, not a file"
    if info.flag_bits & 1:
        return "encrypted"
    if info.file_size > SMALL and info.file_size > MAX_RATIO * max(1, info.compress_size):
        return f"unpacks to {info.file_size >> 20} MiB, more than {MAX_RATIO} times its size"
    return None


def _tar_members(path: Path) -> Iterator[Member]:
    packed, total = path.stat().st_size, 0
    with tarfile.open(path) as archive:
        for count, info in enumerate(archive):
            total += info.size
            if total > MAX_TAR or (total > SMALL and total > MAX_RATIO * packed):
                raise ValueError(f"unpacks to more than {MAX_TAR >> 20} MiB, or {MAX_RATIO} times its size")
            if count > MAX_MEMBERS:
                raise ValueError(f"more than {MAX_MEMBERS} files")
            if not info.isdir() and not _hidden(info.name):
                odd = None if info.isfile() else "a link or device, not a file"
                yield Member(info.name, odd or _reason(info.name, total))


def _reason(name: str, total: int) -> str | None:
    """Why a member of this name is not read, or None."""
    path = PurePosixPath(name.replace("\\", "/"))
    if not path.parts:
        return "a file without a name"
    if path.is_absolute() or ".." in path.parts or ":" in path.parts[0]:
        return "its path leads out of the archive"
    if name.lower().endswith(NESTED):
        return "an archive in an archive; unpack it first"
    if total > MAX_UNPACKED:
        return f"the archive unpacks to more than {MAX_UNPACKED >> 30} GiB"
    return None


def _hidden(name: str) -> bool:
    parts = PurePosixPath(name.replace("\\", "/")).parts
    return any(part.startswith(".") and part not in (".", "..") for part in parts) or "__MACOSX" in parts


@lru_cache(maxsize=1)
def _tar_contents(path: Path, _modified: int, _size: int) -> dict[str, bytes]:
    with tarfile.open(path) as archive:
        files = ((info.name, archive.extractfile(info)) for info in archive if info.isfile())
        return {name: handle.read(MAX_TAR) for name, handle in files if handle}


def shown(archive: str, member: str) -> str:
    """The name a member goes by: below its archive's, one spelling whatever the system.

    >>> shown("pages.zip", "set/a.txt"), shown("pages.zip", "../../etc/a.txt")
    ('pages.zip/set/a.txt', 'pages.zip/etc/a.txt')
    """
    parts = [part for part in PurePosixPath(member.replace("\\", "/")).parts if part not in ("/", ".", "..")]
    plain = "/".join([archive, *parts]).encode("utf-8", "replace").decode()
    return unicodedata.normalize("NFC", plain)
