"""Sources read: feeds record by record, everything else as documents."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from ingest import collect
from ingest.errors import Problem, UnreadableSource
from ingest.feeds import choose_feed, looks_like_json, read_feed
from ingest.feeds.table import FeedCard
from ingest.formats import choose, decode
from ingest.formats.base import Reading
from ingest.model import Entry, Source

TRIES = 3
PAUSE = 0.2
"""Seconds between two tries to read a file that somebody is writing."""

Progress = Callable[[str, int, int], None]
"""Told of each step: its name, how much is done, of how much."""


@dataclass(frozen=True, slots=True)
class Read:
    """All that was read from the sources; `cards` and `keywords` are what feeds know beside rulings."""

    entries: tuple[Entry, ...]
    sources: tuple[Source, ...]
    problems: tuple[Problem, ...]
    cards: tuple[FeedCard, ...] = ()
    keywords: tuple[tuple[str, str, str], ...] = ()


def silent(step: str, done: int, of: int) -> None:
    """Returns nothing: for those who don't want to be told."""


def read_sources(files: Sequence[collect.Found], progress: Progress = silent) -> Read:
    """The entries of every readable file in order of file name, and what was noticed.

    A file nobody can read is an `unreadable-source` problem; the others are read.
    """
    entries: list[Entry] = []
    sources: list[Source] = []
    problems: list[Problem] = []
    cards: list[FeedCard] = []
    keywords: list[tuple[str, str, str]] = []
    for number, file in enumerate(files, start=1):
        try:
            source, reading = _read(file)
        except UnreadableSource as error:
            problems.append(_unreadable(file, error))
        else:
            sources.append(source)
            entries.extend(reading.entries)
            problems.extend(reading.problems)
            cards.extend(getattr(reading, "known_cards", ()))
            keywords.extend((file.name, kind, word) for kind, word in getattr(reading, "keywords", ()))
        progress("reading", number, len(files))
    return Read(tuple(entries), tuple(sources), tuple(problems), tuple(cards), tuple(keywords))


def read_file(file: collect.Found) -> tuple[Source, list[Entry], list[Problem]]:
    """A file as a source, its entries and its problems; raises `UnreadableSource`."""
    source, reading = _read(file)
    return source, reading.entries, reading.problems


def _read(file: collect.Found) -> tuple[Source, Reading]:
    """The file as it is from its first byte to its last; one that is being written is read again, then refused."""
    for _ in range(TRIES):
        before = collect.state(file)
        try:
            found = _whole(file)
        except UnreadableSource:
            if collect.state(file) == before:
                raise
        else:
            if collect.state(file) == before:
                return found
        time.sleep(PAUSE)
    raise UnreadableSource("changes while it is read", where=f"{file.name}:1", hint="build again once it is written")


def _whole(file: collect.Found) -> tuple[Source, Reading]:
    found = _as_feed(file)
    return found if isinstance(found, tuple) else _as_document(file, found)


def _as_feed(file: collect.Found) -> tuple[Source, Reading] | UnreadableSource | None:
    """The file read as a feed; else None, or why it is no JSON where it starts like some."""
    with collect.opened(file) as stream:
        if not looks_like_json(stream.read(64)):
            return None
    try:
        feed = choose_feed(lambda: collect.opened(file), file.name)
    except UnreadableSource as error:
        return error
    return read_feed(feed, lambda: collect.opened(file), file.name) if feed else None


def _as_document(file: collect.Found, no_json: UnreadableSource | None) -> tuple[Source, Reading]:
    """The file read by the format that recognises most of it."""
    data = collect.read_bytes(file)
    document = decode(data, file.name)
    try:
        format = choose(document)
    except UnreadableSource as error:
        raise no_json or error from error
    return Source(file.name, format.name, hashlib.sha256(data).hexdigest()), format.read(document)


def _unreadable(file: collect.Found, error: UnreadableSource) -> Problem:
    where = error.where or file.name
    line = where.rpartition(":")[2]
    detail = f"{error.what} ({error.hint})" if error.hint else error.what
    return Problem(file.name, int(line) if line.isdigit() else 1, "unreadable-source", "error", detail)
