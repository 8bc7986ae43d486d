"""People's decisions brought to bear: keyed to texts, so that they outlive every build."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations

from ingest.catalogue.decisions import Decision, Decisions
from ingest.model import Relation, Ruling

DECIDED = "decided: "
"""What the reason begins with where a person decided."""


def cards(decisions: Decisions, ruling: Ruling) -> list[str]:
    """The cards a person decided that a ruling is about."""
    texts = {text.id for text in ruling.texts}
    return [card for text, card in decisions.cards if text in texts]


def relations(decisions: Decisions, rulings: Sequence[Ruling]) -> list[Relation]:
    """The relations a person decided, those that keep apart last: they win."""
    by_text = {text.id: ruling.id for ruling in rulings for text in ruling.texts}
    found = []
    for decision in (*decisions.joined, *decisions.apart):
        for a, b in _pairs(decision, by_text):
            found.append(Relation(a, b, decision.kind or "related", f"{DECIDED}{decision.why}", 1.0))
    return found


def apart(decisions: Decisions, rulings: Sequence[Ruling]) -> Iterable[tuple[str, str]]:
    """The pairs of rulings that a person decided must not share a family."""
    by_text = {text.id: ruling.id for ruling in rulings for text in ruling.texts}
    return [pair for decision in decisions.apart for pair in _pairs(decision, by_text)]


def _pairs(decision: Decision, by_text: dict[str, str]) -> Iterator[tuple[str, str]]:
    known = sorted({by_text[text] for text in decision.texts if text in by_text})
    yield from combinations(known, 2)
