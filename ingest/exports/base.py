"""What every export shares: its identity, its options, and how it is written."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field
from typing import BinaryIO, ClassVar

from ingest.exports.statements import Statement, Version
from ingest.model import LANGUAGES, Card, Ruling, Term


@dataclass(frozen=True, slots=True)
class Changed:
    """That what a text was translated from reads otherwise now: how it read, how it reads, since when."""

    before: str
    after: str
    since: str


@dataclass(frozen=True, slots=True)
class ExportOptions:
    """Choices of whoever takes the rulings home.

    `languages` are the columns, the first of them the source; `codes` renames
    languages for the tool that reads (`{"zh-Hans": "zh-CN"}`); `cards` names
    the cards that links point to; `changed` tells of texts, by id, that are older than the
    wording of their source; `remarks` gives what checks have to say of a version, a sentence each;
    `definitions` says what terms mean, by id and language; `dialect` is a format's own variant.
    """

    languages: tuple[str, ...] = LANGUAGES
    codes: Mapping[str, str] = field(default_factory=dict)
    cards: Mapping[str, Card] = field(default_factory=dict)
    changed: Mapping[str, Changed] = field(default_factory=dict)
    remarks: Callable[[Version], Sequence[str]] = lambda _: ()
    definitions: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
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
    once: ClassVar[bool] = False
    """Whether a ruling that only says again what others say is left out; sheets and sources have a place for it."""
    part: ClassVar[int] = 20_000
    """How many statements one document holds that is asked for over the network."""

    def columns(self, options: ExportOptions) -> tuple[str, ...]:
        """The languages that the format has room for, of those chosen."""
        return options.languages

    def takes(self, has: Collection[str], languages: Sequence[str]) -> bool:
        """Whether a statement or term that is there in the languages `has` goes out."""
        return any(lang in has for lang in languages)

    def worded(self, statement: Statement) -> Set[str]:
        """The languages in which a statement goes out."""
        return statement.languages

    @abstractmethod
    def pieces(self, statements: Iterable[Statement], terms: Iterable[Term], options: ExportOptions) -> Iterator[bytes]:
        """Yields the document piece by piece, so that no size fills memory."""

    def write(
        self, statements: Iterable[Statement], terms: Iterable[Term], out: BinaryIO, options: ExportOptions
    ) -> None:
        """Writes the whole document."""
        for piece in self.pieces(statements, terms, options):
            out.write(piece)


class TextExport(Export):
    """An export that is text: it gives its pieces as such."""

    def pieces(self, statements: Iterable[Statement], terms: Iterable[Term], options: ExportOptions) -> Iterator[bytes]:
        """Yields the document piece by piece, in UTF-8."""
        for chunk in self.chunks(statements, terms, options):
            yield chunk.encode("utf-8")

    @abstractmethod
    def chunks(self, statements: Iterable[Statement], terms: Iterable[Term], options: ExportOptions) -> Iterator[str]:
        """Yields the document piece by piece, as text."""


def iso(ruling: Ruling) -> str:
    """The date of a ruling, empty where it has none."""
    return ruling.date.isoformat() if ruling.date else ""


def targets(ruling: Ruling, kind: str) -> list[str]:
    """The cards or mechanics a ruling stands on, each once, candidates left out."""
    return list(dict.fromkeys(link.target for link in ruling.links if link.kind == kind and link.role != "candidate"))


def facts(statement: Statement, version: Version, options: ExportOptions) -> list[tuple[str, str]]:
    """What is to be said of a version beside its words, name and value: who is behind it, where it stands.

    `worded-in` and `worded-on` say whose words it is where that is another ruling.
    """
    text, changed = version.text, options.changed.get(version.text.id)
    other = version.ruling if version.ruling.id != statement.ruling.id else None
    said = {
        "origin": text.origin,
        "label": text.label or "",
        "text-id": text.id,
        "worded-in": other.id if other else "",
        "worded-on": iso(other) if other else "",
        "source-changed": changed.since if changed else "",
        "source-before": changed.before if changed else "",
    }
    return [(name, value) for name, value in said.items() if value]
