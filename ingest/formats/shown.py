"""What a saved web page shows, block by block, as lines of text."""

from __future__ import annotations

import re
import warnings
from collections.abc import Iterator
from dataclasses import replace

from bs4 import BeautifulSoup, Comment, NavigableString, PageElement, Tag, XMLParsedAsHTMLWarning

from ingest.formats.base import Document

_HIDDEN = frozenset(
    "script style template noscript head nav header footer aside form button select svg iframe object".split()
)
_INLINE = frozenset(
    "a abbr b bdi bdo cite code data del dfn em font i img ins kbd mark q ruby s samp small span strong sub sup time "
    "tt u var wbr".split()
)
_SYMBOL = re.compile(r"\{?\s*([^{}]{1,8}?)\s*\}?")
MAX_BLOCKS = 500_000

Block = tuple[int, str]
"""The line an element starts on, and its text."""


def as_text(document: Document) -> tuple[Document, list[int]]:
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
