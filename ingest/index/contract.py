"""What every engine takes and gives; engines only store and score.

The contract in short. A *unit* is what one row of an answer is: a family, or
a ruling under `collapse="none"`.

* **Matching.** A clause gathers the units that any of its words (`groups`) or
  `concepts` touch, keeps those where every phrase is found, and drops those
  that an exclusion touches. An answer is the union of its clauses. A plan
  without any of these lists what the filters leave.
* **Scope.** `langs`, `origins`, `since` and `until` (and `not_langs`, `not_origins`) choose the texts that may
  match (words, concepts, phrases, exclusions alike). The other filters choose
  units. Several values of `langs` and `origins` are alternatives; of `cards`,
  `mechanics`, `has` and `checks` all must hold; of `lacks` none may.
* **Order.** By score, then newest date, then id; or by date, then id. Pages
  never overlap.
* **Counts.** `total` and `facets` are exact, for units.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal, NamedTuple, Protocol

Weighted = tuple[tuple[str, float], ...]
Phrase = tuple[tuple[str, int], ...]
"""Terms in order, each with its place in the row of positions."""

MAX_CLAUSES = 16
MAX_GROUPS = 96
MAX_ALTERNATIVES = 64
MAX_CONCEPTS = 64
MAX_PHRASES = 16
MAX_PHRASE_TERMS = 400
MAX_EXCLUSIONS = 32
MAX_WINDOW = 200
"""Bounds of a plan; what goes beyond them is cut off and `Answer.cut` says so."""

FACETS = ("mechanics", "cards", "languages", "origins", "years")


@dataclass(frozen=True, slots=True)
class Doc:
    """One text as an engine stores it.

    `terms` and `positions` run side by side (`Language.postings` gives them);
    `day` is the date's proleptic ordinal, 0 for none. Cards, mechanics and
    checks are those of the text's ruling.
    """

    text_id: str
    ruling_id: str
    family_id: str
    lang: str
    day: int = 0
    origin: str = "unstated"
    cards: tuple[str, ...] = ()
    mechanics: tuple[str, ...] = ()
    checks: tuple[str, ...] = ()
    terms: Sequence[str] = ()
    positions: Sequence[int] = ()
    concepts: Weighted = ()


@dataclass(frozen=True, slots=True)
class Exclusion:
    """What must not be in any text in scope: any of the terms, the phrase or the concept."""

    terms: tuple[str, ...] = ()
    phrase: Phrase = ()
    concept: str | None = None


@dataclass(frozen=True, slots=True)
class Clause:
    """One way to answer: words, concepts, literal phrases, exclusions.

    A group is one word of the query with what may stand for it; the best
    alternative counts. `related` gives, beside each concept, others that may
    stand for it; it may be shorter than `concepts`. `literal` are phrases that need
    not be there but raise what holds them: the words as they were typed.
    """

    groups: tuple[Weighted, ...] = ()
    concepts: Weighted = ()
    related: tuple[Weighted, ...] = ()
    phrases: tuple[Phrase, ...] = ()
    exclusions: tuple[Exclusion, ...] = ()
    literal: tuple[Phrase, ...] = ()

    @property
    def matches_nothing_in_particular(self) -> bool:
        """True for a clause that only excludes, or asks nothing."""
        return not (self.groups or self.concepts or self.phrases)


@dataclass(frozen=True, slots=True)
class Scope:
    """The filters of a plan; an empty tuple narrows nothing."""

    langs: tuple[str, ...] = ()
    origins: tuple[str, ...] = ()
    since: int | None = None
    until: int | None = None
    cards: tuple[str, ...] = ()
    mechanics: tuple[str, ...] = ()
    checks: tuple[str, ...] = ()
    has: tuple[str, ...] = ()
    lacks: tuple[str, ...] = ()
    not_langs: tuple[str, ...] = ()
    not_origins: tuple[str, ...] = ()
    not_cards: tuple[str, ...] = ()
    not_mechanics: tuple[str, ...] = ()
    not_checks: tuple[str, ...] = ()


EVERYTHING = Scope()
"""The scope that narrows nothing."""


@dataclass(frozen=True, slots=True)
class Plan:
    """A query, analysed: what an engine needs and nothing else.

    `boosts` raise units that carry a card or mechanic (kind, value, factor),
    such as one the query names exactly. `facets` are those that are counted. Without
    `reasons` rows need not say what of the query they match, without `texts` in which texts.
    """

    clauses: tuple[Clause, ...] = ()
    scope: Scope = EVERYTHING
    sort: Literal["relevance", "date"] = "relevance"
    collapse: Literal["family", "none"] = "family"
    offset: int = 0
    limit: int = 20
    facet_values: int = 50
    facets: tuple[str, ...] = FACETS
    reasons: bool = True
    texts: bool = True
    boosts: tuple[tuple[Literal["cards", "mechanics"], str, float], ...] = ()

    @property
    def speaks_of(self) -> tuple[str, ...]:
        """The concepts that the clauses ask for and those that may stand for them, each once."""
        groups = (group for clause in self.clauses for group in (clause.concepts, *clause.related))
        return tuple(dict.fromkeys(name for group in groups for name, _ in group))


class Row(NamedTuple):
    """One unit that answers: its texts that match, and what of the query they match.

    `groups`, `concepts` and `phrases` are indices into the clause of that
    number. `coverage` is the share of the clause's weight that was found. `partial` is no
    engine's to say: whoever looks at the texts again says that a row holds little of what was asked.
    """

    id: str
    score: float
    coverage: float
    texts: tuple[str, ...]
    clause: int = 0
    groups: tuple[int, ...] = ()
    concepts: tuple[int, ...] = ()
    phrases: tuple[int, ...] = ()
    partial: bool = False


@dataclass(frozen=True, slots=True)
class Answer:
    """A page of rows with exact counts.

    `facets` has the most frequent values of each facet; `distinct` how many
    values there are in all. `cut` is true where the plan went beyond bounds.
    """

    rows: tuple[Row, ...]
    total: int
    facets: Mapping[str, tuple[tuple[str, int], ...]] = field(default_factory=dict)
    distinct: Mapping[str, int] = field(default_factory=dict)
    cut: bool = False


class Engine(Protocol):
    """An open index: read-only, shared by threads."""

    def search(self, plan: Plan) -> Answer:
        """The rows that answer a plan."""

    def document_frequency(self, terms: Sequence[str]) -> list[int]:
        """How many texts hold each term; 0 for a term nobody wrote."""

    def terms_with_prefix(self, prefix: str, limit: int = 100) -> list[tuple[str, int]]:
        """Terms that start so, with the number of texts that hold them, most frequent first."""

    def verify(self) -> None:
        """Raise `SnapshotError` where the stored index is damaged."""

    def close(self) -> None:
        """Give back what the index holds."""


class EngineBuilder(Protocol):
    """Writes an index; one use."""

    def add(self, doc: Doc) -> None:
        """Take in one text."""

    def finish(self, directory: Path) -> None:
        """Write the index into an empty directory."""
