"""Builds on a disk that is really full, and in a folder that really can't be written; run in a namespace of its own.

Arguments: a folder to mount on, the sources, the catalogue. Prints a line of JSON
after each strain: what the command said, whether what was built before still serves.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

from ingest.snapshot import Home

ROOT = Path(__file__).resolve().parents[2]
COMMAND = [sys.executable, "-c", "from app.command import main; main()"]
LEFT = (0, 64 << 10, 2 << 20)
"""Bytes that a disk still has, when the next build begins."""
SIZE = "size=64m"


def main(disk: Path, sources: Path) -> None:
    mount("-t", "tmpfs", "-o", SIZE, "tmpfs", str(disk))
    home = disk / "home"
    built = rosetta(home, "build", str(sources))
    assert built.returncode == 0, built.stderr
    before = Home(home).sound().name
    for left in LEFT:
        filler = fill(disk, left)
        tell(home, before, f"{left} bytes left", rosetta(home, "build", "--force"))
        tell(home, before, "a search meanwhile", rosetta(home, "search", "creature", "--json"))
        filler.unlink()
    mount("-o", "remount,ro", str(disk))
    tell(home, before, "read-only", rosetta(home, "build", "--force"))
    tell(home, before, "a search meanwhile", rosetta(home, "search", "creature", "--json"))
    mount("-o", "remount,rw", str(disk))
    tell(home, before, "room again", rosetta(home, "build", "--force"))


def mount(*words: str) -> None:
    subprocess.run(["mount", *words], check=True)


def rosetta(home: Path, *words: str) -> subprocess.CompletedProcess[str]:
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    command = [*COMMAND, *words, "--home", str(home)]
    return subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)


def fill(disk: Path, left: int) -> Path:
    """A file that takes all room of a disk but so many bytes."""
    stat = os.statvfs(disk)
    filler = disk / "filler"
    with filler.open("wb") as handle:
        os.posix_fallocate(handle.fileno(), 0, max(1, stat.f_bavail * stat.f_frsize - left))
    return filler


def tell(home: Path, before: str, strain: str, done: subprocess.CompletedProcess[str]) -> None:
    sound = Home(home).sound()
    told = {
        "strain": strain,
        "exit": done.returncode,
        "said": done.stderr,
        "same": bool(sound) and sound.name == before == Home(home).current_name(),
        "hits": json.loads(done.stdout)["total"] if done.stdout.startswith("{") else None,
        "left": sorted(path.name for path in home.iterdir()),
    }
    print(json.dumps(told), flush=True)


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:3]))
