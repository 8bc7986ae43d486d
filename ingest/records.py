"""Where published records lie: a folder or an http address, of which nothing is taken on trust."""

from __future__ import annotations

import time
import urllib.request
from collections.abc import Iterator
from http.client import HTTPException, HTTPResponse
from pathlib import Path
from urllib.error import HTTPError
from urllib.parse import quote

from ingest.errors import SnapshotError
from ingest.files import sha256_or_none

LARGEST = 16 << 30
"""Bytes of a publication that does not say how large it is."""
_CHUNK = 1 << 20
_SILENT = 30.0
_SECONDS = 600.0
"""How long one file may take: an address that gives a byte now and then would hold a server for ever."""


class Records:
    """The files that were laid out for servers, each taken as it was laid out or not at all."""

    def __init__(self, place: str, seconds: float = _SECONDS) -> None:
        self._place, self._seconds = place.rstrip("/"), seconds

    def take(self, name: str, folder: Path, file: str, digest: str, most: int) -> int:
        """The bytes of a file that now lies in the folder.

        Raises `SnapshotError` where it can't be had, is not what the digest says or larger than `most`.
        """
        where = f"{self._place}/{name}"
        target = folder / file
        if folder.resolve() not in target.resolve().parents:
            raise SnapshotError("names a file outside of it", where=where)
        try:
            target.parent.mkdir(parents=True, exist_ok=True)
            taken = self._write(name, target, most)
        except (OSError, ValueError, HTTPException) as error:
            raise SnapshotError(f"cannot fetch: {error or type(error).__name__}", where=where) from error
        if sha256_or_none(target) != digest:
            raise SnapshotError("not what was published", where=where)
        return taken

    def _write(self, name: str, target: Path, most: int) -> int:
        taken, until = 0, time.monotonic() + self._seconds
        with target.open("wb") as out:
            for part in self._parts(name):
                taken += out.write(part)
                if taken > most:
                    raise ValueError("larger than what was published")
                if time.monotonic() > until:
                    raise TimeoutError("it takes too long")
        return taken

    def _parts(self, name: str) -> Iterator[bytes]:
        if self._place.startswith(("http://", "https://")):
            with _answer(f"{self._place}/{quote(name)}") as answer:
                while part := answer.read1(_CHUNK):
                    yield part
        else:
            with (Path(self._place) / name).open("rb") as source:
                while part := source.read(_CHUNK):
                    yield part


def _answer(address: str) -> HTTPResponse:
    try:
        return urllib.request.urlopen(address, timeout=_SILENT)  # type: ignore[no-any-return]  # noqa: S310 # http(s) only
    except HTTPError as error:
        error.close()
        raise
