"""Builds that are killed, that meet each other, and Chinese words on strange machines: failures people reported."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from app.search.request import SearchRequest
from app.search.service import search
from app.services import Services
from app.settings import Settings

ROOT = Path(__file__).resolve().parents[2]
COMMAND = "import sys; from app.cli import main; main(sys.argv[1:])"


def rosetta(home: Path, *words: str) -> subprocess.Popen[str]:
    """The command, running."""
    command = [sys.executable, "-c", COMMAND, "--home", str(home), *words]
    return subprocess.Popen(command, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)


def done(running: subprocess.Popen[str]) -> tuple[int, str]:
    """What a command came to: its exit code and what it said about errors."""
    _, said = running.communicate()
    return running.returncode, said


@pytest.fixture
def copy(home: Path, tmp_path: Path) -> Path:
    """A home of its own with the five documents built."""
    shutil.copytree(home, tmp_path / "home")
    return tmp_path / "home"


def pages(folder: Path, first: int, last: int) -> Path:
    """A folder of small pages, one ruling each."""
    folder.mkdir()
    for number in range(first, last):
        text = f"La criatura número {number} ataca si puede y pierde {number} vidas."
        (folder / f"{number}.txt").write_text(f"Opt\n\n02/02/2024\n\n{text}\n", encoding="utf-8")
    return folder


def held(home: Path) -> tuple[int, int]:
    """How many rulings are recorded, and how many the search lists."""
    knowledge = Services(Settings.from_environment(home=home)).current()
    return knowledge.store.count_rulings(), search(knowledge, SearchRequest(collapse="none")).total


class TestKilled:
    """WSH-05: a build that is killed at any moment leaves nothing to clean up."""

    def test_the_next_build_succeeds_and_the_last_index_serves_meanwhile(self, copy: Path, tmp_path: Path) -> None:
        many, before = pages(tmp_path / "many", 100, 160), held(copy)
        for seconds in (0.5, 3.0):
            build = rosetta(copy, "build", "--add", str(many))
            try:
                build.communicate(timeout=seconds)
            except subprocess.TimeoutExpired:
                build.send_signal(signal.SIGKILL)
                build.communicate()
            assert held(copy) in (before, (before[0] + 60, before[1] + 60))
        code, said = done(rosetta(copy, "build", "--add", str(many)))
        assert code == 0 and "rosetta:" not in said
        assert held(copy) == (before[0] + 60, before[1] + 60)


class TestTogether:
    """WSH-06: two builds at once, and people searching all the while."""

    def test_nobody_sees_half_an_index_and_no_build_is_skipped_silently(self, copy: Path, tmp_path: Path) -> None:
        one, other = pages(tmp_path / "one", 0, 20), pages(tmp_path / "other", 100, 120)
        services, (before, _) = Services(Settings.from_environment(home=copy)), held(copy)
        seen: set[tuple[int, int]] = set()
        stop = threading.Event()

        def ask() -> None:
            while not stop.is_set():
                page = search(services.current(), SearchRequest(q="criatura", collapse="none", per_page=100))
                seen.add((page.total, len(page.hits)))
                stop.wait(0.05)

        asking = threading.Thread(target=ask)
        asking.start()
        builds = [rosetta(copy, "build", "--add", str(folder)) for folder in (one, other)]
        ends = [done(build) for build in builds]
        stop.set()
        asking.join()
        assert all(code == 0 or "another build is running" in said for code, said in ends)
        added = sum(code == 0 for code, _ in ends)
        assert added
        assert held(copy) == (before + 20 * added,) * 2
        assert seen
        assert all(total == shown for total, shown in seen)


class TestStrangeMachines:
    """WSH-07: no warning, no cache in a shared folder, no folder to write to."""

    SEARCH = (
        "from pathlib import Path; from app.services import Services; from app.settings import Settings;"
        "from app.search.service import search; from app.search.request import SearchRequest;"
        "import sys; k = Services(Settings.from_environment(home=Path(sys.argv[1]))).current();"
        "print(search(k, SearchRequest(q='显化')).total)"
    )

    def found(self, home: Path, *options: str, **environment: str) -> int:
        done = subprocess.run(
            [sys.executable, *options, "-c", self.SEARCH, str(home)],
            cwd=ROOT,
            env={**os.environ, **environment},
            capture_output=True,
            text=True,
            check=False,
        )
        assert (done.returncode, done.stderr) == (0, "")
        return int(done.stdout)

    def test_no_warning(self, home: Path) -> None:
        strict = ("-W", "error::SyntaxWarning", "-W", "error::DeprecationWarning")
        assert self.found(home, *strict) > 0

    def test_a_folder_where_a_cache_would_go_changes_nothing(self, home: Path, tmp_path: Path) -> None:
        (tmp_path / "jieba.cache").mkdir()
        assert self.found(home, TMPDIR=str(tmp_path)) == self.found(home)
        assert [path.name for path in tmp_path.iterdir()] == ["jieba.cache"]

    def test_a_temporary_folder_that_is_not_there(self, home: Path, tmp_path: Path) -> None:
        assert self.found(home, TMPDIR=str(tmp_path / "nowhere")) == self.found(home)

    @pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may write everywhere")
    def test_a_home_that_cannot_be_written(self, home: Path) -> None:
        modes = {path: path.stat().st_mode for path in (home, *home.rglob("*")) if path.is_dir()}
        try:
            for path in modes:
                path.chmod(0o555)
            assert self.found(home) > 0
        finally:
            for path, mode in modes.items():
                path.chmod(mode)


def test_a_home_with_a_broken_index_says_what_to_do(copy: Path) -> None:
    for file in (copy / "snapshots").rglob("*"):
        if file.is_file() and file.name != "manifest.json":
            file.write_bytes(b"broken")
    code, said = done(rosetta(copy, "search", "criatura"))
    assert code == 2
    assert "build" in said
    assert "Traceback" not in said
