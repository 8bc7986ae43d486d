"""What every export shares: its identity, its options, and XML that is safe to write."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import BinaryIO, ClassVar
from xml.sax.saxutils import escape, quoteattr

from ingest.model import LANGUAGES, Card, Ruling, Term, Text

UNFIT = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
"""What XML 1.0 cannot hold at all."""


@dataclass(frozen=True, slots=True)
class ExportOptions:
    """Choices of whoever takes the rulings home.

    `languages` are the columns, the first of them the source; `codes` renames
    languages for the tool that reads (`{"zh-Hans": "zh-CN"}`); `cards` names
    the cards that links point to; `dialect` is a format's own variant.
    """

    languages: tuple[str, ...] = LANGUAGES
    codes: Mapping[str, str] = field(default_factory=dict)
    cards: Mapping[str, Card] = field(default_factory=dict)
    dialect: str = ""
    version: str = ""

    @property
    def source(self) -> str:
        """The language translated from."""
        return self.languages[0]

    @property
    def target(self) -> str:
        """The language translated into, where a format holds only one."""
        return next((lang for lang in self.languages if lang != self.source), self.source)

    def code(self, lang: str) -> str:
        """A language's code as the reading tool wants it."""
        return self.codes.get(lang, lang)


class Export(ABC):
    """A format to take rulings or terms home in."""

    id: ClassVar[str]
    media_type: ClassVar[str]
    extension: ClassVar[str]
    holds: ClassVar[str] = "rulings"
    """`rulings` or `terms`."""
    dialects: ClassVar[tuple[str, ...]] = ()
    lacking: ClassVar[str] = "none of {languages}"
    """What those that don't go out have, in words; `{source}` is the first of the languages."""

    def columns(self, options: ExportOptions) -> tuple[str, ...]:
        """The languages that the format has room for, of those chosen."""
        return options.languages

    def takes(self, has: Collection[str], languages: Sequence[str]) -> bool:
        """Whether a ruling or term that is there in the languages `has` goes out."""
        return any(lang in has for lang in languages)

    @abstractmethod
    def chunks(self, rulings: Iterable[Ruling], terms: Iterable[Term], options: ExportOptions) -> Iterator[str]:
        """Yields the document piece by piece, so that no size fills memory."""

    def write(self, rulings: Iterable[Ruling], terms: Iterable[Term], out: BinaryIO, options: ExportOptions) -> None:
        """Writes the whole document as UTF-8."""
        for chunk in self.chunks(rulings, terms, options):
            out.write(chunk.encode("utf-8"))


def versions(ruling: Ruling, languages: Iterable[str]) -> list[Text]:
    """The best text of a ruling in each of the languages it has."""
    return [text for lang in languages if (text := ruling.text_in(lang))]


def content(body: str) -> str:
    """Text as XML content: what XML cannot hold becomes a picture of it.

    >>> content("a < b\\x07"), content("line\\r\\nbreak")
    ('a &lt; b␇', 'line&#13;\\nbreak')
    """
    return escape(UNFIT.sub(_picture, body)).replace("\r", "&#13;")


def attribute(value: str) -> str:
    """A quoted attribute value."""
    return quoteattr(UNFIT.sub(_picture, value), {"\r": "&#13;", "\n": "&#10;", "\t": "&#9;"})


def replaced(body: str) -> str:
    """The code points that `content` could not write, empty where it wrote all.

    >>> replaced("a\\x07b")
    'U+0007'
    """
    return " ".join(f"U+{ord(found):04X}" for found in UNFIT.findall(body))


def _picture(found: re.Match[str]) -> str:
    code = ord(found.group())
    return chr(0x2400 + code) if code < 0x20 else "\ufffd"


def iso(ruling: Ruling) -> str:
    """The date of a ruling, empty where it has none."""
    return ruling.date.isoformat() if ruling.date else ""


def targets(ruling: Ruling, kind: str) -> list[str]:
    """The cards or mechanics a ruling stands on, each once, candidates left out."""
    return list(dict.fromkeys(link.target for link in ruling.links if link.kind == kind and link.role != "candidate"))
