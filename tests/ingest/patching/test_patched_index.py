"""An index that pages were added to is, table by table, the one that is written of all pages together."""

from __future__ import annotations

import shutil
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from ingest import synopses_patching
from ingest.errors import NotPatched
from ingest.index import ENGINES, Plan
from ingest.index.arrays import decode_all
from ingest.index.engine import TABLES
from ingest.indexing import DICTIONARY, write_index
from ingest.patching.index import patch_index
from ingest.synopses import DATA, FOLDER, Kept, Synopses


@pytest.fixture(scope="module")
def grown(steps, tmp_path_factory: pytest.TempPathFactory) -> list[tuple[Path, Path]]:
    """For each page more the index that was added to, one after the other, and the one that was written whole."""
    folder = tmp_path_factory.mktemp("indexes")
    last, found = folder / "0", []
    write(last, steps[0])
    with pytest.MonkeyPatch.context() as patch:
        # Of the few families of five documents many are no longer as they were.
        patch.setattr(synopses_patching, "UNUSED", 1)
        for number, step in enumerate(steps[1:], 1):
            patched, whole = folder / str(number), folder / f"{number}.whole"
            patched.mkdir()
            write(whole, step)
            add(last, patched, step)
            found.append((patched, whole))
            last = patched
    return found


def write(folder: Path, step) -> None:
    come = step.come
    folder.mkdir()
    write_index(folder, come.linked, come.findings, come.catalogue, come.tokens)


def add(before: Path, after: Path, step) -> None:
    members = step.addition.members
    among = [one for one in step.come.linked.relations if one.a in members and one.b in members]
    patch_index(before, after, step.addition, step.come.catalogue, among)


def test_tables_and_dictionary_are_the_same_to_the_byte(grown: list[tuple[Path, Path]]) -> None:
    for patched, whole in grown:
        names = sorted(str(file.relative_to(whole)) for file in (whole / TABLES).iterdir())
        assert len(names) > 100
        assert len(list((patched / TABLES).iterdir())) == len(names)
        for name in (*names, DICTIONARY):
            assert (patched / name).read_bytes() == (whole / name).read_bytes(), name


def test_each_page_changed_the_tables_and_one_the_dictionary(grown: list[tuple[Path, Path]]) -> None:
    texts = [len(np.load(patched / TABLES / "texts.ids.npy")) for patched, _ in grown]
    assert sorted(set(texts)) == texts
    assert len({(patched / DICTIONARY).read_bytes() for patched, _ in grown}) > 1


def test_whoosh_and_tables_agree(grown: list[tuple[Path, Path]]) -> None:
    for patched, _ in grown:
        ENGINES["whoosh"].verify(patched)


def test_engines_answer_alike(grown: list[tuple[Path, Path]]) -> None:
    for patched, whole in grown:
        one, other = (ENGINES["whoosh"].open(index) for index in (patched, whole))
        assert one.search(Plan()) == other.search(Plan())
        assert one.terms_with_prefix("en~") == other.terms_with_prefix("en~") != []


def test_synopses_tell_the_same_of_each_family(grown: list[tuple[Path, Path]]) -> None:
    for patched, whole in grown:
        one, other = Synopses(patched), Synopses(whole)
        families = decode_all(np.load(whole / FOLDER / "families.ids.npy").tolist())
        assert decode_all(np.load(patched / FOLDER / "families.ids.npy").tolist()) == families
        for patched_kept, whole_kept in zip(one.of(families), other.of(families), strict=True):
            assert told(one, patched_kept) == told(other, whole_kept)


def told(synopses: Synopses, kept: Kept | None) -> tuple:
    """All that is kept of a family, names in place of their numbers."""
    assert kept is not None
    names = dict(zip(synopses.names.numbers.tolist(), synopses.names.names.tolist(), strict=True))
    spots = [(names[name], *spot) for name, *spot in kept.block.tolist()]
    assert spots
    return kept.synopsis, kept.counts, spots


def test_what_is_spoken_of_is_the_same(grown: list[tuple[Path, Path]]) -> None:
    for patched, whole in grown:
        names = sorted(file.name for file in (whole / FOLDER).glob("mentions.*"))
        assert len(names) == 4
        for name in (*names, "names.names.npy", "families.ids.npy"):
            assert (patched / FOLDER / name).read_bytes() == (whole / FOLDER / name).read_bytes(), name


def test_a_family_that_is_gone_leaves_its_bytes(grown: list[tuple[Path, Path]]) -> None:
    patched, whole = grown[-1]
    assert (patched / FOLDER / DATA).stat().st_size > (whole / FOLDER / DATA).stat().st_size


def test_an_index_with_much_unused_is_written_anew(steps, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(synopses_patching, "SMALL", 0)
    write(tmp_path / "before", steps[0])
    addition = steps[1].addition
    members = {ruling.id: ruling for ruling in steps[0].come.linked.rulings} | addition.members
    every = replace(
        addition,
        gone=tuple(one.id for one in steps[0].come.linked.families),
        families=steps[1].come.linked.families,
        members=members,
        matches=steps[1].come.linked.matches,
    )
    (tmp_path / "after").mkdir()
    with pytest.raises(NotPatched, match="gone"):
        add(tmp_path / "before", tmp_path / "after", replace(steps[1], addition=every))


@pytest.mark.parametrize("missing", [f"{TABLES}/held.lengths.npy", f"{FOLDER}/mentions.days.npy"])
def test_an_index_of_an_older_version_is_written_anew(steps, tmp_path: Path, missing: str) -> None:
    write(tmp_path / "before", steps[0])
    (tmp_path / "before" / missing).unlink()
    (tmp_path / "after").mkdir()
    with pytest.raises(NotPatched, match=Path(missing).stem):
        add(tmp_path / "before", tmp_path / "after", steps[1])


def test_the_index_before_stays_as_it_was(steps, tmp_path: Path) -> None:
    write(tmp_path / "before", steps[0])
    shutil.copytree(tmp_path / "before", tmp_path / "copy")
    (tmp_path / "after").mkdir()
    add(tmp_path / "before", tmp_path / "after", steps[1])
    held = {file.relative_to(tmp_path / "copy") for file in (tmp_path / "copy").rglob("*") if file.is_file()}
    assert len(held) > 100
    for name in held:
        assert (tmp_path / "before" / name).read_bytes() == (tmp_path / "copy" / name).read_bytes()
