"""What every reader is held to, whatever bytes it is given: it reads them soundly, or refuses with the place.

One target for each format, feed and kind of archive; the fuzzer drives them, and a
test runs them over everything it ever found.
"""

from __future__ import annotations

import io
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from pathlib import Path

from ingest import collect
from ingest.errors import Problem, UnreadableSource
from ingest.feeds import FEEDS, Feed, read_feed
from ingest.formats import FORMATS, choose, decode
from ingest.formats.base import Document, Format, Reading
from ingest.model import Entry
from ingest.reading import read_sources

Target = Callable[[bytes], None]
FINDS = Path(__file__).with_name("finds")


def text(format: Format, data: bytes) -> None:
    """Reads the bytes as a document of a format, and as whatever they look like."""
    file = "fuzz.txt"
    try:
        page = decode(data, file)
    except UnreadableSource as refused:
        _require_place(refused, file)
        return
    if format.sniff(page).score:
        _require_sound(page, format.read(page))
    try:
        _require_sound(page, choose(page).read(page))
    except UnreadableSource as refused:
        _require_place(refused, file)


def feed(feed: Feed, data: bytes) -> None:
    """Reads the bytes as a published feed."""
    file = "fuzz.json"
    try:
        _, reading = read_feed(feed, lambda: io.BytesIO(data), file)
    except UnreadableSource as refused:
        _require_place(refused, file)
        return
    for entry in reading.entries:
        _require_entry(entry, file, data.count(b"\n") + 1)
    _require_words(card.name for card in reading.known_cards)
    _require_problems(reading.problems, file)


def archive(name: str, data: bytes) -> None:
    """Reads the bytes as an archive, from a file, as people give it."""
    with tempfile.TemporaryDirectory(prefix="fuzz-") as folder:
        (Path(folder) / name).write_bytes(data)
        read = read_sources(collect.find([Path(folder)]))
    assert all(source.path.startswith(name) and ".." not in source.path.split("/") for source in read.sources)
    _require_words(problem.detail for problem in read.problems)


def _require_place(refused: UnreadableSource, file: str) -> None:
    assert refused.where and refused.where.startswith(f"{file}:"), refused
    assert refused.where.rpartition(":")[2].isdigit(), refused
    str(refused).encode("utf-8")


def _require_sound(page: Document, reading: Reading) -> None:
    assert [entry.number for entry in reading.entries] == list(range(1, len(reading.entries) + 1))
    for entry in reading.entries:
        _require_entry(entry, page.file, len(page.lines))
    _require_problems(reading.problems, page.file)
    assert all(1 <= problem.line <= len(page.lines) for problem in reading.problems)


def _require_entry(entry: Entry, file: str, lines: int) -> None:
    assert entry.file == file and 1 <= entry.line <= lines
    for paragraph in entry.paragraphs:
        assert paragraph.body.strip() == paragraph.body != ""
        assert 1 <= paragraph.first_line <= paragraph.last_line <= lines
        assert not set(paragraph.body) & set("\r\x00\ufeff\u200b")
    _require_words(text for paragraph in entry.paragraphs for text in (paragraph.body, paragraph.label or ""))
    _require_words((entry.heading or "", entry.label or "", entry.card or "", entry.oracle_id or ""))


def _require_problems(problems: Iterable[Problem], file: str) -> None:
    for problem in problems:
        assert problem.file == file and problem.code and problem.severity in ("info", "warning", "error")
        str(problem).encode("utf-8")


def _require_words(words: Iterable[str]) -> None:
    for word in words:
        word.encode("utf-8")


def _targets() -> Iterator[tuple[str, Target]]:
    yield from ((format.name.replace(" ", "-"), partial(text, format)) for format in FORMATS)
    yield from ((one.name.replace(" ", "-"), partial(feed, one)) for one in FEEDS)
    yield from ((name, partial(archive, f"fuzz.{name}")) for name in ("zip", "tar", "tar.gz"))


TARGETS: Mapping[str, Target] = dict(_targets())
