"""The input formats. To add one: a module, and a line in `FORMATS`."""

from __future__ import annotations

from ingest.errors import UnreadableSource
from ingest.formats.base import Document, Format, Reading, Sniff
from ingest.formats.bulleted import Bulleted
from ingest.formats.dated import Dated
from ingest.formats.document import decode
from ingest.formats.jsonlines import JsonLines
from ingest.formats.page import WebPage

FORMATS: tuple[Format, ...] = (JsonLines(), WebPage(), Bulleted(), Dated())

__all__ = ["FORMATS", "Document", "Format", "Reading", "Sniff", "choose", "decode"]


def choose(document: Document) -> Format:
    """The format that recognises most of the document.

    Raises `UnreadableSource` that says what was tried and what each missed.
    """
    sniffs = [(format.sniff(document), format) for format in FORMATS]
    best, format = max(sniffs, key=lambda pair: pair[0].score)
    if best.score:
        return format
    tried = "; ".join(f"{format.name}: {sniff.why}" for sniff, format in sniffs)
    raise UnreadableSource("no format reads this file", where=f"{document.file}:1", hint=f"tried {tried}")
