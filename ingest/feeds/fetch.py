"""Downloads what feeds publish: resumed where it broke off, checked, and put in place by one rename."""

from __future__ import annotations

import gzip
import http.client
import json
import os
import time
import zlib
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from ingest.errors import UnreadableSource
from ingest.feeds import choose_feed
from ingest.feeds.http import Client, FetchError, Refused, require_answer
from ingest.feeds.published import CARDS, Published, kept_as, published
from ingest.files import sha256_of, sync, write_whole

FOLDER = "feeds"
MAX_BYTES = 3 << 30
PIECE = 1 << 18
SLOWEST = 1024.0
"""Bytes a second, over `PATIENCE` seconds; a server that drips is given up for another try."""
PATIENCE = 60.0

Progress = Callable[[str, int, int], None]


@dataclass(frozen=True, slots=True)
class Kept:
    """What is known of a fetched file: where it came from, and how to ask whether there is a newer one."""

    url: str = ""
    etag: str = ""
    modified: str = ""
    sha256: str = ""


@dataclass(frozen=True, slots=True)
class Fetched:
    """A file that is in place; `new` whether it was fetched now."""

    path: Path
    new: bool
    size: int


def fetch(
    feed: str,
    home: Path,
    progress: Progress,
    *,
    cards: str | None = None,
    client: Client | None = None,
    environment: Mapping[str, str] | None = None,
) -> list[Fetched]:
    """The files of a feed, in the home's folder of feeds; raises `FetchError`, what was there stays.

    `cards` is which of several files of cards to fetch, the one fetched before where it is not said;
    once it is there the other goes, for it would grow old beside it.
    """
    client = client or Client()
    folder = home / FOLDER / feed
    try:
        folder.mkdir(parents=True, exist_ok=True)
        chosen = cards or _fetched_before(folder)
        files = published(feed, client.small, os.environ if environment is None else environment, chosen)
        fetched = [Download(client, file, folder, progress).run() for file in files]
        _remove_others(folder, chosen)
        return fetched
    except OSError as error:
        raise FetchError(f"cannot write: {error.strerror or error}", where=str(folder), hint="make room") from error


def _fetched_before(folder: Path) -> str:
    return next((kind for kind in CARDS if list(folder.glob(f"{kept_as(kind)}*"))), CARDS[0])


def _remove_others(folder: Path, chosen: str) -> None:
    for kind in CARDS:
        if kind != chosen:
            for path in (*folder.glob(f"{kept_as(kind)}*"), *folder.glob(f".{kept_as(kind)}*")):
                path.unlink()


class Download:
    """One file: asked for where it changed, resumed, checked, put in place."""

    def __init__(self, client: Client, file: Published, folder: Path, progress: Progress) -> None:
        self._client, self._file, self._progress = client, file, progress
        self._path = folder / file.name
        self._part = folder / f".{file.name}.part"
        self._about_part = folder / f".{file.name}.part.json"
        self._about = folder / f".{file.name}.json"

    def run(self) -> Fetched:
        """The file in place."""
        kept = _read(self._about)
        if self._path.is_file() and self._file.sha256 and kept.sha256 == self._file.sha256:
            return self._unchanged()
        got = self._client.persist(self._file.url, lambda: self._once(kept))
        if got is None:
            return self._unchanged()
        got = self._checked(got)
        self._part.replace(self._path)
        sync(self._path.parent)
        write_whole(self._about, json.dumps(asdict(got)))
        self._about_part.unlink(missing_ok=True)
        return Fetched(self._path, True, self._path.stat().st_size)

    def _unchanged(self) -> Fetched:
        return Fetched(self._path, False, self._path.stat().st_size)

    def _once(self, kept: Kept) -> Kept | None:
        """What is known of the file once all of it is in the part; None where it has not changed."""
        begun = self._begun()
        with self._client.open(self._file.url, self._asking(kept, begun)) as answer:
            if answer.status == 304:
                return None
            if answer.status == 416:  # the part is no beginning of what is there now
                self._discard()
                raise http.client.HTTPException("the part fetched before fits no more")
            require_answer(answer)
            _require_data(answer, self._file.url)
            resumed = answer.status == 206 and _starts_at(answer) == begun
            known = Kept(self._file.url, answer.headers.get("ETag", ""), answer.headers.get("Last-Modified", ""))
            write_whole(self._about_part, json.dumps(asdict(known)))
            self._receive(answer, begun if resumed else 0)
        return known

    def _begun(self) -> int:
        """How much of the file is here from a try that broke off."""
        about = _read(self._about_part)
        known = about.url == self._file.url and (about.etag or about.modified)
        return self._part.stat().st_size if known and self._part.is_file() else 0

    def _asking(self, kept: Kept, begun: int) -> dict[str, str]:
        if begun:
            about = _read(self._about_part)
            # Whole again if it changed meanwhile; a weak tag doesn't promise the same bytes.
            strong = about.etag if not about.etag.startswith("W/") else ""
            sure = strong or about.modified
            return {"Range": f"bytes={begun}-", "If-Range": sure} if sure else {}
        if not self._path.is_file() or kept.url != self._file.url:
            return {}
        asked = {"If-None-Match": kept.etag, "If-Modified-Since": kept.modified}
        return {key: value for key, value in asked.items() if value}

    def _receive(self, answer: Any, start: int) -> None:
        announced = answer.headers.get("Content-Length", "")
        total = start + int(announced) if announced.isdigit() else self._file.size or 0
        if total > MAX_BYTES:
            raise Refused(f"larger than {MAX_BYTES >> 30} GiB", where=self._file.url)
        done, began = start, time.monotonic()
        with self._part.open("r+b" if start else "wb") as part:
            part.seek(start)
            part.truncate()
            while piece := answer.read1(PIECE):
                part.write(piece)
                done += len(piece)
                self._progress(self._file.name, done, max(total, done))
                if done > MAX_BYTES:
                    raise Refused(f"larger than {MAX_BYTES >> 30} GiB", where=self._file.url)
                took = time.monotonic() - began
                if took > PATIENCE and done - start < SLOWEST * took:
                    raise TimeoutError(f"too slow: {done - start} bytes in {took:.0f} s")
        if announced.isdigit() and done != total:
            raise http.client.HTTPException(f"{done} bytes of {total}")
        sync(self._part)

    def _checked(self, got: Kept) -> Kept:
        """What is known of the file, its hash too; raises `FetchError` where it is not what was announced."""
        digest, size = sha256_of(self._part), self._part.stat().st_size
        if self._file.sha256 and digest != self._file.sha256:
            fault = "its checksum is not the published one"
        elif self._file.size and size != self._file.size and not _packed(self._part):
            fault = f"{size} bytes, not the published {self._file.size}"
        else:
            fault = _no_feed(self._part, self._file.name)
        if fault:
            self._discard()
            raise Refused(fault, where=self._file.url, hint="try later; what was fetched before is as it was")
        return replace(got, sha256=digest)

    def _discard(self) -> None:
        for path in (self._part, self._about_part):
            path.unlink(missing_ok=True)


def _no_feed(path: Path, name: str) -> str | None:
    """Why a file is none of the feeds we read, or has no end, or None: the look that the build takes first."""

    def opened() -> Any:
        return gzip.open(path) if _packed(path) else path.open("rb")

    try:
        feed = choose_feed(opened, name)
        with opened() as stream:
            last = b""
            while piece := stream.read(PIECE):
                last = (last + piece)[-64:]
        if feed and not last.rstrip().endswith((b"]", b"}")):
            return "it ends in the middle"
        return None if feed else "it is none of the feeds that are read"
    except UnreadableSource as error:
        return error.what
    except (OSError, EOFError, zlib.error) as error:
        return f"cannot be unpacked: {error}"


def _packed(path: Path) -> bool:
    with path.open("rb") as handle:
        return handle.read(2) == b"\x1f\x8b"


def _require_data(answer: Any, url: str) -> None:
    if answer.headers.get_content_type() in ("text/html", "application/xhtml+xml"):
        raise Refused("a web page came in place of data", where=url, hint="try later, or look at it in a browser")


def _starts_at(answer: Any) -> int | None:
    """Where the part that is sent starts in the whole."""
    unit, _, rest = answer.headers.get("Content-Range", "").partition(" ")
    start = rest.partition("-")[0]
    return int(start) if unit == "bytes" and start.isdigit() else None


def _read(path: Path) -> Kept:
    with suppress(OSError, ValueError, TypeError):
        return Kept(**json.loads(path.read_text(encoding="utf-8")))
    return Kept()
