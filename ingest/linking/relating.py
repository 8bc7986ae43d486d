"""How rulings are related: those with the same words at once, all others by what comes of comparing them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from ingest.linking.comparing import Comparisons, compare, compare_more, moved_by
from ingest.linking.leaving import Left
from ingest.linking.profile import Profile
from ingest.linking.room import Ids, kept, kept_with_more
from ingest.linking.speakers import Speakers, literally_same, more_literally_same
from ingest.linking.vectors import Marks, Numbers
from ingest.model import Relation, Ruling

Pair = tuple[str, str]


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
    compared = replace(compared, kept=kept(compared, ids))
    standing = Speakers.of(speakers, first)
    found = {(r.a, r.b): r for r in literal}
    found |= {(r.a, r.b): r for r in _relations(compared, np.flatnonzero(compared.kept), standing.ids)}
    relations = sorted(found.values(), key=lambda r: (r.a, r.b))
    return Related(relations, contradictions(compared, standing.ids), compared, standing)


@dataclass(frozen=True, slots=True)
class More:
    """What more rulings change of how rulings are related: relations that are new, pairs that have none any more."""

    relations: list[Relation]
    dropped: list[Relation]
    compared: Comparisons
    speakers: Speakers


def kept_of(more: More, ids: Collection[str]) -> list[Relation]:
    """The relations that some rulings are kept in, by what comes of comparing them."""
    asked = np.isin(more.speakers.ids, np.array(sorted(ids), np.bytes_))
    rows = np.flatnonzero(more.compared.kept & asked[more.compared.pairs].any(axis=1))
    return _relations(more.compared, rows, more.speakers.ids)


def relate_more(
    rulings: Sequence[Ruling],
    profiles: Callable[[str], Profile],
    held: Callable[[str], Ruling | None],
    before: Left,
    speakers: Speakers,
) -> More:
    """What more rulings change of relations; `held` gives a ruling of before, `profiles` that of any ruling.

    `before` and `speakers` hold none whose place one of the new ones takes.
    Raises `NotPatched` where that can't be told from them and those near them.
    """
    speaking, literal, first = more_literally_same(rulings, speakers, held)
    speaking = sorted(speaking, key=speakers.place)
    places = np.array([speakers.place(ruling) for ruling in speaking], np.intp)
    after = speakers.with_more(speaking, places, first)
    every = _Profiles(after.ids, profiles)
    compared, moved = before.compared, moved_by(places, len(speakers.ids))
    now = compare_more(compared, [profiles(ruling.id) for ruling in speaking], places, every, before.bereft)
    come, gone, now = _changed(compared, now, moved, after.ids, moved[before.lost])
    found = {(r.a, r.b): r for r in [*literal, *_relations(now, come, after.ids)]}
    return More(list(found.values()), _relations(compared, gone, speakers.ids), now, after)


def _changed(
    before: Comparisons, now: Comparisons, moved: Numbers, ids: Ids, lost: Numbers
) -> tuple[Numbers, Numbers, Comparisons]:
    """The rows that are kept now and were not, those that were and are not, and the comparisons with what is kept.

    `lost` are those who had a kept pair with a ruling that is gone.
    """
    keys = _keys(now.pairs, len(ids))
    at = np.searchsorted(keys, were := _keys(moved[before.pairs], len(ids)))
    there = keys[np.minimum(at, len(keys) - 1)] == were if len(keys) else np.zeros(len(were), np.bool_)
    was, known = (np.zeros(len(keys), np.bool_) for _ in range(2))
    was[at[there]], known[at[there]] = before.kept[there], True
    lost = np.union1d(lost, moved[before.pairs[before.kept & ~there]])
    now = replace(now, kept=kept_with_more(now, ids, was, np.flatnonzero(~known), lost))
    stays = np.zeros(len(were), np.bool_)
    stays[there] = now.kept[at[there]]
    return np.flatnonzero(now.kept & ~was), np.flatnonzero(before.kept & ~stays), now


class _Profiles(Sequence[Profile]):
    """The profiles of rulings in a row, each made when it is asked for."""

    def __init__(self, ids: Ids, of: Callable[[str], Profile]) -> None:
        self._ids, self._of = ids, of

    def __len__(self) -> int:
        return len(self._ids)

    def __getitem__(self, place):  # type: ignore[no-untyped-def, override]
        return self._of(self._ids[place].decode())


def contradictions(compared: Comparisons, ids: Ids, among: Marks | None = None) -> list[Pair]:
    """The pairs that contradict each other; only those of two marked rulings where any are marked."""
    rows = compared.telling()
    rows = rows[compared.verdicts.apart[compared.outcomes[rows]]]
    if among is not None:
        rows = rows[among[compared.pairs[rows]].all(axis=1)]
    named = ids[compared.pairs[rows]].tolist()
    return [_pair(one.decode(), other.decode()) for one, other in named]


def _relations(compared: Comparisons, rows: Numbers, ids: Ids) -> list[Relation]:
    found = []
    for one, other, verdict in compared.told(rows):
        a, b = _pair(ids[one].decode(), ids[other].decode())
        found.append(Relation(a, b, verdict.kind, verdict.reason, verdict.score))
    return found


def _pair(one: str, other: str) -> Pair:
    return (one, other) if one < other else (other, one)


def _keys(pairs: Numbers, size: int) -> Numbers:
    return pairs[:, 0] * size + pairs[:, 1]
