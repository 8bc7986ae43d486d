"""How rulings are related: those with the same words at once, all others by what comes of comparing them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from ingest.linking.comparing import Comparisons, compare, compare_more
from ingest.linking.profile import Profile
from ingest.linking.speakers import Speakers, literally_same, more_literally_same
from ingest.linking.vectors import Marks, Numbers
from ingest.model import Relation, Ruling

Pair = tuple[str, str]
MAX_RELATED = 6
"""How many merely related rulings are kept of each."""


@dataclass(frozen=True, slots=True)
class Related:
    """The typed relations between rulings, each pair once, by id; the pairs that contradict each other.

    `compared` is all that was judged, of which the marked rows are kept, `speakers` are those that were compared.
    """

    relations: list[Relation]
    apart: list[Pair]
    compared: Comparisons
    speakers: Speakers


def relate(rulings: Sequence[Ruling], profiles: Mapping[str, Profile], before: Comparisons | None = None) -> Related:
    """How the rulings are related; `before` is what an earlier build found of them.

    Rulings that share a text word for word are `same` without further ado, and
    one of them stands for all in the comparison.
    """
    speakers, literal, first = literally_same(rulings)
    ids = [ruling.id for ruling in speakers]
    compared = compare([profiles[id] for id in ids], before)
    compared = replace(compared, kept=_nearest(compared, ids))
    found = {(r.a, r.b): r for r in literal}
    found |= {(r.a, r.b): r for r in _relations(compared, np.flatnonzero(compared.kept), ids)}
    relations = sorted(found.values(), key=lambda r: (r.a, r.b))
    return Related(relations, contradictions(compared, ids), compared, Speakers.of(speakers, first))


@dataclass(frozen=True, slots=True)
class More:
    """What more rulings change of how rulings are related: relations that are new, pairs that have none any more."""

    relations: list[Relation]
    dropped: list[Relation]
    compared: Comparisons
    speakers: Speakers


def relate_more(
    rulings: Sequence[Ruling],
    profiles: Callable[[str], Profile],
    held: Callable[[str], Ruling | None],
    compared: Comparisons,
    speakers: Speakers,
) -> More:
    """What more rulings change of relations; `held` gives a ruling of before, `profiles` that of any ruling.

    Raises `NotPatched` where that can't be told from them and those near them.
    """
    speaking, literal, first = more_literally_same(rulings, speakers, held)
    speaking = sorted(speaking, key=speakers.place)
    places = np.array([speakers.place(ruling) for ruling in speaking], np.intp)
    after = speakers.with_more(speaking, places, first)
    ids = after.ids.astype(str).tolist()
    every = _Profiles(ids, profiles)
    now = compare_more(compared, [profiles(ruling.id) for ruling in speaking], places, every)
    now = replace(now, kept=_nearest(now, ids))
    moved = np.arange(len(speakers.ids))
    moved += np.searchsorted(places, moved, side="right")
    was, is_now = _keys(moved[compared.pairs[compared.kept]], len(ids)), _keys(now.pairs[now.kept], len(ids))
    come = np.flatnonzero(now.kept)[~np.isin(is_now, was)]
    gone = np.flatnonzero(compared.kept)[~np.isin(was, is_now)]
    found = {(r.a, r.b): r for r in [*literal, *_relations(now, come, ids)]}
    dropped = list(_relations(compared, gone, speakers.ids.astype(str).tolist()))
    return More(list(found.values()), dropped, now, after)


class _Profiles(Sequence[Profile]):
    """The profiles of rulings in a row, each made when it is asked for."""

    def __init__(self, ids: Sequence[str], of: Callable[[str], Profile]) -> None:
        self._ids, self._of = ids, of

    def __len__(self) -> int:
        return len(self._ids)

    def __getitem__(self, place):  # type: ignore[no-untyped-def, override]
        return self._of(self._ids[place])


def contradictions(compared: Comparisons, ids: Sequence[str], among: Marks | None = None) -> list[Pair]:
    """The pairs that contradict each other; only those of two marked rulings where any are marked."""
    rows = compared.telling()
    rows = rows[compared.verdicts.apart[compared.outcomes[rows]]]
    if among is not None:
        rows = rows[among[compared.pairs[rows]].all(axis=1)]
    return [_pair(ids[one], ids[other]) for one, other in compared.pairs[rows].tolist()]


def _relations(compared: Comparisons, rows: Numbers, ids: Sequence[str]) -> list[Relation]:
    found = []
    for one, other, verdict in compared.told(rows):
        a, b = _pair(ids[one], ids[other])
        found.append(Relation(a, b, verdict.kind, verdict.reason, verdict.score))
    return found


def _pair(one: str, other: str) -> Pair:
    return (one, other) if one < other else (other, one)


def _keys(pairs: Numbers, size: int) -> Numbers:
    return pairs[:, 0] * size + pairs[:, 1]


def _nearest(compared: Comparisons, ids: Sequence[str]) -> Marks:
    """Which rows are kept: all that have to do with each other but the weakest `related` ones of those with many.

    Chosen by numbers: most pairs are merely related, and most of those are not kept.
    """
    rows = compared.telling()
    outcomes = compared.outcomes[rows]
    related = compared.verdicts.of_kind("related")[outcomes]
    scores = compared.verdicts.scores[outcomes[related]]
    loose, ranks = rows[related], np.argsort(np.argsort(ids))
    pairs = np.sort(ranks[compared.pairs[loose]], axis=1)
    order = np.lexsort((pairs[:, 1], pairs[:, 0], -scores))
    counts = [0] * len(ids)
    near = [at for at, pair in zip(order.tolist(), pairs[order].tolist(), strict=True) if _has_room(counts, *pair)]
    kept = np.zeros(len(compared.pairs), np.bool_)
    kept[rows[~related]] = kept[loose[near]] = True
    return kept


def _has_room(counts: list[int], one: int, other: int) -> bool:
    """Whether two have few related ones so far; if so they are counted."""
    if counts[one] >= MAX_RELATED or counts[other] >= MAX_RELATED:
        return False
    counts[one] += 1
    counts[other] += 1
    return True
