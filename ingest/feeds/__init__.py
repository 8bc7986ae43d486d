"""Published feeds: bulk data read record by record. To add one: a class, and a line in `FEEDS`."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import BinaryIO

from ingest.errors import UnreadableSource
from ingest.feeds.base import Feed, FeedReading
from ingest.feeds.mtgch import MtgchCards, MtgchRulings
from ingest.feeds.mtgjson import AtomicCards, Keywords
from ingest.feeds.scryfall import ScryfallCards, ScryfallRulings
from ingest.feeds.stream import values
from ingest.model import Source

FEEDS: tuple[Feed, ...] = (
    ScryfallRulings(),
    MtgchRulings(),
    MtgchCards(),
    ScryfallCards(),
    AtomicCards(),
    Keywords(),
)
NAMES = frozenset(feed.name for feed in FEEDS)
MAX_BYTES = 8 << 30
"""Of an unpacked feed; all cards in all languages are less than three."""

__all__ = ["FEEDS", "NAMES", "Feed", "FeedReading", "choose_feed", "looks_like_json", "read_feed"]

Opener = Callable[[], AbstractContextManager[BinaryIO]]


def looks_like_json(head: bytes) -> bool:
    """Whether a file that starts like this may be a feed.

    >>> looks_like_json(b" [{"), looks_like_json(b"<html>")
    (True, False)
    """
    return head.removeprefix(b"\xef\xbb\xbf").lstrip()[:1] in (b"[", b"{")


def choose_feed(opened: Opener, file: str) -> Feed | None:
    """The feed whose first record this is, or None; raises `UnreadableSource` where it is no JSON."""
    with opened() as stream:
        first = next(values(stream, file), None)
    return next((feed for feed in FEEDS if first and feed.claims(first)), None)


def read_feed(feed: Feed, opened: Opener, file: str) -> tuple[Source, FeedReading]:
    """The feed as a source, with what is owed for it, and what it holds."""
    with opened() as stream:
        hashing = _Hashing(stream, file)
        reading = feed.read(values(hashing, file), file)  # type: ignore[arg-type]
    source = Source(file, feed.name, hashing.digest.hexdigest(), feed.attribution, feed.licence)
    return source, reading


class _Hashing:
    """A stream that hashes, and bounds, what is read from it."""

    def __init__(self, stream: BinaryIO, file: str) -> None:
        self._stream, self._file, self._read = stream, file, 0
        self.digest = hashlib.sha256()

    def readline(self, limit: int) -> bytes:
        line = self._stream.readline(limit)
        self.digest.update(line)
        self._read += len(line)
        if self._read > MAX_BYTES:
            raise UnreadableSource(f"larger than {MAX_BYTES >> 30} GiB", where=f"{self._file}:1")
        return line
