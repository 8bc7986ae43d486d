"""Files that are written while they are read, and files of sizes nobody means."""

from __future__ import annotations

import gzip
import json
import resource
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from ingest import collect, reading
from ingest.reading import Read, read_sources

ROOT = Path(__file__).resolve().parents[2]
PAGE = "Señal\n\n13/07/2018\n\nPermanece girada.\n\n14/07/2018\n\n它保持横置。\n\n15/07/2018\n\nIt stays tapped.\n"
ORACLE = "aaaaaaaa-aaaa-4aaa-8aaa-aaaaaaaaaaaa"
GIB = 1 << 30


def feed(count: int) -> str:
    record = {"oracle_id": ORACLE, "source": "wotc", "published_at": "2018-07-13"}
    return "[\n" + ",\n".join(json.dumps(record | {"comment": f"Statement {n}."}) for n in range(count)) + "\n]\n"


def whole(read: Read) -> list[str]:
    return [paragraph.body for entry in read.entries for paragraph in entry.paragraphs]


@pytest.fixture
def meddle(monkeypatch: pytest.MonkeyPatch):
    """Lets something happen to a file each time after so many of its bytes were taken, for so many readings."""

    def meddling(change, times: int) -> list[int]:
        left, real = [times], reading._whole

        def read(file: collect.Found):
            try:
                return real(file)
            finally:
                if left[0]:
                    left[0] -= 1
                    change(file.path)

        monkeypatch.setattr(reading, "_whole", read)
        monkeypatch.setattr(reading, "PAUSE", 0.0)
        return left

    return meddling


@pytest.mark.parametrize(("name", "text"), [("page.txt", PAGE), ("feed.json", feed(40))])
def test_a_file_that_changed_meanwhile_is_read_again(tmp_path: Path, meddle, name: str, text: str) -> None:
    path = tmp_path / name
    path.write_text(text[: len(text) // 2], encoding="utf-8")
    left = meddle(lambda path: path.write_text(text, encoding="utf-8"), times=1)
    read = read_sources(collect.find([path]))
    assert left == [0] and read.problems == ()
    path.with_name("settled").write_text(text, encoding="utf-8")
    assert whole(read) == whole(read_sources(collect.find([path.with_name("settled")]))) != []


def test_one_that_never_settles_is_refused_and_the_others_are_read(tmp_path: Path, meddle) -> None:
    (tmp_path / "a.txt").write_text(PAGE, encoding="utf-8")
    (tmp_path / "busy.txt").write_text(PAGE, encoding="utf-8")

    def grow(path: Path) -> None:
        if path.name == "busy.txt":
            path.write_text(path.read_text(encoding="utf-8") + PAGE, encoding="utf-8")

    meddle(grow, times=99)
    read = read_sources(collect.find([tmp_path]))
    assert [(one.file, one.code) for one in read.problems] == [("busy.txt", "unreadable-source")]
    assert "changes while it is read" in read.problems[0].detail
    assert len(whole(read)) == 3


def test_one_that_goes_away_is_said(tmp_path: Path, meddle) -> None:
    (tmp_path / "a.txt").write_text(PAGE, encoding="utf-8")
    (tmp_path / "gone.txt").write_text(PAGE, encoding="utf-8")
    meddle(lambda path: path.name == "gone.txt" and path.unlink(missing_ok=True), times=9)
    read = read_sources(collect.find([tmp_path]))
    assert [one.file for one in read.problems] == ["gone.txt"]
    assert len(whole(read)) == 3


def test_a_file_being_written_is_never_half_taken(tmp_path: Path) -> None:
    path, text = tmp_path / "page.txt", PAGE * 200
    path.write_text(text, encoding="utf-8")
    stop = threading.Event()

    def write() -> None:
        while not stop.is_set():
            with path.open("w", encoding="utf-8") as handle:
                for start in range(0, len(text), 1000):
                    handle.write(text[start : start + 1000])
                    handle.flush()
            stop.wait(0.1)

    writing = threading.Thread(target=write)
    writing.start()
    try:
        reads = [read_sources(collect.find([path])) for _ in range(10)]
    finally:
        stop.set()
        writing.join()
    assert {len(read.entries) for read in reads} <= {600, 0}
    assert all(read.problems for read in reads if not read.entries)


def limited() -> None:
    resource.setrlimit(resource.RLIMIT_AS, (2 * GIB, 2 * GIB))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "start"),
    [("huge.txt", PAGE.encode()), ("huge.json.gz", b'[{"oracle_id": "'), ("huge.html", b"<!doctype html><p>")],
)
def test_a_gigabyte_of_one_line_is_refused_in_little_memory(tmp_path: Path, name: str, start: bytes) -> None:
    path, piece = tmp_path / name, b"x" * (1 << 24)
    with gzip.open(path, "wb", compresslevel=1) if name.endswith(".gz") else path.open("wb") as out:
        out.write(start)
        for _ in range(GIB // len(piece)):
            out.write(piece)
    program = (
        "import sys; from ingest import collect; from ingest.reading import read_sources; from pathlib import Path;"
        "read = read_sources(collect.find([Path(sys.argv[1])])); assert not read.entries;"
        "print(*(str(one) for one in read.problems), sep='\\n')"
    )
    ran = subprocess.run(
        [sys.executable, "-c", program, str(path)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
        preexec_fn=limited,
    )
    assert (ran.returncode, ran.stderr) == (0, "")
    assert "unreadable-source" in ran.stdout and "longer than" in ran.stdout
    path.unlink()
