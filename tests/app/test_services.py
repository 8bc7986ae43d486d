"""The snapshot that serves: swapped for a newer one, never for a damaged one, without making anybody wait."""

from __future__ import annotations

import json
import logging
import shutil
import threading
from pathlib import Path

import pytest

from app import services as opening
from app.services import Services
from app.settings import Settings
from ingest.errors import SnapshotError
from ingest.snapshot import MANIFEST, RECORD, Home


@pytest.fixture
def copied(home: Path, tmp_path: Path) -> Home:
    """A home of its own with one snapshot."""
    shutil.copytree(home, tmp_path / "home")
    return Home(tmp_path / "home")


@pytest.fixture
def served(copied: Home) -> Services:
    return Services(Settings(home=copied.path, catalogue=Settings.from_environment().catalogue, refresh_seconds=0.0))


def publish(home: Home) -> Path:
    """Publishes the snapshot that serves once more, under a newer name; the folder it lies in."""
    before = home.snapshots / home.current_name()
    name = home.new_name("f" * 64)
    shutil.copytree(before, home.snapshots / name)
    manifest = json.loads((before / MANIFEST).read_text(encoding="utf-8")) | {"name": name}
    (home.snapshots / name / MANIFEST).write_text(json.dumps(manifest), encoding="utf-8")
    home.point(name)
    return home.snapshots / name


def test_a_newer_snapshot_takes_over(served: Services, copied: Home) -> None:
    first = served.current().snapshot
    newer = publish(copied)
    assert served.current().snapshot == newer.name != first
    assert served.pinned(first).snapshot == first


def test_one_that_is_open_is_not_opened_twice(served: Services, copied: Home) -> None:
    first = served.current()
    newer = publish(copied)
    second = served.current()
    for _ in range(3):
        copied.point(first.snapshot)
        assert served.current() is first
        copied.point(newer.name)
        assert served.current() is second


@pytest.mark.parametrize(
    "damage",
    [
        lambda folder: (folder / RECORD).write_bytes((folder / RECORD).read_bytes()[:-100]),
        lambda folder: (folder / RECORD).unlink(),
        lambda folder: (folder / MANIFEST).write_text("{", encoding="utf-8"),
        shutil.rmtree,
    ],
    ids=["cut", "no record", "manifest", "gone"],
)
def test_a_damaged_one_does_not_and_that_is_said_once(
    served: Services, copied: Home, caplog: pytest.LogCaptureFixture, damage
) -> None:
    first = served.current().snapshot
    damage(publish(copied))
    with caplog.at_level(logging.ERROR, "app.services"):
        assert [served.current().snapshot for _ in range(5)] == [first] * 5
    assert len(caplog.records) == 1 and "snapshot not taken" in caplog.text
    assert served.current().store.count_rulings() > 0


def test_at_the_start_the_newest_sound_one_is_opened(served: Services, copied: Home) -> None:
    sound = copied.current_name()
    (publish(copied) / RECORD).write_bytes(b"damaged")
    assert served.current().snapshot == sound


def test_a_home_without_a_snapshot_is_looked_at_once_in_a_while(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    looks: list[str] = []
    monkeypatch.setattr(Home, "sound", lambda self: looks.append("look"))
    services = Services(Settings(home=tmp_path, catalogue=tmp_path, refresh_seconds=60.0))
    for _ in range(20):
        with pytest.raises(SnapshotError, match="nothing is built yet"):
            services.current()
    assert looks == ["look"]


def test_while_one_opens_a_newer_snapshot_the_others_go_on(
    served: Services, copied: Home, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = served.current().snapshot
    newer = publish(copied)
    begun, go_on = threading.Event(), threading.Event()
    real = opening.open_knowledge

    def slow(*given: object) -> object:
        begun.set()
        assert go_on.wait(30)
        return real(*given)

    monkeypatch.setattr(opening, "open_knowledge", slow)
    swapping = threading.Thread(target=served.current)
    swapping.start()
    assert begun.wait(30)
    assert [served.current().snapshot for _ in range(3)] == [first] * 3
    go_on.set()
    swapping.join()
    assert served.current().snapshot == newer.name


def test_at_the_start_all_wait_for_the_first(served: Services, monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[str] = []
    real = opening.open_knowledge

    def counted(*given: object) -> object:
        opened.append("opened")
        return real(*given)

    monkeypatch.setattr(opening, "open_knowledge", counted)
    served.settings = Settings(served.settings.home, served.settings.catalogue, refresh_seconds=60.0)
    names: list[str] = []
    threads = [threading.Thread(target=lambda: names.append(served.current().snapshot)) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert opened == ["opened"] and len(names) == 6 and len(set(names)) == 1
