"""How well rulings are joined: pairs of entries by relation, against a gold standard."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path

from ingest.errors import RosettaError
from ingest.evaluate.retrieval import entry_name
from ingest.model import Family, Relation, Ruling

Pair = tuple[str, str]
GOLD_NAMES = {"eq": "same", "near": "reworded", "parallel": "parallel"}
UNIT = ("same", "reworded")


@dataclass(frozen=True, slots=True)
class Figures:
    """Precision, recall and their mean over pairs, with the pairs that are wrong or missed."""

    wrong: tuple[Pair, ...]
    missed: tuple[Pair, ...]
    right: int

    @property
    def precision(self) -> float:
        return self.right / (self.right + len(self.wrong)) if self.right else 0.0

    @property
    def recall(self) -> float:
        return self.right / (self.right + len(self.missed)) if self.right else 0.0

    @property
    def f1(self) -> float:
        both = self.precision + self.recall
        return 2 * self.precision * self.recall / both if both else 0.0


@dataclass(frozen=True, slots=True)
class LinkReport:
    """Figures for the families (`unit`) and for each relation; pairs found under another type."""

    unit: Figures
    relations: Mapping[str, Figures]
    found: int
    mistyped: tuple[tuple[Pair, str, str], ...]
    parallel_in_family: tuple[Pair, ...]

    @property
    def type_right(self) -> float:
        """The share of the gold pairs found that were found under the right type."""
        return 1 - len(self.mistyped) / self.found if self.found else 0.0


def load_gold(path: Path) -> dict[Pair, str]:
    """The gold pairs and the relation of each; hard negatives (`related`) are left out.

    Raises `RosettaError` where the file holds none.
    """
    try:
        rows = json.loads(path.read_text(encoding="utf-8"))
        pairs = {_pair(a, b): GOLD_NAMES[kind] for kind in GOLD_NAMES for a, b in rows.get(kind, ())}
    except (ValueError, AttributeError, TypeError) as error:
        raise RosettaError(f"no gold pairs: {error}", where=str(path)) from error
    if not pairs:
        raise RosettaError(
            "no gold pairs", where=str(path), hint=f"one of {', '.join(GOLD_NAMES)} with pairs of entries"
        )
    return pairs


def evaluate(
    gold: Mapping[Pair, str], rulings: Iterable[Ruling], families: Iterable[Family], relations: Iterable[Relation]
) -> LinkReport:
    """The figures of families and relations over the entries that the gold standard speaks of."""
    files = {name.partition("#")[0] for pair in gold for name in pair}
    entries = {ruling.id: [e for e in _entries(ruling) if e.partition("#")[0] in files] for ruling in rulings}
    relations, families = list(relations), list(families)
    joined = {pair for pair, _ in _within_rulings(entries, families)}
    found: dict[Pair, str] = {}
    for relation in relations:
        for pair in _across(entries, relation.a, relation.b):
            found[pair] = relation.kind
    alike = _alike(relations)
    for pair, ruling_pair in _within_rulings(entries, families):
        if found.get(pair) not in UNIT:  # joined through a third
            found[pair] = "same" if alike(*ruling_pair) else "reworded"
    wanted = {pair for pair, kind in gold.items() if kind in UNIT}
    return LinkReport(
        unit=_figures(wanted, joined),
        relations={kind: _figures(_of(gold, kind), _of(found, kind)) for kind in GOLD_NAMES.values()},
        found=sum(pair in found for pair in gold if found.get(pair) != "related"),
        mistyped=tuple(
            (pair, kind, found[pair])
            for pair, kind in sorted(gold.items())
            if pair in found and found[pair] not in (kind, "related")
        ),
        parallel_in_family=tuple(sorted(pair for pair in joined if gold.get(pair) == "parallel")),
    )


def _of(pairs: Mapping[Pair, str], kind: str) -> set[Pair]:
    return {pair for pair, one in pairs.items() if one == kind}


def _figures(gold: set[Pair], found: set[Pair]) -> Figures:
    return Figures(tuple(sorted(found - gold)), tuple(sorted(gold - found)), len(found & gold))


def _entries(ruling: Ruling) -> list[str]:
    return sorted({entry_name(source.file, source.entry) for text in ruling.texts for source in text.sources})


def _within_rulings(
    entries: Mapping[str, list[str]], families: Iterable[Family]
) -> Iterator[tuple[Pair, tuple[str, str]]]:
    """Pairs of entries in one family, with the rulings they were read into."""
    for family in families:
        named = [(entry, ruling) for ruling in family.rulings for entry in entries.get(ruling, ())]
        for (a, one), (b, other) in combinations(named, 2):
            yield _pair(a, b), (one, other)


def _alike(relations: Iterable[Relation]) -> Callable[[str, str], bool]:
    """Whether `same` relations alone lead from one ruling to another."""
    near: dict[str, set[str]] = {}
    for relation in relations:
        if relation.kind == "same":
            near.setdefault(relation.a, set()).add(relation.b)
            near.setdefault(relation.b, set()).add(relation.a)

    def connected(one: str, other: str) -> bool:
        reached, front = {one}, {one}
        while front and other not in reached:
            front = {b for a in front for b in near.get(a, ())} - reached
            reached |= front
        return other in reached

    return connected


def _across(entries: Mapping[str, list[str]], a: str, b: str) -> Iterator[Pair]:
    for one in entries.get(a, ()):
        for other in entries.get(b, ()):
            if one != other:
                yield _pair(one, other)


def _pair(a: str, b: str) -> Pair:
    return (a, b) if a < b else (b, a)
