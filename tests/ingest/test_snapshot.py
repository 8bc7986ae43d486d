"""Snapshots: published whole or not at all, found out when damaged, the last three kept."""

from __future__ import annotations

import errno
import json
import threading
from pathlib import Path

import pytest

from ingest import files
from ingest.errors import BuildLocked, SnapshotError
from ingest.files import hashes
from ingest.snapshot import CURRENT, MANIFEST, RECORD, Home, Manifest


@pytest.fixture
def home(tmp_path):
    return Home(tmp_path / "home")


def publish(home, content="a" * 64):
    with home.lock(), home.writing() as aside:
        (aside / RECORD).write_text(content, encoding="utf-8")
        (aside / "index" / "postings").write_bytes(b"\x00\x01")
        name = home.new_name(content)
        return home.publish(aside, Manifest(name, "now", "inputs", content, files=hashes(aside)))


def leftovers(home):
    return {path.name for path in home.path.iterdir()} - {"snapshots", CURRENT, "build.lock"}


def test_nothing_is_built_in_an_empty_home(home):
    assert (home.current_name(), home.names(), home.sound()) == (None, [], None)
    assert not home.path.exists()


def test_what_is_published_serves_and_verifies(home):
    snapshot = publish(home)
    assert home.current_name() == snapshot.name == home.names()[0]
    assert home.sound() == snapshot
    assert set(snapshot.manifest.files) == {RECORD, "index/postings"}
    assert leftovers(home) == set()


def test_the_last_three_are_kept_newest_first(home):
    published = [publish(home, letter * 64).name for letter in "abcde"]
    assert home.names() == published[:1:-1]
    assert sorted(published) == published


def test_the_one_that_serves_is_never_pruned(home):
    oldest, middle, newest = (publish(home).name for _ in range(3))
    home.point(oldest)
    assert home.prune(keep=1) == [middle]
    assert home.names() == [newest, oldest]


def test_a_clock_set_back_makes_no_old_name(home, monkeypatch):
    names = [publish(home).name]
    future = home.snapshots / ("2999" + names[0][4:])
    (home.snapshots / names[0]).rename(future)
    assert home.new_name("b" * 64) > future.name


@pytest.mark.parametrize(
    "damage",
    [
        lambda path: (path / RECORD).write_text("cut", encoding="utf-8"),
        lambda path: (path / RECORD).unlink(),
        lambda path: (path / "index" / "postings").write_bytes(b"\x00"),
        lambda path: (path / MANIFEST).write_text('{"name": "x"', encoding="utf-8"),
        lambda path: (path / MANIFEST).write_text("[]", encoding="utf-8"),
        lambda path: (path / MANIFEST).write_text("null", encoding="utf-8"),
        lambda path: (path / MANIFEST).write_bytes(b"\xff\xfe"),
        lambda path: (path / MANIFEST).unlink(),
        lambda path: rewrite(path, files={}),
        lambda path: rewrite(path, files=None),
        lambda path: rewrite(path, files=[RECORD]),
        lambda path: rewrite(path, name="20200101T000000000-0000000000"),
        lambda path: rewrite(path, novel="field"),
    ],
)
def test_damage_is_found_and_the_one_before_used(home, damage):
    before, last = publish(home), publish(home)
    damage(last.path)
    assert home.current_name() == last.name
    assert home.sound() == before


def rewrite(path: Path, **fields):
    manifest = json.loads((path / MANIFEST).read_text(encoding="utf-8"))
    (path / MANIFEST).write_text(json.dumps(manifest | fields), encoding="utf-8")


@pytest.mark.parametrize("written", [b"", b"\xff\xfe\x00", b"../../etc", b"20200101T000000000-0000000000", b"x" * 5000])
def test_a_pointer_that_points_nowhere_is_no_end(home, written):
    snapshot = publish(home)
    (home.path / CURRENT).write_bytes(written)
    assert home.sound() == snapshot


@pytest.mark.parametrize("name", ["../x", "", "/", "20200101T000000000-0000000000/..", "x" * 500])
def test_no_name_leaves_the_home(home, name):
    publish(home)
    with pytest.raises(SnapshotError):
        home.open(name)


def test_a_second_build_says_that_another_is_running(home):
    with home.lock(), pytest.raises(BuildLocked, match="another build is running"), Home(home.path).lock():
        pass


def test_a_second_build_waits_for_the_first(home):
    done = []
    with home.lock():
        waiting = threading.Thread(target=lambda: done.append(publish_waiting(home)))
        waiting.start()
        waiting.join(0.3)
        assert waiting.is_alive() and not done
    waiting.join(20)
    assert home.current_name() == done[0]


def publish_waiting(home):
    with Home(home.path).lock(wait=20):
        pass
    return publish(home).name


def test_a_full_disk_leaves_the_old_one_serving_and_nothing_half_done(home, monkeypatch):
    before = publish(home)
    for broken in ("write_text", "rename"):
        with monkeypatch.context() as patch:
            patch.setattr(Path, broken, full_disk)
            with pytest.raises(SnapshotError, match="No space left"):
                publish_prepared(home)
        assert (home.sound(), home.names(), leftovers(home)) == (before, [before.name], set())
    assert publish(home).name == home.current_name()


def publish_prepared(home):
    with home.lock(), home.writing() as aside:
        (aside / RECORD).write_bytes(b"x")
        home.publish(aside, Manifest(home.new_name("b" * 64), "now", "i", "b" * 64, files={RECORD: "x"}))


def full_disk(*_, **__):
    raise OSError(errno.ENOSPC, "No space left on device")


def test_a_disk_full_at_the_very_last_step_leaves_the_old_pointer(home, monkeypatch):
    before = publish(home)
    monkeypatch.setattr("ingest.snapshot.write_whole", full_disk)
    with pytest.raises(SnapshotError, match="No space left"):
        publish(home)
    assert home.current_name() == before.name
    assert home.sound() == before


def test_a_home_that_cannot_be_written_is_said(tmp_path):
    (tmp_path / "file").write_text("", encoding="utf-8")
    home = Home(tmp_path / "file" / "home")
    assert home.sound() is None
    with pytest.raises(SnapshotError, match="cannot write"), home.lock():
        pass


def test_a_file_is_written_whole_or_not_at_all(tmp_path, monkeypatch):
    path = tmp_path / "kept"
    files.write_whole(path, "before")
    monkeypatch.setattr(Path, "replace", full_disk)
    with pytest.raises(OSError, match="No space left"):
        files.write_whole(path, "after")
    assert path.read_text(encoding="utf-8") == "before"
    assert list(tmp_path.iterdir()) == [path]
