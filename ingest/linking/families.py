"""Rulings that state the same thing, gathered: families made of typed relations."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from datetime import date as Date

from ingest.linking.relating import Pair
from ingest.linking.speakers import LITERAL, oldest_first
from ingest.model import Family, Relation, Ruling

JOINING = ("same", "reworded")
Agree = Callable[[Sequence[str], Sequence[str]], bool]
"""Whether two groups of rulings state the same, as their members see it."""


def gather(
    rulings: Sequence[Ruling],
    relations: Iterable[Relation],
    apart: Iterable[Pair] = (),
    lists: Mapping[str, frozenset[object]] | None = None,
    certain: Collection[Pair] = (),
    agree: Agree | None = None,
) -> list[Family]:
    """The families that `same` and `reworded` relations make, those of `certain` pairs first, then surest first.

    Two rulings that are parallel, or that are to be kept `apart`, never come into
    one family, however many others lie between them. Nor do two that
    stand in one of the `lists` (a page's of one day), which names nothing twice,
    unless they were found to be the same themselves. Two groups meet where they `agree`,
    but for those that a certain pair or the same words bring together.
    """
    relations = list(relations)
    days = {ruling.id: oldest_first(ruling) for ruling in rulings}
    groups = _Groups(days, lists or {}, [*((r.a, r.b) for r in relations if r.kind == "parallel"), *apart])
    joining = [r for r in relations if r.kind in JOINING]
    for relation in sorted(joining, key=lambda r: ((r.a, r.b) not in certain, *_surest_first(r))):
        settled = (relation.a, relation.b) in certain or relation.reason == LITERAL
        groups.join(relation, None if settled else agree)
    return sorted(_families(groups.all(), days), key=lambda family: family.id)


class _Groups:
    """Rulings joined so far, with what each group must not meet."""

    def __init__(self, ids: Iterable[str], lists: Mapping[str, frozenset[object]], forbidden: Iterable[Pair]) -> None:
        self._lists = lists
        self._of = {ruling: [ruling] for ruling in ids}
        self._stands = {ruling: set(lists.get(ruling, ())) for ruling in self._of}
        self._forbidden: dict[str, set[str]] = defaultdict(set)
        for a, b in forbidden:
            self._forbidden[a].add(b)
            self._forbidden[b].add(a)

    def join(self, relation: Relation, agree: Agree | None = None) -> None:
        """Makes one group of the two that a relation touches, where nothing keeps them apart and they agree."""
        one, other = self._of[relation.a], self._of[relation.b]
        if one is other or self._clash(one, other, relation) or (agree and not agree(one, other)):
            return
        small, large = sorted((one, other), key=len)
        self._stands[large[0]] |= self._stands.pop(small[0])
        large.extend(small)
        for moved in small:
            self._of[moved] = large

    def all(self) -> list[list[str]]:
        """Every group."""
        return list({group[0]: group for group in self._of.values()}.values())

    def _clash(self, one: list[str], other: list[str], relation: Relation) -> bool:
        small, large = sorted((one, other), key=len)
        held = set(large)
        if any(not held.isdisjoint(self._forbidden[ruling]) for ruling in small if ruling in self._forbidden):
            return True
        shared = self._stands[small[0]] & self._stands[large[0]]
        return not shared <= self._lists.get(relation.a, frozenset()) & self._lists.get(relation.b, frozenset())


def _families(groups: Iterable[list[str]], days: Mapping[str, tuple[Date, str]]) -> Iterator[Family]:
    for group in groups:
        ordered = sorted(group, key=lambda ruling: days[ruling])
        yield Family(ordered[0], tuple(ordered))


def _surest_first(relation: Relation) -> tuple[bool, float, str, str]:
    return relation.kind != "same", -relation.score, relation.a, relation.b
