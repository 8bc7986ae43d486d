"""What pages that came beside those of a snapshot change of it: so much is written anew, the rest is as it was."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from ingest.errors import Problem
from ingest.linking.spans import TermSpan
from ingest.model import Card, Family, Finding, Relation, Ruling, Source

Pair = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Addition:
    """The rulings that pages add to a snapshot, and whatever else of it is no longer as it was.

    No ruling of before says anything else than it did, but for those that were `replaced`: each of those is part of
    a new one. Of the others only who stands beside them, and what is found in them, may be another. Whatever is not
    named here stays.

    `rulings` are the new ones with their links, `follows` says after which ruling (old or new) each of them
    stands in the order of the record, None for one that stands first. `families` are those that are new or no
    longer as they were; they take the place of the `gone` ones of before (an id may stand in both), and `members`
    are all their rulings, old and new. `relations` are new or other than they were, `dropped` pairs are so no
    longer. `findings` are all that are found in the members, `matches` gives the terms in each of their texts.
    `cards` are all that the new rulings point to. `sources` and `problems` are those of the new pages.
    """

    rulings: tuple[Ruling, ...]
    follows: Mapping[str, str | None]
    families: tuple[Family, ...]
    gone: tuple[str, ...]
    members: Mapping[str, Ruling]
    relations: tuple[Relation, ...] = ()
    dropped: tuple[Pair, ...] = ()
    findings: tuple[Finding, ...] = ()
    matches: Mapping[str, Sequence[TermSpan]] = field(default_factory=dict)
    cards: Mapping[str, Card] = field(default_factory=dict)
    sources: tuple[Source, ...] = ()
    problems: tuple[Problem, ...] = ()
    replaced: tuple[Ruling, ...] = ()

    @property
    def new(self) -> frozenset[str]:
        """The ids of the new rulings."""
        return frozenset(ruling.id for ruling in self.rulings)

    @property
    def left(self) -> frozenset[str]:
        """The ids of the rulings of before that were replaced."""
        return frozenset(ruling.id for ruling in self.replaced)
