"""Rulings that state the same thing, gathered: typed relations first, families from them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date as Date

import numpy as np

from ingest.linking.candidates import Numbers
from ingest.linking.comparing import Comparisons, compare
from ingest.linking.profile import Profile
from ingest.model import Family, Relation, Ruling
from ingest.normalize import normalise_body

Pair = tuple[str, str]
JOINING = ("same", "reworded")
LITERAL = "the same words"
"""Why two are the same that have a text in common word for word."""
Agree = Callable[[Sequence[str], Sequence[str]], bool]
"""Whether two groups of rulings state the same, as their members see it."""
MAX_RELATED = 6
"""How many merely related rulings are kept of each."""


@dataclass(frozen=True, slots=True)
class Related:
    """The typed relations between rulings, each pair once, by id; the pairs that contradict each other; all judged."""

    relations: list[Relation]
    apart: list[Pair]
    compared: Comparisons


def relate(rulings: Sequence[Ruling], profiles: Mapping[str, Profile], before: Comparisons | None = None) -> Related:
    """How the rulings are related; `before` is what an earlier build found of them.

    Rulings that share a text word for word are `same` without further ado, and
    one of them stands for all in the comparison.
    """
    speakers, literal = _literally_same(rulings)
    found = {(r.a, r.b): r for r in literal}
    compared = compare([profiles[id] for id in speakers], before)
    opposed, kept = _opposed(compared), _nearest(compared, speakers)
    for one, other, verdict in compared.told(kept):
        a, b = _pair(speakers[one], speakers[other])
        found[a, b] = Relation(a, b, verdict.kind, verdict.reason, verdict.score)
    apart = [_pair(speakers[one], speakers[other]) for one, other, _ in compared.told(opposed)]
    return Related(sorted(found.values(), key=lambda r: (r.a, r.b)), apart, compared)


def _pair(one: str, other: str) -> Pair:
    return (one, other) if one < other else (other, one)


def _literally_same(rulings: Sequence[Ruling]) -> tuple[list[str], list[Relation]]:
    """One ruling for each distinct statement, and the relations of the others to it."""
    first: dict[tuple[str, str], str] = {}
    speakers, relations = [], []
    for ruling in sorted(rulings, key=_oldest_first):
        keys = [(text.lang, normalise_body(text.body)) for text in ruling.texts]
        known = next((first[key] for key in keys if key in first), None)
        for key in keys:
            first.setdefault(key, ruling.id)
        if known is None or known == ruling.id:
            speakers.append(ruling.id)
        else:
            a, b = sorted((known, ruling.id))
            relations.append(Relation(a, b, "same", LITERAL, 1.0))
            if len(ruling.texts) > 1:  # its other versions may join others still
                speakers.append(ruling.id)
    return speakers, relations


def _opposed(compared: Comparisons) -> Numbers:
    """The rows of the pairs that contradict each other."""
    rows = compared.telling()
    return rows[np.array([verdict.apart for verdict in compared.verdicts], np.bool_)[compared.outcomes[rows]]]


def _nearest(compared: Comparisons, ids: Sequence[str]) -> Numbers:
    """The rows of all that have to do with each other but the weakest `related` ones of rulings that have many.

    Chosen by numbers: most pairs are merely related, and most of those are not kept.
    """
    rows = compared.telling()
    outcomes = compared.outcomes[rows]
    related = np.array([verdict.kind == "related" for verdict in compared.verdicts], np.bool_)[outcomes]
    scores = np.array([verdict.score for verdict in compared.verdicts])[outcomes[related]]
    loose, ranks = rows[related], np.argsort(np.argsort(ids))
    pairs = np.sort(ranks[compared.pairs[loose]], axis=1)
    order = np.lexsort((pairs[:, 1], pairs[:, 0], -scores))
    counts = [0] * len(ids)
    near = [at for at in order.tolist() if _has_room(counts, *pairs[at].tolist())]
    return np.sort(np.concatenate([rows[~related], loose[near]]))


def _has_room(counts: list[int], one: int, other: int) -> bool:
    """Whether two have few related ones so far; if so they are counted."""
    if counts[one] >= MAX_RELATED or counts[other] >= MAX_RELATED:
        return False
    counts[one] += 1
    counts[other] += 1
    return True


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
    days = {ruling.id: _oldest_first(ruling) for ruling in rulings}
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


def _oldest_first(ruling: Ruling) -> tuple[Date, str]:
    return ruling.date or Date.max, ruling.id


def _surest_first(relation: Relation) -> tuple[bool, float, str, str]:
    return relation.kind != "same", -relation.score, relation.a, relation.b
