"""How new rulings are related to those of before, and whose families they make, join or change."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from ingest.additions.before import Before
from ingest.catalogue import Catalogue
from ingest.errors import NotPatched
from ingest.linking import decided
from ingest.linking.alignment import OF_ENGLISH, align, through_their_english
from ingest.linking.consensus import Consensus
from ingest.linking.families import JOINING, gather
from ingest.linking.link import Standing
from ingest.linking.profile import Profile
from ingest.linking.relating import More, Pair, contradictions, relate_more
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
    more = relate_more(new.rulings, profiles.__getitem__, before.store.ruling, before.compared, before.kept.speakers)
    aligned = _aligned(new.rulings, before, profiles)
    relations = {(r.a, r.b): r for r in _said(more.relations, aligned, rulings, before)}
    relations |= {(r.a, r.b): r for r in aligned}
    dropped = _dropped(more.dropped, before)
    together = Together(before, rulings, relations, dropped)
    members = together.reached(rulings)
    families = _families(members, together, new, before, catalogue, profiles, more)
    was = {before.store.family_of(id) for id in members if id not in rulings}
    old = {family for id in was if id and (family := before.store.family(id))}
    if {id for family in old for id in family.rulings} != members - rulings.keys():
        raise NotPatched("a family reaches beyond the relations of its rulings")
    come, gone = set(families) - old, old - set(families)
    return Joined(more, tuple(relations.values()), tuple(dropped.values()), _by_id(come), _by_id(gone), together)


def _by_id(families: Iterable[Family]) -> tuple[Family, ...]:
    return tuple(sorted(families, key=lambda family: family.id))


# --- relations ---------------------------------------------------------------


def _aligned(new: Sequence[Ruling], before: Before, profiles: Mapping[str, Profile]) -> list[Relation]:
    """The new rulings without English that are aligned to the English of their card and day."""
    beside: dict[str, Ruling] = {}
    for ruling in new:
        for card in (link.target for link in ruling.links if link.kind == "card" and link.role == "subject"):
            held = (before.ruling(id) for id in before.store.card_rulings(card))
            of_day = [one for one in held if ruling.date and one.date == ruling.date]
            if ruling.text_in("en") and not all(one.text_in("en") for one in of_day):
                raise NotPatched("the English of a translation of before came")
            beside |= {one.id: one for one in of_day if one.text_in("en")}
    return align([*new, *beside.values()], profiles)


def _said(
    found: Sequence[Relation], aligned: Sequence[Relation], new: Mapping[str, Ruling], before: Before
) -> list[Relation]:
    """The relations that stand beside what was settled before."""
    ends = {id for one in found for id in (one.a, one.b)} | {id for one in aligned for id in (one.a, one.b)}
    rulings = [new.get(id) or before.ruling(id) for id in ends]
    settled = [
        one
        for ruling in rulings
        if ruling.id not in new and not ruling.text_in("en")
        for one in before.store.relations(ruling.id)
        if one.reason.startswith(OF_ENGLISH)
    ]
    ends_of_settled = [before.ruling(one.b) for one in settled]
    left = through_their_english(found, [*aligned, *map(_in_order, settled)], [*rulings, *ends_of_settled])
    return [one for one in left if one.a in new or one.b in new or _makes_room(one, before)]


def _makes_room(one: Relation, before: Before) -> bool:
    """Whether a relation of two rulings of before is kept now, for there is room for it."""
    if one.kind != "related":
        raise NotPatched("two rulings of before are more than related now")
    return _held(one, before) is None


def _dropped(gone: Sequence[Relation], before: Before) -> dict[Pair, Relation]:
    """The relations of before that are no longer kept; what is certain stays."""
    if any(one.kind != "related" for one in gone):
        raise NotPatched("two rulings of before are no longer what they were to each other")
    return {(one.a, one.b): one for one in gone if (held := _held(one, before)) and held.reason == one.reason}


def _held(one: Relation, before: Before) -> Relation | None:
    """The relation of before between the two of another."""
    return next((held for held in before.store.relations(one.a) if held.b == one.b), None)


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
        held = () if id in self._new else map(_in_order, self._before.store.relations(id))
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
