"""Synopses hold what the record holds, and their spots are where the languages find the terms."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.knowledge import Knowledge
from app.search.highlight import merged
from ingest.errors import SnapshotError
from ingest.synopses import Synopses


def test_a_synopsis_tells_each_wording_of_its_family_once(knowledge: Knowledge) -> None:
    families = knowledge.store.families()
    told = 0
    for family, kept in zip(families, knowledge.synopses.of([one.id for one in families]), strict=True):
        assert kept is not None
        texts = [text for ruling in knowledge.store.rulings(family.rulings) for text in ruling.texts]
        versions = kept.versions()
        assert sorted((one.lang, one.body) for one in versions) == sorted({(one.lang, one.body) for one in texts})
        assert {one.id for one in versions} <= {one.id for one in texts}
        assert kept.synopsis.id in family.rulings
        told += len(versions)
    assert told > 100


@pytest.mark.parametrize(
    "names", [("en~manifest", "en~morph"), ("es~criatur",), ("zh~显化", "zh2~生物"), ("#2/2", "#{x}"), ("=face",)]
)
def test_spots_are_where_the_language_finds_the_terms(knowledge: Knowledge, names: tuple[str, ...]) -> None:
    found = 0
    for kept in knowledge.synopses.of([one.id for one in knowledge.store.families()]):
        assert kept is not None
        spans = knowledge.synopses.names.find(kept.block, kept.counts, names)
        for number, version in enumerate(kept.versions()):
            text = next(one for one in _texts(knowledge, version.id) if one.id == version.id)
            expected = knowledge.languages.of(text.lang).spans_of(text.body, frozenset(names), text.insertions)
            assert spans[number] == merged(expected)
            found += len(spans[number])
    assert found


def _texts(knowledge: Knowledge, text: str):
    ruling = knowledge.store.ruling(knowledge.store.resolve(text) or "")
    return ruling.texts if ruling else ()


def test_a_family_that_is_not_there_is_none(knowledge: Knowledge) -> None:
    assert knowledge.synopses.of(["nobody"]) == [None]


def test_synopses_that_are_missing_are_said_to_be(tmp_path: Path) -> None:
    with pytest.raises(SnapshotError):
        Synopses(tmp_path)
