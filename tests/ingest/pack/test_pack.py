"""The offline pack holds all that a snapshot says, in parts that stay the same where nothing changed."""

from __future__ import annotations

import gzip
import json
from itertools import accumulate
from pathlib import Path

import pytest

from ingest.errors import SnapshotError
from ingest.pack import Pack, open_pack
from ingest.pipeline import build
from ingest.snapshot import PACK, RECORD, Home, Snapshot
from ingest.store import Store

PAGE = "Lightform\n\n• ({day} official)\n\n  {zh}\n\n  {en}\n"
OLD = PAGE.format(day="2018-07-13", zh="它不会因此横置。", en="Turning it face up doesn't tap it.")
NEW = PAGE.format(day="2024-06-07", zh="显化的牌牌面朝下。", en="A manifested card is face down.")


@pytest.fixture(scope="module")
def snapshot(home: Path) -> Snapshot:
    found = Home(home).sound()
    assert found
    return found


@pytest.fixture(scope="module")
def pack(snapshot: Snapshot) -> Pack:
    found = open_pack(snapshot.path / PACK)
    assert found
    return found


def parts(pack: Pack, kind: str) -> list:
    names = [part.name for part in pack.parts if part.name.startswith(f"{kind}-")]
    return [json.loads(gzip.decompress(pack.part(name) or b"")) for name in names]


def families(pack: Pack) -> list[list]:
    return [family for part in parts(pack, "families") for family in part["families"]]


@pytest.fixture(scope="module")
def store(snapshot: Snapshot):
    held = Store(snapshot.path / RECORD)
    yield held
    held.close()


def test_every_ruling_is_in_the_pack_in_its_family_with_its_day(pack: Pack, store: Store) -> None:
    packed = {frozenset(ruling[0] for ruling in family) for family in families(pack)}
    assert packed == {frozenset(family.rulings) for family in store.families()}
    days = {ruling[0]: ruling[1] for family in families(pack) for ruling in family}
    assert days == {one.id: one.date.isoformat() for one in store.list_rulings(0, 1000) if one.date}
    assert pack.families == len(packed) > 10


def test_every_wording_is_in_the_pack_with_who_it_is_by(pack: Pack, store: Store) -> None:
    packed = {(text[0], text[1], text[2]) for family in families(pack) for ruling in family for text in ruling[3]}
    held = {(text.lang, text.origin, text.body) for one in store.list_rulings(0, 1000) for text in one.texts}
    assert packed == held
    assert {origin for _, origin, _ in packed} >= {"official", "machine", "unstated"}
    assert {lang for lang, _, _ in packed} == {"en", "es", "zh-Hans"}


def test_a_label_stands_beside_an_origin_that_it_does_not_name(pack: Pack) -> None:
    labels = {(text[1], text[3]) for family in families(pack) for one in family for text in one[3] if len(text) > 3}
    assert labels == {("machine", "gpt")}


def test_terms_lead_to_the_families_whose_texts_hold_them(pack: Pack, store: Store) -> None:
    found = 0
    for part in parts(pack, "families"):
        for term, gaps in part["terms"].items():
            for place in accumulate(gaps):
                texts = [text.id for ruling in part["families"][place] for text in store.ruling(ruling[0]).texts]
                assert term in {name for spans in store.term_spans(texts).values() for name, _, _ in spans}
                found += 1
    assert found > 100


def test_terms_and_cards_of_rulings_are_named_in_every_language_known(pack: Pack) -> None:
    (terms,) = parts(pack, "terms")
    manifest = next(row for row in terms["terms"] if row[0] == "manifest")
    assert (manifest[1], manifest[3]) == (2, {"en": "manifest", "es": "manifestar", "zh-Hans": "显化"})
    assert 0 < manifest[2] < 0.1
    assert "manifested" in manifest[4]["en"]
    assert {"the", "de"} < set(terms["small"])
    assert dict(zip(*terms["fold"], strict=True))["顯"] == "显"
    cards = {row[0]: row for part in parts(pack, "cards") for row in part}
    assert cards["lightform"][1]["zh-Hans"] == "明光赋形"
    assert "光形" in cards["lightform"][2]


def test_the_size_said_is_the_size_sent(pack: Pack) -> None:
    assert pack.bytes == sum(len(pack.part(part.name) or b"") for part in pack.parts) > 10_000


@pytest.mark.parametrize("name", ["", "pack.json", "../record", "families-00000000000000000000", "terms"])
def test_only_parts_of_the_pack_are_given(pack: Pack, name: str) -> None:
    assert pack.part(name) is None


def test_a_folder_without_a_pack_or_with_one_of_another_format_gives_none(tmp_path: Path) -> None:
    assert open_pack(tmp_path) is None
    (tmp_path / "pack.json").write_text('{"format": 0, "parts": []}', "utf-8")
    assert open_pack(tmp_path) is None


def test_a_statement_that_comes_leaves_the_parts_before_it_as_they_are(build_pages, monkeypatch) -> None:
    monkeypatch.setattr("ingest.pack.write.FAMILIES", 1)
    monkeypatch.setattr("ingest.pack.patching.FAMILIES", 1)
    before = open_pack(build_pages({"a.txt": OLD}).snapshot.path / PACK)
    after = open_pack(build_pages({"a.txt": OLD, "b.txt": NEW}).snapshot.path / PACK)
    old, new = ([part.name for part in one.parts if part.name.startswith("families")] for one in (before, after))
    assert len(old) == 1
    assert new[:1] == old
    assert len(new) == 2


def test_a_damaged_part_makes_the_snapshot_unsound(tmp_path: Path, catalogue_dir: Path) -> None:
    (tmp_path / "a.txt").write_text(OLD, "utf-8")
    built = build(Home(tmp_path / "home"), [tmp_path / "a.txt"], catalogue_dir).snapshot
    file = next((built.path / PACK).glob("families-*.gz"))
    file.write_bytes(file.read_bytes()[:-1])
    with pytest.raises(SnapshotError, match="damaged"):
        built.verify()
