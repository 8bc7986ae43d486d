"""Filters put together: names become ids, and what nobody is called matches nothing."""

from __future__ import annotations

import pytest

from app.knowledge import Knowledge
from app.search.narrow import scope_of
from ingest.model import Filters


@pytest.mark.parametrize("name", ["Ransom Note", "ransom-note", "Nota de rescate"])
def test_a_card_by_any_of_its_names(knowledge: Knowledge, name: str) -> None:
    narrowed, notices = scope_of(knowledge, Filters(cards=(name,)))
    assert (narrowed.scope.cards, notices) == (("ransom-note",), [])


@pytest.mark.parametrize("name", ["cloak", "匿伏", "cloaked"])
def test_a_mechanic_by_any_of_its_names(knowledge: Knowledge, name: str) -> None:
    narrowed, notices = scope_of(knowledge, Filters(mechanics=(name,)))
    assert (narrowed.scope.mechanics, notices) == (("cloak",), [])


def test_a_name_nobody_has_is_noted_and_kept(knowledge: Knowledge) -> None:
    narrowed, notices = scope_of(knowledge, Filters(cards=("No Such Card",), not_mechanics=("zzz",)))
    assert (narrowed.scope.cards, narrowed.scope.not_mechanics) == (("No Such Card",), ("zzz",))
    assert [(notice.code, notice.detail) for notice in notices] == [
        ("unknown-card", "No Such Card"),
        ("unknown-mechanic", "zzz"),
    ]


def test_fields_and_parameters_narrow_together(knowledge: Knowledge) -> None:
    narrowed, _ = scope_of(knowledge, Filters(langs=("es",)), Filters(langs=("es", "en"), has=("zh-Hans",)))
    assert (narrowed.scope.langs, narrowed.scope.has) == (("es", "en"), ("zh-Hans",))


def test_the_narrower_of_two_stretches_of_time_counts(knowledge: Knowledge) -> None:
    from datetime import date as Date

    first, second = Filters(since=Date(2014, 1, 1)), Filters(since=Date(2018, 1, 1), until=Date(2020, 1, 1))
    narrowed, _ = scope_of(knowledge, first, second)
    assert narrowed.scope.since == Date(2018, 1, 1).toordinal()
    assert narrowed.scope.until == Date(2020, 1, 1).toordinal()
