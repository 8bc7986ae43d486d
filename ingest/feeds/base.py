"""What every feed offers: to recognise its first record, and to read all of them as they stream by."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import date as Date
from typing import Any

from ingest.errors import Problem
from ingest.feeds.stream import Value
from ingest.feeds.table import CardTable, FeedCard
from ingest.formats.base import Reading
from ingest.formats.blocks import MAX_BODY, clean
from ingest.model import Entry, Paragraph
from ingest.normalize import clean_text

MAX_REMARKS = 20
"""Of one kind: what a feed of a hundred thousand records gets wrong, it gets wrong everywhere."""
MAX_WORD = 300
_SURROGATE = re.compile("[\ud800-\udfff]")  # JSON can write half a pair, UTF-8 can't
_ISO = re.compile(r"\d{4}-\d{2}-\d{2}")


@dataclass(slots=True)
class FeedReading(Reading):
    """What a feed gave: entries and problems as any format, the cards it knows, the game's keywords."""

    file: str = ""
    cards: CardTable = field(default_factory=CardTable)
    keywords: list[tuple[str, str]] = field(default_factory=list)
    known_cards: tuple[FeedCard, ...] = ()
    _said: dict[str, set[str]] = field(default_factory=dict)

    def remark(self, line: int, code: str, severity: str, detail: str) -> None:
        """Notes a problem: each detail once, and only so many of a kind."""
        detail = _SURROGATE.sub("?", detail)[:80]
        said = self._said.setdefault(code, set())
        if detail not in said and len(said) < MAX_REMARKS:
            said.add(detail)
            self.problems.append(Problem(self.file, line, code, severity, detail))

    def state(self, at: Value, date: Date | None, paragraphs: Iterable[Paragraph], **named: Any) -> None:
        """Adds an entry that the record at this place states."""
        found = tuple(paragraphs)
        if found:
            self.entries.append(
                Entry(self.file, len(self.entries) + 1, at.first_line, None, date, None, found, **named)
            )


class Feed(ABC):
    """A published feed. Identity, and what is owed to those who publish it, are class attributes."""

    name: str
    describes: str
    attribution: str
    licence: str
    fields: frozenset[str]
    """The members of a record that are known, used or not; others are reported. None where records
    have a hundred members of no interest here."""

    @abstractmethod
    def claims(self, first: Value) -> bool:
        """Whether a file whose first record is this one is of this feed."""

    @abstractmethod
    def take(self, record: Value, reading: FeedReading) -> None:
        """Adds what a record holds to the reading; odd ones are reported, never raised."""

    def read(self, records: Iterator[Value], file: str) -> FeedReading:
        """All that the records hold."""
        reading = FeedReading(file=file)
        for record in records:
            if self.fields and isinstance(record.value, dict):
                for key in record.value.keys() - self.fields:
                    reading.remark(record.first_line, "unknown-field", "info", str(key))
            self.take(record, reading)
        reading.cards.report(reading.remark)
        reading.known_cards = tuple(reading.cards.cards.values())
        return reading


def text_of(value: object) -> str:
    """A string of a record as text to keep; empty where it is none.

    >>> text_of(" One.\\r\\nTwo.\\u200b "), text_of(None)
    ('One.\\nTwo.', '')
    """
    if not isinstance(value, str):
        return ""
    if value.isascii() and value.isprintable():  # nearly all are, and hold nothing to drop
        return value.strip()
    return clean(_SURROGATE.sub("\ufffd", clean_text(value)))


def word_of(value: object) -> str:
    """A short string of a record (a name, an identifier); empty where it is none or absurdly long."""
    text = text_of(value)
    return text if len(text) <= MAX_WORD and "\n" not in text else ""


def objects_of(value: object) -> list[dict[str, Any]]:
    """The objects in a list of a record, in order; none where it is no list.

    >>> objects_of([{"text": "One."}, None, 7]), objects_of(True)
    ([{'text': 'One.'}], [])
    """
    return [one for one in value if isinstance(one, dict)] if isinstance(value, list) else []


def day_of(value: object, at: Value, reading: FeedReading) -> Date | None:
    """The day a record gives, or None, which is reported."""
    try:
        if isinstance(value, str) and _ISO.fullmatch(value[:10]):
            return Date.fromisoformat(value[:10])
    except ValueError:
        pass
    reading.remark(at.first_line, "impossible-date", "error", repr(value)[:60])
    return None


def paragraph(body: str, at: Value, reading: FeedReading, lang: str, **told: str | None) -> Iterator[Paragraph]:
    """The paragraph of a body that can be a ruling; an empty or book-long one is reported and left out."""
    if not body:
        reading.remark(at.first_line, "missing-paragraph", "error", f"line {at.first_line}: a ruling without text")
    elif len(body) > MAX_BODY:
        reading.remark(at.first_line, "oversized-text", "error", f"{len(body)} characters, more than {MAX_BODY}")
    else:
        yield Paragraph(body, at.first_line, at.last_line, lang, **told)
