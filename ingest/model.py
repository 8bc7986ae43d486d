"""The nouns of the knowledge base: frozen, slotted, standard library only.

Spans are half-open code-point offsets. Languages are BCP 47 tags
(`en`, `es`, `zh-Hans`, `zh-Hant`, `und`). Entries and lines count from 1.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date as Date

Span = tuple[int, int]
Names = Mapping[str, tuple[str, ...]]
"""Names per language, the one to show first."""

LANGUAGES = ("en", "es", "zh-Hans")
"""The languages of the product, in the order their columns are shown."""

PIVOT_ORDER = ("en", "zh-Hans", "es")
"""Which text of a ruling gives the ruling its id, first present wins."""

ORIGINS = ("official", "community", "machine", "unstated")


# --- as received -----------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Source:
    """A file or feed as received; `path` is relative to where it was found.

    `attribution` and `licence` are what is owed to those who publish a feed.
    """

    path: str
    format: str
    sha256: str
    attribution: str = ""
    licence: str = ""


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A paragraph of an entry in one language, with the lines it stands on.

    `label` is the source's own word for where this version comes from, as it
    stands; `origin` is set only by formats that state it outright. `publisher`
    is who a feed says published the ruling, which is not who translated it.
    `replaces` is the id of the text whose place this one takes.
    """

    body: str
    first_line: int
    last_line: int
    lang: str = "und"
    label: str | None = None
    origin: str | None = None
    publisher: str | None = None
    replaces: str | None = None


@dataclass(frozen=True, slots=True)
class Entry:
    """What a source states once.

    `date` is None where the source gives none that exists. `label` is kept as
    it stands. `card` is a card the format itself names (a feed), `oracle_id`
    its identifier; a `heading` is what a page shows, which may name no card.
    `alone` is set where its neighbours in the file have nothing to do with it.
    """

    file: str
    number: int
    line: int
    heading: str | None
    date: Date | None
    label: str | None
    paragraphs: tuple[Paragraph, ...]
    card: str | None = None
    oracle_id: str | None = None
    alone: bool = False


@dataclass(frozen=True, slots=True)
class SourceRef:
    """Where a text was read: its paragraph's own lines, its entry, its raw label, who published the ruling."""

    file: str
    entry: int
    first_line: int
    last_line: int
    label: str | None = None
    publisher: str | None = None


# --- rulings ---------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Insertion:
    """A span of a text that is in another language."""

    start: int
    end: int
    lang: str


@dataclass(frozen=True, slots=True)
class Text:
    """One language version of a ruling.

    `origin` says who is behind it (`official`, `community`, `machine`,
    `unstated`); `label` is the source's own word for that.
    """

    id: str
    lang: str
    body: str
    origin: str = "unstated"
    label: str | None = None
    insertions: tuple[Insertion, ...] = ()
    sources: tuple[SourceRef, ...] = ()


@dataclass(frozen=True, slots=True)
class Link:
    """A ruling points to a card or mechanic, and why we say so.

    `kind` is `card` or `mechanic`. `basis` is `heading`, `name-in-text`,
    `short-name`, `evidence`, `feed`, `term-in-text` or `decided`. `role` is
    `subject` or `mention` for a card (`candidate` where it is not settled),
    `about` or `listed` for a mechanic. `text` is the text id the span is in.
    """

    kind: str
    target: str
    basis: str
    role: str
    lang: str | None = None
    text: str | None = None
    span: Span | None = None
    evidence: str = ""


@dataclass(frozen=True, slots=True)
class Ruling:
    """One dated statement in all its language versions, best first."""

    id: str
    date: Date | None
    texts: tuple[Text, ...]
    links: tuple[Link, ...] = ()

    def text_in(self, lang: str) -> Text | None:
        """The first version in a language, or None."""
        return next((text for text in self.texts if text.lang == lang), None)


@dataclass(frozen=True, slots=True)
class Relation:
    """A typed relation of two rulings: `same`, `reworded`, `parallel`, `related`."""

    a: str
    b: str
    kind: str
    reason: str = ""
    score: float = 0.0


@dataclass(frozen=True, slots=True)
class Family:
    """The rulings that state the same thing; `id` is its oldest ruling's."""

    id: str
    rulings: tuple[str, ...]


# --- catalogue -------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Card:
    """A card with its names per language; `aliases` are other and former names.

    `texts` is its rules text per language, as a feed gives it.
    """

    id: str
    names: Mapping[str, str]
    aliases: Names = field(default_factory=dict)
    oracle_id: str | None = None
    kind: str = "card"
    texts: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Term:
    """A concept of the catalogue, in every language it has a name in.

    `kind` is `keyword ability`, `keyword action`, `ability word`, `zone`,
    `card type` … or `word` for plain vocabulary of rulings. `forms` are what a
    text may hold; `deprecated` those that are outdated; `slang` what only
    people's queries use. `siblings` share rulings' templates; `broader` are
    the terms a ruling about this one is filed under too.
    """

    id: str
    kind: str
    names: Mapping[str, str]
    forms: Names = field(default_factory=dict)
    deprecated: Names = field(default_factory=dict)
    slang: Names = field(default_factory=dict)
    rule: str | None = None
    siblings: tuple[str, ...] = ()
    ambiguous: Names = field(default_factory=dict)
    mechanic: bool = False
    broader: tuple[str, ...] = ()


Mechanic = Term
"""A term with `mechanic` set: one that rulings are filed under."""


@dataclass(frozen=True, slots=True)
class Finding:
    """What a check has to say about a text; `params` fill its message."""

    check: str
    severity: str
    ruling: str
    lang: str
    span: Span | None = None
    text: str | None = None
    params: Mapping[str, str] = field(default_factory=dict)
    suggestion: str | None = None


# --- analysis and search ---------------------------------------------------


@dataclass(frozen=True, slots=True)
class Token:
    """A unit the index holds: `term`, its span in the text, its position.

    Tokens of one text may share a position (a surface form and its stem) and
    may overlap (a Chinese word and the bigrams in it).
    """

    term: str
    start: int
    end: int
    position: int


@dataclass(frozen=True, slots=True)
class Filters:
    """What narrows a search; an empty tuple narrows nothing."""

    langs: tuple[str, ...] = ()
    cards: tuple[str, ...] = ()
    mechanics: tuple[str, ...] = ()
    origins: tuple[str, ...] = ()
    since: Date | None = None
    until: Date | None = None
    has: tuple[str, ...] = ()
    lacks: tuple[str, ...] = ()
    checks: tuple[str, ...] = ()
    not_langs: tuple[str, ...] = ()
    not_cards: tuple[str, ...] = ()
    not_mechanics: tuple[str, ...] = ()
    not_origins: tuple[str, ...] = ()
    not_checks: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Branch:
    """One alternative of a query: its free words, its quoted phrases, what must be absent."""

    text: str = ""
    phrases: tuple[str, ...] = ()
    excluded: tuple[str, ...] = ()
    excluded_phrases: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Notice:
    """What about a request was not taken as given; `code` has a message in every language."""

    code: str
    detail: str = ""
    param: str = "q"


@dataclass(frozen=True, slots=True)
class Query:
    """What was asked, understood: `branches` joined by OR, the concepts found, the filters.

    `corrections` are pairs of a word as typed and as searched.
    """

    raw: str
    language: str = "en"
    branches: tuple[Branch, ...] = ()
    concepts: tuple[str, ...] = ()
    cards: tuple[str, ...] = ()
    filters: Filters = field(default_factory=Filters)
    corrections: tuple[tuple[str, str], ...] = ()
    notices: tuple[Notice, ...] = ()

    @property
    def words(self) -> tuple[str, ...]:
        """The free words of every branch, as typed."""
        return tuple(branch.text for branch in self.branches if branch.text)

    @property
    def phrases(self) -> tuple[str, ...]:
        """The quoted phrases of every branch."""
        return tuple(phrase for branch in self.branches for phrase in branch.phrases)

    @property
    def excluded(self) -> tuple[str, ...]:
        """What must be absent, in every branch."""
        return tuple(text for branch in self.branches for text in (*branch.excluded, *branch.excluded_phrases))


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a hit answers: a `concept`, `word`, `phrase` or `card`, or what is `related` to a concept and stands for it.

    `asked` is that concept, empty for the others.
    """

    kind: str
    detail: str
    asked: str = ""


@dataclass(frozen=True, slots=True)
class Hit:
    """A family (or one ruling) that answers, and why.

    `partial` where it holds much less of what was asked than the best hit does; `missing` is then what
    it says nothing of.
    """

    id: str
    family: str
    score: float
    rulings: tuple[Ruling, ...]
    reasons: tuple[Reason, ...] = ()
    marks: Mapping[str, tuple[Span, ...]] = field(default_factory=dict)
    partial: bool = False
    missing: tuple[Reason, ...] = ()


@dataclass(frozen=True, slots=True)
class ResultPage:
    """One page of what answers a query, with exact counts."""

    query: Query
    total: int
    page: int
    per_page: int
    hits: tuple[Hit, ...]
    facets: Mapping[str, tuple[tuple[str, int], ...]] = field(default_factory=dict)
    notices: tuple[Notice, ...] = ()
