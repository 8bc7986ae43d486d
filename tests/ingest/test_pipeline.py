"""Builds for real: the same in, the same out; nothing new where nothing changed; faults leave the old one."""

from __future__ import annotations

import errno
import gzip
import shutil
from pathlib import Path

import pytest

from ingest import collect, recording
from ingest.errors import BuildLocked, RosettaError, SnapshotError
from ingest.pipeline import build, read_sources
from ingest.snapshot import RECORD, Home
from ingest.store import Store

ROOT = Path(__file__).resolve().parents[2]
LIGHT = "Lightform\n\n• (2018-07-13 official)\n\n  它不会因此横置。\n\n  Turning it face up doesn't tap it.\n"
CLOUD = "Cloudform\n\n13/07/2018\n\nEl permanente permanece girado.\n"


@pytest.fixture
def home(tmp_path):
    return Home(tmp_path / "home")


def open_store(snapshot):
    return Store(snapshot.path / RECORD)


def test_two_homes_come_to_the_same_content(tmp_path, catalogue_dir):
    contents = []
    for name in ("one", "two"):
        folder = tmp_path / name / "sources"
        folder.mkdir(parents=True)
        (folder / "a.txt").write_text(LIGHT, encoding="utf-8")
        (folder / "b.txt").write_text(CLOUD, encoding="utf-8")
        snapshot = build(Home(tmp_path / name / "home"), [folder], catalogue_dir).snapshot
        contents.append((snapshot.manifest.content, snapshot.manifest.inputs, snapshot.manifest.counts))
    assert contents[0] == contents[1]
    assert contents[0][2]["texts"] == 3


@pytest.mark.usefixtures("unlinked")
def test_an_unchanged_build_publishes_nothing_new(home, build_pages):
    first = build_pages({"a.txt": LIGHT})
    again = build_pages({"a.txt": LIGHT})
    assert (first.new, again.new) == (True, False)
    assert again.snapshot == first.snapshot
    assert home.names() == [first.snapshot.name]


def test_a_forced_build_repeats_content_and_keeps_history_empty(home, build_pages):
    first, again = build_pages({"a.txt": LIGHT}), build_pages({"a.txt": LIGHT}, force=True)
    assert again.new and again.snapshot.name != first.snapshot.name
    assert again.snapshot.manifest.content == first.snapshot.manifest.content
    assert open_store(again.snapshot).changes() == []


def test_a_page_added_is_known_and_the_old_ids_with_it(build_pages):
    before = [ruling.id for ruling in open_store(build_pages({"a.txt": LIGHT}).snapshot).list_rulings()]
    store = open_store(build_pages({"a.txt": LIGHT, "b.txt": CLOUD}).snapshot)
    assert [store.resolve(id) for id in before] == before
    assert store.count_rulings() == 2
    assert [change.kind for change in store.changes()] == ["added"]
    assert [source.path for source in store.sources()] == ["a.txt", "b.txt"]
    assert {store.ruling(id).links[0].target for id in store.card_rulings("lightform")} == {"lightform"}


def test_a_page_more_is_all_that_is_compared_and_it_comes_to_the_same(tmp_path, home, catalogue_dir):
    pages = sorted((ROOT / "data" / "sources").glob("*.txt"))
    fewer, more = build(home, pages[:-1], catalogue_dir), build(home, pages, catalogue_dir)
    anew = build(Home(tmp_path / "anew"), pages, catalogue_dir)
    assert fewer.judged == fewer.pairs > 0 and anew.judged == anew.pairs
    assert 0 < more.judged < more.pairs / 2 and more.pairs == anew.pairs
    assert more.snapshot.manifest.content == anew.snapshot.manifest.content
    fewer_again = build(home, pages[:-1], catalogue_dir)
    assert fewer_again.snapshot.manifest.content == fewer.snapshot.manifest.content
    assert fewer_again.judged < fewer.judged


@pytest.mark.usefixtures("unlinked")
def test_a_changed_catalogue_is_a_changed_input(tmp_path, home, build_pages, catalogue_dir):
    first = build_pages({"a.txt": LIGHT})
    other = tmp_path / "catalogue"
    shutil.copytree(catalogue_dir, other)
    with (other / "labels.toml").open("a", encoding="utf-8") as labels:
        labels.write("\n# a note\n")
    assert build(home, [tmp_path / "sources"], other).new
    assert first.snapshot.name in home.names()


@pytest.mark.usefixtures("unlinked")
def test_a_file_nobody_can_read_is_reported_and_the_others_are_read(build_pages):
    built = build_pages({"a.txt": LIGHT, "b.txt": "Just a note to self."})
    (problem,) = [problem for problem in built.problems if problem.severity == "error"]
    assert (problem.file, problem.line, problem.code) == ("b.txt", 1, "unreadable-source")
    assert "bulleted" in problem.detail and "dated" in problem.detail
    assert built.snapshot.manifest.counts["sources"] == 1
    assert build_pages({"a.txt": LIGHT, "b.txt": "Just a note to self."}).problems == built.problems


@pytest.mark.usefixtures("unlinked")
@pytest.mark.parametrize(
    ("pages", "said"),
    [
        ({}, "no files found"),
        ({"a.txt": "x"}, "a.txt:1: no format reads this file"),
        ({"a.txt": "• (2024-06-07 gpt)\n"}, "no ruling in any"),
    ],
)
def test_where_nothing_can_be_read_the_old_one_serves_on(home, build_pages, pages, said):
    before = build_pages({"a.txt": LIGHT}).snapshot
    with pytest.raises(RosettaError, match=said):
        build_pages(pages)
    assert home.sound() == before


@pytest.mark.usefixtures("unlinked")
def test_sources_are_remembered_only_once_they_are_built(tmp_path, home, build_pages, catalogue_dir):
    build_pages({"a.txt": LIGHT})
    with pytest.raises(RosettaError, match="no such file"):
        build(home, [tmp_path / "nowhere"], catalogue_dir)
    assert collect.remembered(home.path) == [tmp_path / "sources"]


@pytest.mark.usefixtures("unlinked")
def test_a_damaged_snapshot_is_built_anew_from_the_one_before(home, build_pages):
    first = build_pages({"a.txt": LIGHT}).snapshot
    second = build_pages({"a.txt": LIGHT, "b.txt": CLOUD}).snapshot
    (second.path / RECORD).write_bytes(b"cut")
    assert home.sound() == first
    third = build_pages({"a.txt": LIGHT, "b.txt": CLOUD})
    assert third.new and home.sound() == third.snapshot
    assert third.snapshot.manifest.content == second.manifest.content


@pytest.mark.usefixtures("unlinked")
def test_an_older_sound_snapshot_of_the_same_inputs_is_pointed_to_again(home, build_pages):
    first = build_pages({"a.txt": LIGHT}).snapshot
    second = build_pages({"a.txt": LIGHT}, force=True).snapshot
    (second.path / RECORD).unlink()
    built = build_pages({"a.txt": LIGHT})
    assert (built.new, built.snapshot, home.current_name()) == (False, first, first.name)


@pytest.mark.usefixtures("unlinked")
@pytest.mark.parametrize("step", ["write_store", "write_index", "hashes"])
def test_a_full_disk_leaves_the_old_one_serving_and_nothing_half_done(home, build_pages, monkeypatch, step):
    before = build_pages({"a.txt": LIGHT}).snapshot
    monkeypatch.setattr(recording, step, full_disk)
    with pytest.raises(SnapshotError, match="No space left on device"):
        build_pages({"a.txt": LIGHT, "b.txt": CLOUD})
    assert (home.sound(), home.names()) == (before, [before.name])
    assert not (home.path / "building").exists()


def full_disk(*_):
    raise OSError(errno.ENOSPC, "No space left on device")


@pytest.mark.usefixtures("unlinked")
def test_a_second_build_waits_or_says_so(home, build_pages):
    steps = []
    with home.lock(), pytest.raises(BuildLocked):
        build_pages({"a.txt": LIGHT}, wait=0, progress=lambda *step: steps.append(step[0]))
    assert steps == []
    with home.lock(), pytest.raises(BuildLocked):
        build_pages({"a.txt": LIGHT}, wait=0.2, progress=lambda *step: steps.append(step[0]))
    assert steps == ["waiting for another build"]


def test_files_are_read_in_order_of_name_with_progress(tmp_path):
    for name in ("b.txt", "a.txt"):
        (tmp_path / name).write_text(LIGHT, encoding="utf-8")
    (tmp_path / "c.txt.gz").write_bytes(gzip.compress(CLOUD.encode()))
    seen = []
    read = read_sources(collect.find([tmp_path]), lambda *step: seen.append(step))
    assert [(source.path, source.format) for source in read.sources] == [
        ("a.txt", "bulleted"),
        ("b.txt", "bulleted"),
        ("c.txt.gz", "dated"),
    ]
    assert seen == [("reading", 1, 3), ("reading", 2, 3), ("reading", 3, 3)]
