"""What every input format offers: to sniff a document, and to read it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass, field

from ingest.errors import Problem
from ingest.model import Entry, Paragraph


@dataclass(frozen=True, slots=True)
class Document:
    """A decoded source: its name and its lines, without line ends.

    `lines[0]` is line 1. `encoding` is what the bytes were decoded from.
    """

    file: str
    lines: tuple[str, ...]
    encoding: str = "utf-8"


@dataclass(frozen=True, slots=True)
class Sniff:
    """How sure a format is: `score` is the number of entries it recognises."""

    score: int
    why: str


@dataclass(slots=True)
class Reading:
    """What a format read: the entries in file order, and what it noticed."""

    entries: list[Entry] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)


class Format(ABC):
    """An input format. Identity and human words are class attributes."""

    name: str
    describes: str
    suffixes: tuple[str, ...] = ()

    @abstractmethod
    def sniff(self, document: Document) -> Sniff:
        """How many entries of this format the document seems to hold, and why."""

    @abstractmethod
    def read(self, document: Document) -> Reading:
        """The entries of the document and the problems met; never raises on content."""


def joined(paragraphs: list[Paragraph]) -> Paragraph:
    """One paragraph out of several of the same language, lines and order kept."""
    if len(paragraphs) == 1:
        return paragraphs[0]
    first, last = paragraphs[0], paragraphs[-1]
    body = "\n".join(paragraph.body for paragraph in paragraphs)
    return Paragraph(body, first.first_line, last.last_line, first.lang, first.label, first.origin)
