"""Links that take what a page shows home in a translator's formats."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from app.pages.view import Ask
from app.present.urls import Params, api
from ingest.exports import EXPORTS

FORMATS = {
    "tmx": "",
    "xliff": "",
    "xlsx": "",
    "csv": "excel",
    "jsonl": "",
}
"""The formats offered for rulings, in this order, each with the dialect that most people want."""


@dataclass(frozen=True, slots=True)
class Link:
    """A document to take home: its format, its address, and which part of how many it is."""

    name: str
    url: str
    part: int
    parts: int


@dataclass(frozen=True, slots=True)
class Taking:
    """The documents that hold what a page shows."""

    links: Sequence[Link]


MOST_PARTS = 4
"""Parts of one format that are linked; each says where the next is."""


def taking(ask: Ask, params: Params, total: int) -> Taking:
    """The links for rulings that these parameters of a search leave."""
    found = []
    for format, dialect in FORMATS.items():
        parts = -(-total // EXPORTS[format].part)
        for part in range(1, min(parts, MOST_PARTS) + 1):
            given = {**params, "dialect": dialect, "part": part if part > 1 else None}
            found.append(Link(format.upper(), api(f"/exports/{format}", given), part, parts))
    return Taking(found)
