"""Files written so that nobody sees half of one, and the hashes that tell what they hold."""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import shutil
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, TypeVar

_STEP = 1 << 23


def write_whole(path: Path, text: str) -> None:
    """Writes a file that others see either as it was or as it is now, never half of it."""
    beside = path.with_name(f".{path.name}.new")
    try:
        beside.write_text(text, encoding="utf-8")
        sync(beside)
        beside.replace(path)
    except OSError:
        beside.unlink(missing_ok=True)
        raise
    sync(path.parent)


def sync(*paths: Path) -> None:
    """Returns once what was written at these paths is on the disk, so that something may point to it."""
    for path in paths:
        with contextlib.suppress(OSError):
            descriptor = os.open(path, os.O_RDONLY)
            try:
                os.fsync(descriptor)
            finally:
                os.close(descriptor)


def copied(source: Path, target: Path) -> None:
    """Returns nothing; `target` is a copy of the file, made here unless it is there already."""
    if not target.exists():
        shutil.copyfile(source, target)


def sha256_of(path: Path) -> str:
    """The sha256 of a file, as hex."""
    found = hashlib.sha256()
    with path.open("rb", buffering=0) as handle:
        # In long steps: who verifies imports beside this, and each step waits for its turn.
        buffer = memoryview(bytearray(min(_STEP, os.fstat(handle.fileno()).st_size) or 1))
        while count := handle.readinto(buffer):
            found.update(buffer[:count])
    return found.hexdigest()


def sha256_or_none(path: Path) -> str | None:
    """The sha256 of a file, or None where it can't be read."""
    try:
        return sha256_of(path)
    except OSError:
        return None


def hashes(folder: Path, known: Mapping[str, str] | None = None) -> dict[str, str]:
    """The sha256 of every file under a folder, by its relative path; those `known` are not summed up again."""
    every = {path.relative_to(folder).as_posix(): path for path in sorted(folder.rglob("*")) if path.is_file()}
    held = {name: digest for name, digest in (known or {}).items() if name in every}
    found = hashed([path for name, path in every.items() if name not in held], sha256_of)
    return {name: held.get(name) or found[path] for name, path in every.items()}


Hash = TypeVar("Hash")


def hashed(files: Sequence[Path], hash_of: Callable[[Path], Hash], at_once: int = 2) -> dict[Path, Hash]:
    """The hash of each file, some at a time: while one is read and summed up, nothing else waits for it."""
    largest_first = sorted(files, key=lambda path: -path.stat().st_size if path.exists() else 0)
    with ThreadPoolExecutor(at_once) as threads:
        return dict(zip(largest_first, threads.map(hash_of, largest_first), strict=True))


def canonical_hash(value: Any) -> str:
    """The sha256 of a value as canonical JSON."""
    return hashlib.sha256(json.dumps(value, ensure_ascii=False, sort_keys=True).encode()).hexdigest()
