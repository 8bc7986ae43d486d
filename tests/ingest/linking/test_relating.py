"""More rulings are related to those of before: as though all had been related at once."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date as Date
from datetime import timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ingest.errors import NotPatched
from ingest.linking import candidates, room
from ingest.linking.leaving import left
from ingest.linking.profile import Profile
from ingest.linking.relating import More, Pair, Related, relate, relate_more
from ingest.linking.speakers import LITERAL
from ingest.model import Relation, Ruling, Text

from .test_comparing import CONCEPTS, profile

Said = tuple[Sequence[str], str, int]

statements = st.lists(st.sampled_from(CONCEPTS), min_size=1, max_size=6)
knowledge = st.lists(
    st.tuples(statements, st.sampled_from(["en", "zh-Hans"]), st.integers(0, 3)), min_size=1, max_size=14
)


def known(said: Sequence[Said]) -> tuple[list[Ruling], dict[str, Profile]]:
    """Rulings that say these concepts in a language on a day, with their profiles."""
    rulings = [
        Ruling(f"r{at:02}", Date(2020, 1, 1) + timedelta(day), (Text(f"t{at:02}", lang, " ".join(words)),))
        for at, (words, lang, day) in enumerate(said)
    ]
    return rulings, {f"r{at:02}": profile(f"r{at:02}", words, lang) for at, (words, lang, _) in enumerate(said)}


def more_of(before: Related, new: Sequence[Ruling], profiles: dict[str, Profile], old: dict[str, Ruling]) -> More:
    """What new rulings change; those that have an id of before stand in the place of that one."""
    gone = {ruling.id for ruling in new} & old.keys()
    compared = left(before.compared, before.speakers.places(gone))
    return relate_more(new, profiles.__getitem__, old.get, compared, before.speakers.without(gone))


def beside(relations: Iterable[Relation], replaced: set[str]) -> dict[Pair, Relation]:
    """The relations by pair, but for those by the same words with a ruling that was replaced: its texts stay."""
    return {(one.a, one.b): one for one in relations if one.reason != LITERAL or replaced.isdisjoint((one.a, one.b))}


@settings(max_examples=300, deadline=None)
@given(
    knowledge,
    st.sets(st.integers(0, 13), min_size=1),
    st.sets(st.integers(0, 13), max_size=3),
    st.integers(1, 4),
    st.integers(1, 3),
)
def test_it_comes_to_the_same_as_all_at_once(
    said: list[Said], later: set[int], again: set[int], nearest: int, most: int
) -> None:
    rulings, profiles = known(said)
    old = {ruling.id: ruling for at, ruling in enumerate(rulings) if at not in later}
    new = [ruling for at, ruling in enumerate(rulings) if at in later | again]
    replaced = {ruling.id for ruling in new} & old.keys()
    other = profiles | {id: profile(id, [*said[int(id[1:])][0], "ward"], said[int(id[1:])][1]) for id in replaced}
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(candidates, "NEAREST", nearest)
        patch.setattr(room, "MAX_RELATED", most)
        before, whole = relate(list(old.values()), profiles), relate(rulings, other)
        try:
            more = more_of(before, new, other, old)
        except NotPatched:
            return
    held = {(one.a, one.b): one for one in before.relations if replaced.isdisjoint((one.a, one.b))}
    for one in more.dropped:
        del held[one.a, one.b]
    held |= {(one.a, one.b): one for one in more.relations}
    assert beside(held.values(), replaced) == beside(whole.relations, replaced)
    assert more.compared.pairs.tolist() == whole.compared.pairs.tolist()
    assert more.compared.kept.tolist() == whole.compared.kept.tolist()
    assert more.speakers.ids.tolist() == whole.speakers.ids.tolist()
    assert more.speakers.words.tolist() == whole.speakers.words.tolist()
    assert more.speakers.firsts.tolist() == whole.speakers.firsts.tolist()


def test_what_was_said_earlier_than_by_whoever_speaks_is_not_told_apart() -> None:
    rulings, profiles = known([(["cloak", "ward"], "en", 2), (["cloak", "ward"], "en", 1)])
    before = relate(rulings[:1], profiles)
    with pytest.raises(NotPatched, match="earlier"):
        more_of(before, rulings[1:], profiles, {"r00": rulings[0]})
    later, more = known([(["cloak", "ward"], "en", 1), (["cloak", "ward"], "en", 2)])
    first = relate(later[:1], more)
    found = more_of(first, later[1:], more, {"r00": later[0]})
    assert [(one.a, one.b, one.kind) for one in found.relations] == [("r00", "r01", "same")]
