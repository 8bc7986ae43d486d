"""A saved web page: its visible text, block by block, read as one of the text formats."""

from __future__ import annotations

import re
import warnings
from collections.abc import Iterator
from dataclasses import replace

from bs4 import BeautifulSoup, Comment, NavigableString, PageElement, Tag, XMLParsedAsHTMLWarning

from ingest.errors import Problem
from ingest.formats.base import Document, Format, Reading, Sniff
from ingest.formats.bulleted import Bulleted
from ingest.formats.dated import Dated
from ingest.model import Entry

_HIDDEN = frozenset(
    "script style template noscript head nav header footer aside form button select svg iframe object".split()
)
_INLINE = frozenset(
    "a abbr b bdi bdo cite code data del dfn em font i img ins kbd mark q ruby s samp small span strong sub sup time "
    "tt u var wbr".split()
)
_MARKUP = re.compile(
    r"<(?:!doctype\s+html|html|body|head|div|p|ul|ol|li|table|article|section|h[1-6])\b", re.IGNORECASE
)
_LOOK = 400
"""Lines in which a page shows that it is one."""
_SYMBOL = re.compile(r"\{?\s*([^{}]{1,8}?)\s*\}?")
MAX_BLOCKS = 500_000

Block = tuple[int, str]
"""The line an element starts on, and its text."""


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
    """The page's blocks as lines with blank ones between, and the source line of each."""
    with warnings.catch_warnings():  # XHTML that says it is XML is still a page
        warnings.simplefilter("ignore", XMLParsedAsHTMLWarning)
        soup = BeautifulSoup("\n".join(document.lines), "html.parser")
    lines: list[str] = []
    places: list[int] = []
    for place, block in _blocks(soup.body or soup):
        for part in block.split("\n"):
            text = " ".join(part.split())
            if text and len(lines) < MAX_BLOCKS:
                lines += [text, ""]
                places += [place, place]
    return replace(document, lines=tuple(lines)), places


def _blocks(root: Tag) -> Iterator[Block]:
    """The text of each block element in order; an element that holds blocks gives what lies between them."""
    place, pieces = root.sourceline or 1, []
    for kind, line, text in _pieces(root):
        if kind == "break":
            if "".join(pieces).strip():
                yield place, "".join(pieces)
            place, pieces = line, [text]
        else:
            pieces.append(text)
    if "".join(pieces).strip():
        yield place, "".join(pieces)


def _pieces(root: Tag) -> Iterator[tuple[str, int, str]]:
    """The text of the page piece by piece, with a break where a block starts or ends."""
    line = root.sourceline or 1
    # Not recursive: pages nest deep.
    stack: list[PageElement | str] = list(reversed(root.contents))
    while stack:
        node = stack.pop()
        if isinstance(node, Comment):
            continue
        if isinstance(node, NavigableString):
            yield "text", line, re.sub(r"\s+", " ", str(node))
        elif isinstance(node, Tag):
            line = node.sourceline or line
            yield from _opening(node, line)
            if node.name not in _HIDDEN:
                stack.append("" if node.name in _INLINE or node.name == "br" else "end")
                stack.extend(reversed(node.contents))
        elif node == "end":
            yield "break", line, ""


def _opening(node: Tag, line: int) -> Iterator[tuple[str, int, str]]:
    if node.name == "img":
        yield "text", line, _symbol(str(node.get("alt") or ""))
    elif node.name == "br":
        yield "text", line, "\n"
    elif node.name in _HIDDEN or node.name not in _INLINE:
        yield "break", line, "• " if node.name == "li" else ""


def _symbol(alt: str) -> str:
    """A picture's words; a mana symbol in the braces it is written with.

    >>> _symbol("{E}"), _symbol("2"), _symbol("the set's symbol")
    ('{E}', '{2}', "the set's symbol")
    """
    match = _SYMBOL.fullmatch(alt)
    short = match is not None and (alt.strip().startswith("{") or len(match[1]) <= 2)
    return f"{{{match[1]}}}" if match and short and match[1] else alt


def _placed(entry: Entry, lines: list[int]) -> Entry:
    paragraphs = tuple(
        replace(p, first_line=lines[p.first_line - 1], last_line=lines[p.last_line - 1]) for p in entry.paragraphs
    )
    return replace(entry, line=lines[entry.line - 1], paragraphs=paragraphs)


def _noted(problem: Problem, lines: list[int]) -> Problem:
    return replace(problem, line=lines[min(problem.line, len(lines)) - 1])
