"""A saved web page: its visible text, block by block, read as one of the text formats."""

from __future__ import annotations

import re
from dataclasses import replace

from ingest.errors import Problem
from ingest.formats.base import Document, Format, Reading, Sniff
from ingest.formats.bulleted import Bulleted
from ingest.formats.dated import Dated
from ingest.model import Entry

_MARKUP = re.compile(
    r"<(?:!doctype\s+html|html|body|head|div|p|ul|ol|li|table|article|section|h[1-6])\b", re.IGNORECASE
)
_LOOK = 400
"""Lines in which a page shows that it is one."""


class WebPage(Format):
    """An HTML page as a browser saves it; scripts and navigation are passed over."""

    name = "web page"
    describes = "a saved web page (HTML) that holds bulleted or dated entries"
    suffixes = (".html", ".htm", ".xhtml")

    def __init__(self) -> None:
        self._inner: tuple[Format, ...] = (Bulleted(), Dated())

    def sniff(self, document: Document) -> Sniff:
        if not any(_MARKUP.search(line[:2000]) for line in document.lines[:_LOOK]):
            return Sniff(0, "no HTML")
        text, _ = _as_text(document)
        best = max(self._inner, key=lambda inner: inner.sniff(text).score)
        found = best.sniff(text)
        # One more than the text format finds in the markup itself: the page is what it is.
        return Sniff(found.score + bool(found.score), f"HTML in which {found.why}")

    def read(self, document: Document) -> Reading:
        text, lines = _as_text(document)
        inner = max(self._inner, key=lambda inner: inner.sniff(text).score)
        reading = inner.read(text)
        return Reading(
            [_placed(entry, lines) for entry in reading.entries],
            [_noted(problem, lines) for problem in reading.problems],
        )


def _as_text(document: Document) -> tuple[Document, list[int]]:
    from ingest.formats.shown import as_text  # a tenth of a second that only web pages are worth

    return as_text(document)


def _placed(entry: Entry, lines: list[int]) -> Entry:
    paragraphs = tuple(
        replace(p, first_line=lines[p.first_line - 1], last_line=lines[p.last_line - 1]) for p in entry.paragraphs
    )
    return replace(entry, line=lines[entry.line - 1], paragraphs=paragraphs)


def _noted(problem: Problem, lines: list[int]) -> Problem:
    return replace(problem, line=lines[min(problem.line, len(lines)) - 1])
