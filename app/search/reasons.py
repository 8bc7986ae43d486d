"""Why rows answer: what of the query their texts hold, and what only stands for something that was asked."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import TYPE_CHECKING

import numpy as np
from msgspec import Struct
from msgspec.json import Decoder

from app.search.concepts import CARD
from app.search.expand import Asked, Expanded
from ingest.index.contract import Clause, Row
from ingest.mentions import CARRIED
from ingest.model import Reason
from ingest.synopses import Kept

if TYPE_CHECKING:
    from app.services import Knowledge


class _Mechanic(Struct):
    id: str


_mechanics = Decoder(list[_Mechanic]).decode


def reasons_of(
    knowledge: Knowledge, expanded: Expanded, rows: Sequence[Row], families: Sequence[str], held: Sequence[Kept | None]
) -> list[tuple[Reason, ...]]:
    """Why each row answers, what weighs most first; `held` is what is kept of the family of each."""
    if not expanded.plan.clauses:
        return [()] * len(rows)
    spoken = _spoken_of(knowledge, expanded, families)
    tellers = [_Teller(*both) for both in zip(expanded.plan.clauses, expanded.asked, strict=True)]
    return [tellers[row.clause].tell(row, *both) for row, *both in zip(rows, spoken, held, strict=True)]


def missing_of(knowledge: Knowledge, expanded: Expanded, row: Row) -> tuple[Reason, ...]:
    """The terms and the card that were asked for and that a row says nothing of, if it is only part of an answer.

    Plain words are left out, and namesakes, of which nobody asked for all.
    """
    if not row.partial:
        return ()
    asked = expanded.plan.clauses[row.clause].concepts
    absent = [name for number, (name, _) in enumerate(asked) if number not in row.concepts]
    one_card = sum(name.startswith(CARD) for name, _ in asked) == 1
    terms = knowledge.terms
    return tuple(
        Reason("card", name.removeprefix(CARD)) if name.startswith(CARD) else Reason("concept", name)
        for name in absent
        if (one_card if name.startswith(CARD) else terms[name].kind != "word")
    )


def _spoken_of(knowledge: Knowledge, expanded: Expanded, families: Sequence[str]) -> Sequence[Collection[str]]:
    """Which of the concepts that a query asks for, or that may stand for these, each family's texts speak of."""
    names = expanded.plan.speaks_of
    named = dict(sorted(zip(knowledge.synopses.mentions.numbers_of(names), names, strict=True)))
    numbers, called = np.array([*named], np.intp), [*named.values()]
    mentioned = knowledge.synopses.mentioned(families, names)
    said = np.zeros((len(families), len(numbers)), np.bool_)
    spoken_of = mentioned.only((mentioned.texts != CARRIED).nonzero()[0])
    said[spoken_of.owners, numbers.searchsorted(spoken_of.concepts)] = True
    spoken: list[set[str]] = [set() for _ in families]
    for family, at in np.argwhere(said).tolist():
        spoken[family].add(called[at])
    return spoken


class _Teller:
    """Tells why rows answer one clause. Each reason is made once: a page has hundreds of them, most alike."""

    def __init__(self, clause: Clause, asked: Asked) -> None:
        self._concepts = [name for name, _ in clause.concepts]
        self._instead = [[name for name, _ in others] for others in clause.related]
        self._reasons: dict[tuple[str, str, str], Reason] = {}
        self._phrases, self._words = asked.phrases, [token.text for token in asked.tokens]

    def tell(self, row: Row, spoken: Collection[str], kept: Kept | None) -> tuple[Reason, ...]:
        """Why a row answers whose texts speak of these concepts."""
        found = [self._concept(index, spoken, kept) for index in row.concepts]
        found += [("phrase", self._phrases[index], "") for index in row.phrases]
        found += [("word", self._words[index], "") for index in row.groups]
        return tuple([self._reason(one) for one in dict.fromkeys(found)])

    def _concept(self, index: int, spoken: Collection[str], kept: Kept | None) -> tuple[str, str, str]:
        """The concept if it stands there, or what stands there in its place."""
        concept = self._concepts[index]
        if concept.startswith(CARD):
            return "card", concept.removeprefix(CARD), ""
        if concept not in spoken and index < len(self._instead) and self._instead[index]:
            standing = {*spoken, *_about(kept)}
            instead = next((name for name in self._instead[index] if name in standing), None)
            if instead and concept not in standing:
                # Where a word leaves open which concept it is, both were asked for.
                return ("concept", instead, "") if instead in self._concepts else ("related", instead, concept)
        return "concept", concept, ""

    def _reason(self, told: tuple[str, str, str]) -> Reason:
        if told not in self._reasons:
            self._reasons[told] = Reason(*told)
        return self._reasons[told]


def _about(kept: Kept | None) -> Iterator[str]:
    """The mechanics that a family is about, whatever its texts say."""
    return (one.id for one in _mechanics(kept.synopsis.mechanics)) if kept else iter(())
