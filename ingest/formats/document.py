"""Bytes as people save them, decoded to lines: BOMs, UTF-16, GB18030, Big5."""

from __future__ import annotations

import codecs
import re

from ingest.errors import UnreadableSource
from ingest.formats.base import Document
from ingest.formats.encodings import guess
from ingest.normalize import INVISIBLE

MAX_BYTES = 512 * 1024 * 1024
_LINE_END = re.compile(r"\r\n|\r|\n")
_UNSEEN = re.compile(f"[\x00{INVISIBLE}]")
_BOMS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)


def decode(data: bytes, file: str) -> Document:
    """The document the bytes hold, in whatever usual encoding they are.

    Invisible characters that editors and web pages leave behind are dropped.
    Raises `UnreadableSource` where no encoding fits.

    >>> decode(b"\\xef\\xbb\\xbfone\\r\\ntwo", "a.txt").lines
    ('one', 'two')
    """
    if len(data) > MAX_BYTES:
        raise UnreadableSource(f"larger than {MAX_BYTES >> 20} MiB", where=f"{file}:1", hint="split the file")
    encoding = next((encoding for bom, encoding in _BOMS if data.startswith(bom)), None) or _unmarked(data, file)
    text = _decoded(data, encoding, file)
    return Document(file, tuple(_LINE_END.split(without_unseen(text))), encoding)


def without_unseen(text: str) -> str:
    """The text without characters that have neither width nor meaning in it.

    >>> without_unseen("\ufeff显\u200b化")
    '显化'
    """
    return _UNSEEN.sub("", text)


def _unmarked(data: bytes, file: str) -> str:
    """The encoding of bytes that don't say it themselves."""
    # UTF-16 without a BOM decodes as UTF-8 with a zero byte beside each letter.
    if b"\x00" not in data and _fault(data) is None:
        return "utf-8"
    if encoding := guess(data):
        return encoding
    fault = _fault(data)
    line = _line(data, data.find(b"\x00") if fault is None else fault)
    tried = "tried utf-8, utf-16, gb18030, big5, cp1252; save it as UTF-8"
    raise UnreadableSource("not text in any encoding that was tried", where=f"{file}:{line}", hint=tried)


def _decoded(data: bytes, encoding: str, file: str) -> str:
    try:
        return data.decode(encoding)
    except UnicodeDecodeError as error:
        where = f"{file}:{_line(data, _fault(data) if encoding == 'utf-8-sig' else error.start)}"
        raise UnreadableSource(f"starts as {encoding} but is not", where=where, hint="save it as UTF-8") from error


def _fault(data: bytes) -> int | None:
    """Where the bytes stop being UTF-8, or None."""
    try:
        data.decode("utf-8")
    except UnicodeDecodeError as error:
        return error.start
    return None


def _line(data: bytes, offset: int | None) -> int:
    return data.count(b"\n", 0, max(offset or 0, 0)) + 1
