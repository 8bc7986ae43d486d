"""What every check shares: flaws, pairs of texts, pages, and the base classes.

A check is a class with its identity as class attributes and one method. It
yields `Flaw`s; the runner turns them into findings, so no check knows about
ids, severities of others or decisions of people.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date as Date
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar

from ingest.checks.doubts import Doubt, doubts
from ingest.checks.segments import Segment, segments
from ingest.model import Ruling, Span, Text

if TYPE_CHECKING:
    from ingest.checks.context import CheckContext
    from ingest.linking.finder import Match

SEVERITIES = ("error", "warning", "info")


@dataclass(frozen=True, slots=True)
class Flaw:
    """One thing a check saw; `text` says in which text, where it isn't the one given."""

    span: Span | None = None
    params: Mapping[str, str] = field(default_factory=dict)
    suggestion: str | None = None
    severity: str | None = None
    text: Text | None = None
    ruling: Ruling | None = None


@dataclass(frozen=True)
class Pair:
    """Two language versions of one ruling: what was translated and the translation."""

    source: Text
    target: Text
    context: CheckContext

    @cached_property
    def segments(self) -> list[Segment]:
        """The passages that correspond, with the terms of each."""
        return segments(self)

    @cached_property
    def doubts(self) -> list[Doubt]:
        """The terms in doubt."""
        return doubts(self)

    @cached_property
    def held(self) -> frozenset[str]:
        """The ids of all terms of the source."""
        return frozenset().union(*(segment.source.held for segment in self.segments))

    @cached_property
    def said(self) -> frozenset[str]:
        """The ids of all terms of the translation."""
        return frozenset().union(*(segment.target.held for segment in self.segments))

    def sayable(self, term: str) -> bool:
        """Whether the glossary names a term in both languages."""
        found = self.context.terms.get(term)
        return found is not None and {self.source.lang, self.target.lang} <= found.names.keys()

    def in_a_name(self, match: Match) -> bool:
        """Whether a term of the translation stands in the name of a card that the source names."""
        found = self.target.body[match.start : match.end]
        return any(found in name for name in self._names)

    @cached_property
    def _names(self) -> list[str]:
        """The names, in the translation's language, of the cards that the source names."""
        cards = (self.context.cards.get(one.target) for one in self.context.names(self.source))
        return [card.names.get(self.target.lang, "") for card in cards if card]


@dataclass(frozen=True, slots=True)
class Row:
    """One text of a page with the ruling it belongs to."""

    entry: int
    ruling: Ruling
    text: Text


@dataclass(frozen=True, slots=True)
class Page:
    """What a reader sees together of a source file: its texts in order."""

    file: str
    rows: tuple[Row, ...]


class Check(ABC):
    """Identity of a check; the human words are messages `check.<id>.name` and `.explain`.

    `params` names what `.explain` may fill in.
    """

    id: ClassVar[str]
    severity: ClassVar[str] = "warning"
    params: ClassVar[tuple[str, ...]] = ()
    languages: ClassVar[tuple[str, ...]] = ()
    """The languages it looks at; none means every one."""


class TextCheck(Check):
    """Looks at one text alone. `bad` and `good` are examples `(language, body)`."""

    bad: ClassVar[tuple[tuple[str, str], ...]] = ()
    good: ClassVar[tuple[tuple[str, str], ...]] = ()

    @abstractmethod
    def examine(self, text: Text, date: Date | None, context: CheckContext) -> Iterator[Flaw]:
        """Yields the flaws of one text."""


class PairCheck(Check):
    """Compares a translation with its source; examples `(lang, source, lang, target)`."""

    bad: ClassVar[tuple[tuple[str, str, str, str], ...]] = ()
    good: ClassVar[tuple[tuple[str, str, str, str], ...]] = ()

    @abstractmethod
    def compare(self, pair: Pair) -> Iterator[Flaw]:
        """Yields the flaws of a translation."""


class PageCheck(Check):
    """Looks at all texts of one source file together."""

    @abstractmethod
    def survey(self, page: Page, context: CheckContext) -> Iterator[Flaw]:
        """Yields the flaws of a page; each names its text and ruling."""


class CollectionCheck(Check):
    """Looks across all rulings."""

    def keys(self, ruling: Ruling) -> Iterable[tuple[str, ...]]:
        """What a ruling shares with every other that has a say in its flaws; nothing where none has."""
        return ()

    @abstractmethod
    def sweep(self, rulings: tuple[Ruling, ...], context: CheckContext) -> Iterator[Flaw]:
        """Yields flaws that only show across rulings; each names its text and ruling."""
