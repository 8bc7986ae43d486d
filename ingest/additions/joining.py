"""How new rulings are related to those of before, and whose families they make, join or change."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from ingest.additions.aligning import Aligned, aligned_with
from ingest.additions.before import Before
from ingest.additions.feed_pages import require_pages_as_they_were
from ingest.catalogue import Catalogue
from ingest.errors import NotPatched
from ingest.linking import decided
from ingest.linking.alignment import OF_ENGLISH, through_their_english
from ingest.linking.consensus import Consensus
from ingest.linking.families import JOINING, gather
from ingest.linking.leaving import left
from ingest.linking.link import Standing
from ingest.linking.profile import Profile
from ingest.linking.relating import More, Pair, contradictions, kept_of, relate_more
from ingest.linking.speakers import LITERAL, oldest_first
from ingest.model import Family, Relation, Ruling

MOST = 4000
"""Rulings that one new ruling may bring together at the most."""


@dataclass(frozen=True, slots=True)
class Joined:
    """What new rulings change of relations and families: what came of each, and what went.

    `together` are all relations as they are now.
    """

    more: More
    relations: tuple[Relation, ...]
    dropped: tuple[Relation, ...]
    families: tuple[Family, ...]
    gone: tuple[Family, ...]
    together: Together


def join(new: Standing, before: Before, catalogue: Catalogue, profiles: Mapping[str, Profile]) -> Joined:
    """What the new rulings change; raises `NotPatched` where they would change more than can be told from them."""
    rulings = {ruling.id: ruling for ruling in new.rulings}
    more = _more(new.rulings, before, profiles)
    aligned = aligned_with(new.rulings, before, profiles)
    relations = {(r.a, r.b): r for r in _said(more, aligned, rulings, before)}
    relations |= {(r.a, r.b): r for r in aligned.relations}
    dropped = _dropped(more.dropped, before) | _of_gone(before) | _guessed(aligned, rulings, before)
    require_pages_as_they_were(relations.values(), dropped.values(), new.rulings, before)
    together = Together(before, rulings, relations, dropped)
    joining = (one for one in (*relations.values(), *dropped.values()) if one.kind in JOINING)
    parted = {id for one in joining for id in (one.a, one.b)}
    beside = _families_of(before.gone | aligned.settled | aligned.alone | parted - rulings.keys(), before)
    members = together.reached([*rulings, *(id for one in beside for id in one.rulings if id not in before.gone)])
    families = _families(members, together, new, before, catalogue, profiles, more)
    old = {*_families_of(members - rulings.keys(), before), *beside}
    if {id for family in old for id in family.rulings} - before.gone != members - rulings.keys():
        raise NotPatched("a family reaches beyond the relations of its rulings")
    come, gone = set(families) - old, old - set(families)
    return Joined(more, tuple(relations.values()), tuple(dropped.values()), _by_id(come), _by_id(gone), together)


def _more(new: Sequence[Ruling], before: Before, profiles: Mapping[str, Profile]) -> More:
    """How new rulings are related to those that stay, and to whom those were that are gone by the same words."""
    speakers = before.kept.speakers
    stay = speakers.without(before.gone) if before.gone else speakers
    compared = left(before.compared, speakers.places(before.gone))
    more = relate_more(new, profiles.__getitem__, before.store.ruling, compared, stay)
    literal = list(_literally(new, before))
    return replace(more, relations=[*more.relations, *literal])


def _literally(new: Sequence[Ruling], before: Before) -> Iterator[Relation]:
    """The relations to new rulings of those who say, word for word and later, what rulings said that are gone."""
    places = {text.id: ruling for ruling in new for text in ruling.texts}
    for id in sorted(before.gone):
        elder, mine = before.ruling(id), places[id]
        for one in before.store.relations(id):
            if one.reason != LITERAL or one.b in before.gone:
                continue
            if oldest_first(elder) < oldest_first(before.ruling(one.b)):
                a, b = sorted((mine.id, one.b))
                yield Relation(a, b, one.kind, one.reason, one.score)


def _of_gone(before: Before) -> dict[Pair, Relation]:
    """The relations of the rulings that are gone."""
    held = (_in_order(one) for id in before.gone for one in before.store.relations(id))
    return {(one.a, one.b): one for one in held}


def _guessed(aligned: Aligned, new: Mapping[str, Ruling], before: Before) -> dict[Pair, Relation]:
    """The relations of before that no longer stand, for others are aligned now or aligned otherwise."""
    concerned = sorted(aligned.settled | aligned.alone)
    every = [_in_order(one) for id in concerned for one in before.relations(id)]
    ends = {id for one in (*every, *aligned.relations) for id in (one.a, one.b)}
    left = through_their_english(every, aligned.relations, [new.get(id) or before.ruling(id) for id in sorted(ends)])
    again = {(one.a, one.b) for one in aligned.relations}
    stay = {(one.a, one.b) for one in left if (one.a, one.b) not in again and not _was_of(one, aligned)}
    return {(one.a, one.b): one for one in every if (one.a, one.b) not in stay}


def _was_of(one: Relation, aligned: Aligned) -> bool:
    """Whether a relation is that of a ruling to its English, which it has no longer."""
    return one.reason.startswith(OF_ENGLISH) and not aligned.alone.isdisjoint((one.a, one.b))


def _families_of(ids: Iterable[str], before: Before) -> list[Family]:
    """The families of before that some rulings were in."""
    known = {family for id in ids if (family := before.store.family_of(id))}
    return [family for id in sorted(known) if (family := before.store.family(id))]


def _by_id(families: Iterable[Family]) -> tuple[Family, ...]:
    return tuple(sorted(families, key=lambda family: family.id))


# --- relations ---------------------------------------------------------------


def _said(more: More, aligned: Aligned, new: Mapping[str, Ruling], before: Before) -> list[Relation]:
    """The relations that stand beside what was settled before; those that are alone again speak for themselves."""
    back = kept_of(more, aligned.alone) if aligned.alone else []
    found = list({(one.a, one.b): one for one in (*more.relations, *back)}.values())
    ends = {id for one in (*found, *aligned.relations) for id in (one.a, one.b)}
    rulings = [new.get(id) or before.ruling(id) for id in ends]
    settled = [
        one
        for ruling in rulings
        if ruling.id not in new and ruling.id not in aligned.alone and not ruling.text_in("en")
        for one in before.relations(ruling.id)
        if one.reason.startswith(OF_ENGLISH)
    ]
    ends_of_settled = [before.ruling(one.b) for one in settled]
    held = [*aligned.relations, *map(_in_order, settled)]
    left = through_their_english(found, held, [*rulings, *ends_of_settled])
    return [one for one in left if one.a in new or one.b in new or _is_new(one, aligned, before)]


def _is_new(one: Relation, aligned: Aligned, before: Before) -> bool:
    """Whether a relation of two rulings of before is none of before."""
    if aligned.alone.isdisjoint((one.a, one.b)):
        return _makes_room(one, before)
    held = _held(one, before)
    return held is None or _was_of(held, aligned)


def _makes_room(one: Relation, before: Before) -> bool:
    """Whether a relation of two rulings of before is kept now, for there is room for it or one found the other."""
    return _held(one, before) is None


def _dropped(gone: Sequence[Relation], before: Before) -> dict[Pair, Relation]:
    """The relations of before that are no longer kept; what is certain stays."""
    return {(one.a, one.b): one for one in gone if (held := _held(one, before)) and held.reason == one.reason}


def _held(one: Relation, before: Before) -> Relation | None:
    """The relation of before between the two of another."""
    return next((held for held in before.relations(one.a) if held.b == one.b), None)


def _in_order(one: Relation) -> Relation:
    a, b = sorted((one.a, one.b))
    return Relation(a, b, one.kind, one.reason, one.score)


# --- families ----------------------------------------------------------------


class Together:
    """All relations as they are now, ruling by ruling."""

    def __init__(
        self,
        before: Before,
        new: Mapping[str, Ruling],
        relations: Mapping[Pair, Relation],
        dropped: Mapping[Pair, Relation],
    ) -> None:
        self._before, self._new, self._dropped = before, new, dropped
        self._more: dict[str, dict[Pair, Relation]] = {}
        for pair, one in relations.items():
            for id in pair:
                self._more.setdefault(id, {})[pair] = one

    def of(self, id: str) -> dict[Pair, Relation]:
        """The relations of a ruling, by pair."""
        held = () if id in self._new else map(_in_order, self._before.relations(id))
        stayed = {(one.a, one.b): one for one in held if (one.a, one.b) not in self._dropped}
        return stayed | self._more.get(id, {})

    def among(self, ids: Iterable[str]) -> list[Relation]:
        """The relations between some rulings, by pair."""
        members = set(ids)
        held = {pair: one for id in members for pair, one in self.of(id).items() if members.issuperset(pair)}
        return sorted(held.values(), key=lambda one: (one.a, one.b))

    def reached(self, seeds: Iterable[str]) -> set[str]:
        """The rulings to which relations lead that make families."""
        reached, front = set(seeds), list(seeds)
        while front:
            joined = (one for one in self.of(front.pop()).values() if one.kind in JOINING)
            more = {id for one in joined for id in (one.a, one.b)} - reached
            reached |= more
            front += more
            if len(reached) > MOST:
                raise NotPatched("very many rulings are related")
        return reached


def _families(
    members: set[str],
    together: Together,
    new: Standing,
    before: Before,
    catalogue: Catalogue,
    profiles: Mapping[str, Profile],
    more: More,
) -> list[Family]:
    """The families of some rulings, to whom no relation leads from any other."""
    own = {ruling.id: ruling for ruling in new.rulings}
    rulings = [own.get(id) or before.ruling(id) for id in sorted(members)]
    relations = together.among(members)
    held = {(one.a, one.b): one for one in relations}
    lists = {one.id: new.lists[one.id] if one.id in own else before.lists(one) for one in rulings}
    among = np.isin(more.speakers.ids, np.array(sorted(members), np.bytes_))
    opposed = contradictions(more.compared, more.speakers.ids, among)
    apart = [pair for pair in opposed if (one := held.get(pair)) is None or one.kind not in JOINING]
    apart += decided.apart(catalogue.decisions, rulings)
    certain = {pair for pair, one in held.items() if one.reason.startswith((OF_ENGLISH, decided.DECIDED))}
    return gather(rulings, relations, apart, lists, certain, Consensus(profiles, relations).agree)
