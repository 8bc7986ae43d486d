"""Synopses hold what the record holds, and their spots are where the languages find the terms."""

from __future__ import annotations

import shutil
from pathlib import Path

import numpy as np
import pytest
from msgspec.json import decode

from app.knowledge import Knowledge
from app.search.highlight import merged
from ingest.errors import SnapshotError
from ingest.index.arrays import decode_all
from ingest.index.spots import Block, found
from ingest.mentions import CARRIED, Mentioned
from ingest.snapshot import INDEX
from ingest.synopses import FOLDER, Kept, Synopses
from ingest.synopsis import Version


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


def test_mentions_are_the_concepts_that_stand_in_the_texts(knowledge: Knowledge) -> None:
    families = [one.id for one in knowledge.store.families()]
    names = decode_all(knowledge.synopses.mentions.concepts.tolist())
    mentioned = in_texts(knowledge.synopses.mentioned(families, names))
    columns = (mentioned.owners, mentioned.texts, mentioned.starts, mentioned.concepts)
    found = {(*place, names[concept]) for *place, concept in zip(*(one.tolist() for one in columns), strict=True)}
    numbers = knowledge.synopses.names.numbers_of([f"@{name}" for name in names])
    named = dict(zip(numbers, names, strict=True))
    expected = {
        (family, text, spot["start"], named[spot["name"]])
        for family, kept in enumerate(knowledge.synopses.of(families))
        for text, block in enumerate(by_text(kept))
        for spot in block
        if spot["name"] in named
    }
    assert found == expected
    assert len(found) > 200
    some = {"manifest", "face-down", "of-which-nothing-speaks"}
    few = in_texts(knowledge.synopses.mentioned(families, sorted(some)))
    told = zip(few.owners.tolist(), few.texts.tolist(), few.starts.tolist(), few.concepts.tolist(), strict=True)
    assert {(*place, names[concept]) for *place, concept in told} == {one for one in expected if one[-1] in some}
    assert len(few.owners) > 20


def test_mentions_of_a_snapshot_that_has_no_table_of_them_are_the_same(
    knowledge: Knowledge, home: Path, tmp_path: Path
) -> None:
    written = knowledge.synopses.mentions
    older = tmp_path / "index"
    shutil.copytree(home / "snapshots" / knowledge.snapshot / INDEX / FOLDER, older / FOLDER)
    for file in (older / FOLDER).glob("mentions.*"):
        file.unlink()
    made = Synopses(older).mentions
    assert len(made.rows.values) > 200
    for one, other in ((made.rows.values, written.rows.values), (made.days, written.days)):
        assert one.tolist() == other.tolist()


def test_a_family_without_a_record_speaks_of_nothing(knowledge: Knowledge) -> None:
    first = knowledge.store.families()[0].id
    names = decode_all(knowledge.synopses.mentions.concepts.tolist())
    mentioned = knowledge.synopses.mentioned(["nobody", first], names)
    assert mentioned.days[0] == 0 < mentioned.days[1]
    assert set(mentioned.owners.tolist()) == {1}


def in_texts(mentioned: Mentioned) -> Mentioned:
    return mentioned.only(np.flatnonzero(mentioned.texts != CARRIED))


def by_text(kept: Kept | None) -> list[Block]:
    assert kept is not None
    return np.split(kept.block, np.cumsum(kept.counts)[:-1])


def _texts(knowledge: Knowledge, text: str):
    ruling = knowledge.store.ruling(knowledge.store.resolve(text) or "")
    return ruling.texts if ruling else ()


def test_a_family_that_is_not_there_is_none(knowledge: Knowledge) -> None:
    assert knowledge.synopses.of(["nobody"]) == [None]


def test_synopses_that_are_missing_are_said_to_be(tmp_path: Path) -> None:
    with pytest.raises(SnapshotError):
        Synopses(tmp_path)


def test_a_version_is_the_one_of_the_record_with_its_marks(knowledge: Knowledge) -> None:
    kept = next(one for one in knowledge.synopses.of([one.id for one in knowledge.store.families()]) if one)
    kept.marks = found([[(0, 3), (5, 9)], *[()] * (len(kept.marks) - 1)])
    first, *others = kept.versions()
    given, total = kept.first(100)
    assert [decode(one, type=Version) for one in given] == [first, *others]
    assert first.marks == [(0, 3), (5, 9)]
    assert total == len(given) == len(kept.marks)
