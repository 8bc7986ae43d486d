"""Paths as people name them: what stands there, said in words."""

from __future__ import annotations

import errno
import stat
from pathlib import Path

from ingest.errors import RosettaError

_KINDS = (
    (stat.S_ISDIR, "a folder"),
    (stat.S_ISFIFO, "a named pipe"),
    (stat.S_ISSOCK, "a socket"),
    (stat.S_ISCHR, "a device"),
    (stat.S_ISBLK, "a device"),
)


def resolved(path: Path) -> Path:
    """The path without links in it; raises `RosettaError` for a link that leads back to itself."""
    try:
        found = path.resolve()
    except (RuntimeError, OSError) as error:  # up to Python 3.12 a loop is an error
        raise RosettaError(why_no_file(path) or "cannot be followed", where=str(path)) from error
    if found.is_symlink():  # from 3.13 on it is given back as it stands
        raise RosettaError(why_no_file(path) or "cannot be followed", where=str(path))
    return found


def absolute(path: Path) -> Path:
    """The path without links in it, or as it stands below the root where they lead nowhere."""
    try:
        return resolved(path)
    except RosettaError:
        return path.absolute()


def why_no_file(path: Path) -> str | None:
    """Why there is no file to read at this path, or None where there is one."""
    try:
        mode = path.stat().st_mode
    except (OSError, ValueError) as error:
        return _why_nothing(path, getattr(error, "errno", None))
    return next((f"{kind}, not a file" for is_kind, kind in _KINDS if is_kind(mode)), None)


def _why_nothing(path: Path, number: int | None) -> str:
    if number == errno.ELOOP:
        return "a link that leads back to itself"
    if number in (errno.EACCES, errno.EPERM):
        return "not allowed to look at it"
    return "a link to nothing" if path.is_symlink() else "no such file"
