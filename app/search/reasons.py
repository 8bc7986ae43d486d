"""Why a row answers: what of the query its texts hold, and what only stands for something that was asked."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from msgspec import Struct
from msgspec.json import Decoder

from app.search.concepts import CARD
from app.search.expand import Expanded
from ingest.index.contract import Clause, Row
from ingest.index.spots import CONCEPT
from ingest.model import Reason
from ingest.synopses import Kept

if TYPE_CHECKING:
    from app.services import Knowledge


class _Mechanic(Struct):
    id: str


_mechanics = Decoder(list[_Mechanic]).decode


@dataclass(frozen=True, slots=True)
class Reasons:
    """Tells why rows answer one query; `numbers` are those of the concepts it may be answered by."""

    expanded: Expanded
    numbers: Mapping[int, str]

    def of(self, row: Row, kept: Kept | None) -> tuple[Reason, ...]:
        """Why a row answers, what weighs most first."""
        if not self.expanded.plan.clauses:
            return ()
        clause, asked = self.expanded.plan.clauses[row.clause], self.expanded.asked[row.clause]
        found = list(self._concepts(row, clause, self._standing(kept)))
        found += [Reason("phrase", asked.phrases[index]) for index in row.phrases]
        found += [Reason("word", asked.tokens[index].text) for index in row.groups]
        return tuple(dict.fromkeys(found))

    def _concepts(self, row: Row, clause: Clause, standing: Collection[str]) -> Iterator[Reason]:
        """The concepts that stand there, and for those that do not what stands there in their place."""
        for index in row.concepts:
            concept = clause.concepts[index][0]
            others = clause.related[index] if index < len(clause.related) else ()
            instead = [name for name, _ in others if name in standing]
            if concept.startswith(CARD):
                yield Reason("card", concept.removeprefix(CARD))
            elif concept in standing or not instead:
                yield Reason("concept", concept)
            else:
                yield Reason("related", instead[0], concept)

    def _standing(self, kept: Kept | None) -> Collection[str]:
        """Which of the concepts a family speaks of, or is about."""
        if kept is None or not self.numbers:
            return ()
        held = np.intersect1d(kept.block["name"], list(self.numbers))
        return {self.numbers[number] for number in held.tolist()} | {
            one.id for one in _mechanics(kept.synopsis.mechanics)
        }


def reasons_of(knowledge: Knowledge, expanded: Expanded) -> Reasons:
    """What tells why rows answer this query."""
    clauses = expanded.plan.clauses
    asked = {name for clause in clauses for name, _ in clause.concepts if not name.startswith(CARD)}
    others = {name for clause in clauses for group in clause.related for name, _ in group}
    names = sorted(asked | others)
    numbers = knowledge.synopses.names.numbers_of([CONCEPT + name for name in names])
    return Reasons(expanded, {number: name for number, name in zip(numbers, names, strict=True) if number >= 0})
