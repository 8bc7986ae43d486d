"""JSON of any size, value by value, in bounded memory: a list, objects one after another, or members of `data`.

A library reads the tokens. What is checked here: how deep values nest, how
large one gets, how long a single string runs, and that the file has an end.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, BinaryIO

import ijson

from ingest.errors import UnreadableSource

CHUNK = 1 << 16
MAX_DEPTH = 64
MAX_PARTS = 500_000
"""Values that one record may hold; the largest real one holds some thousands."""
MAX_TOKEN = 8 << 20
"""Bytes of one string or number."""
WRAPPERS = ("data", "items", "results")
"""Members under which services put what they list."""

_BOM = b"\xef\xbb\xbf"


@dataclass(frozen=True, slots=True)
class Value:
    """A record as it stands, with the member it is (`key`) where the file is a map, and its lines."""

    key: str | None
    value: Any
    first_line: int
    last_line: int


def values(stream: BinaryIO, file: str) -> Iterator[Value]:
    """The records of a JSON file: items of a list, of or in `data`, or objects one after another.

    Raises `UnreadableSource` where it is no JSON, cut short, or nested too deep.
    """
    head = _without_bom(stream.readline(CHUNK))
    second = stream.readline(CHUNK) if head.strip() == b"[" else b""
    if _whole_record(second or head):
        yield from _by_line(_numbered(stream, [head, second] if second else [head]), file, listed=bool(second))
    else:
        yield from _by_token(_numbered(stream, [head, second] if second else [head]), file)


def _without_bom(line: bytes) -> bytes:
    return line[len(_BOM) :] if line.startswith(_BOM) else line


def _numbered(stream: BinaryIO, read: Iterable[bytes]) -> Iterator[tuple[int, bytes]]:
    """Pieces of the file, no longer than a line or a chunk, each with the line it is on."""
    number = 1
    for piece in read:
        yield number, piece
        number += piece.endswith(b"\n")
    while piece := stream.readline(CHUNK):
        yield number, piece
        number += piece.endswith(b"\n")


# --- a record a line: bulk data and JSON Lines ------------------------------


def _whole_record(line: bytes) -> bool:
    """Whether a line is an object and nothing else, as in a list with an item a line."""
    text = line.strip().removesuffix(b",")
    try:
        return text.startswith(b"{") and line.endswith(b"\n") and not _is_wrapper(json.loads(text))
    except (ValueError, RecursionError):
        return False


def _is_wrapper(record: dict[str, Any]) -> bool:
    return any(isinstance(record.get(key), dict | list) for key in WRAPPERS)


def _by_line(pieces: Iterable[tuple[int, bytes]], file: str, *, listed: bool) -> Iterator[Value]:
    ended = not listed
    for number, line in _whole_lines(pieces, file):
        text = line.strip().removesuffix(b",")
        if listed and text in (b"[", b"]"):
            ended = text == b"]"
        elif listed and text.endswith(b"]") and text.startswith(b"{"):
            ended = True
            yield Value(None, _loaded(text[:-1], file, number), number, number)
        elif text:
            yield Value(None, _loaded(text, file, number), number, number)
    if not ended:
        raise UnreadableSource("ends in the middle of its list", where=f"{file}:{number}", hint="fetch it again")


def _whole_lines(pieces: Iterable[tuple[int, bytes]], file: str) -> Iterator[tuple[int, bytes]]:
    held: list[bytes] = []
    size = 0
    number = 1
    for number, piece in pieces:
        held.append(piece)
        size += len(piece)
        if size > MAX_TOKEN:
            raise UnreadableSource(f"a line longer than {MAX_TOKEN >> 20} MiB", where=f"{file}:{number}")
        if piece.endswith(b"\n"):
            yield number, b"".join(held)
            held, size = [], 0
    yield number, b"".join(held)


def _loaded(text: bytes, file: str, number: int) -> Any:
    try:
        return json.loads(text)
    except RecursionError as error:
        raise _too_deep(file, number) from error
    except ValueError as error:
        raise UnreadableSource(f"no JSON: {error}", where=f"{file}:{number}", hint="fetch it again") from error


def _too_deep(file: str, number: int) -> UnreadableSource:
    return UnreadableSource(f"JSON nested deeper than {MAX_DEPTH}", where=f"{file}:{number}", hint="no feed nests so")


# --- any layout, token by token ----------------------------------------------


def _by_token(pieces: Iterable[tuple[int, bytes]], file: str) -> Iterator[Value]:
    events: Any = ijson.sendable_list()
    parser = ijson.basic_parse_coro(events, multiple_values=True, use_float=True)
    builder = _Builder(file)
    waiting, number = 0, 1
    try:
        for number, piece in pieces:
            parser.send(piece)
            waiting = 0 if events else waiting + len(piece)
            if waiting > MAX_TOKEN:
                raise UnreadableSource(f"a value longer than {MAX_TOKEN >> 20} MiB", where=f"{file}:{number}")
            yield from builder.take(events, number)
            del events[:]
        parser.close()
    except (ijson.JSONError, ValueError) as error:
        said = " ".join(str(error).split())[:80]
        what = "ends in the middle" if isinstance(error, ijson.IncompleteJSONError) and builder.depth else "no JSON"
        raise UnreadableSource(f"{what}: {said}", where=f"{file}:{number}", hint="fetch it again") from error
    yield from builder.take(events, number)
    if builder.depth:
        raise UnreadableSource("ends in the middle", where=f"{file}:{number}", hint="fetch it again")


class _Builder:
    """Records put together from tokens; what is around them is passed over.

    `_at` is the depth at which records stand: 0 for objects one after another,
    1 for the items of a list, 2 for what is in `data`.
    """

    def __init__(self, file: str) -> None:
        self.depth = 0
        self._file, self._at = file, 0
        self._stack: list[Any] = []
        self._keys: list[str | None] = []
        self._parts, self._first, self._outer, self._member = 0, 1, "", ""

    def take(self, events: Iterable[tuple[str, Any]], line: int) -> Iterator[Value]:
        """The records that these tokens finish."""
        for event, value in events:
            if event in ("start_map", "start_array"):
                self._open({} if event == "start_map" else [], line)
            elif event in ("end_map", "end_array"):
                yield from self._close(line)
            elif event == "map_key":
                self._key(value)
            elif self._stack:
                self._put(value)
            elif self._stands_here():
                yield Value(self._member or None, value, line, line)

    def _stands_here(self) -> bool:
        return self.depth == self._at and (self._at < 2 or self._outer in WRAPPERS)

    def _key(self, key: str) -> None:
        if self._stack:
            self._keys[-1] = key
        elif self.depth == 1:
            self._outer, self._member = key, ""
        else:
            self._member = key

    def _open(self, container: Any, line: int) -> None:
        if self.depth == 0:
            self._at, self._member = (1 if isinstance(container, list) else 0), ""
        elif self.depth == 1 and self._at == 0 and self._outer_of_stack() in WRAPPERS:
            # What was taken for a record is the wrapper around many: `data` holds them.
            self._outer, self._at, self._stack, self._keys = str(self._keys[-1]), 2, [], []
            self.depth += 1
            return
        if self._stack:
            self._put(container)
            self._stack.append(container)
            self._keys.append(None)
        elif self._stands_here():
            self._stack, self._keys, self._parts, self._first = [container], [None], 0, line
        self.depth += 1
        if self.depth > MAX_DEPTH:
            raise _too_deep(self._file, line)

    def _outer_of_stack(self) -> str | None:
        return self._keys[-1] if len(self._stack) == 1 and isinstance(self._stack[0], dict) else None

    def _put(self, value: Any) -> None:
        self._parts += 1
        if self._parts > MAX_PARTS:
            raise UnreadableSource(f"a record of more than {MAX_PARTS} values", where=f"{self._file}:{self._first}")
        inner = self._stack[-1]
        if isinstance(inner, list):
            inner.append(value)
        else:
            inner[self._keys[-1]] = value

    def _close(self, line: int) -> Iterator[Value]:
        self.depth -= 1
        if self._stack:
            done = self._stack.pop()
            self._keys.pop()
            if not self._stack:
                yield Value(self._member or None, done, self._first, line)
