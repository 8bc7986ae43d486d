"""Kills real builds at moments all over them and looks what is left; run as a program of its own.

Arguments: the home, the folder of sources, the catalogue, how often, a seed. Prints a line
of JSON after each kill: when, what serves then, whether it is sound, who still runs.
"""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

from ingest.snapshot import RECORD, Home
from ingest.store import Store

BUILD = (
    "import sys; from pathlib import Path; from ingest.pipeline import build; from ingest.snapshot import Home;"
    "build(Home(Path(sys.argv[1])), [Path(sys.argv[2])], Path(sys.argv[3]), force=True)"
)
LAST = 0.25
"""The share of the kills that fall into the last moments, when a snapshot is written and published."""
ORPHANS_END = 10.0
"""Seconds that what a killed build had started may take to notice."""


def main(home: Path, sources: Path, catalogue: Path, times: int, seed: str) -> None:
    command = [sys.executable, "-c", BUILD, str(home), str(sources), str(catalogue)]
    whole = undisturbed(command)
    chance = random.Random(seed)
    for number in range(times):
        (sources / "news.txt").write_text(f"• (2020-01-01)\n\n  News number {number} of today.\n", encoding="utf-8")
        share = chance.uniform(0.8 if number < times * LAST else 0.0, 1.0)
        build = subprocess.Popen(command, start_new_session=True)
        killed = kill_after(build, share * whole)
        look(home, share, killed, orphans(build.pid))


def undisturbed(command: list[str]) -> float:
    """Seconds of work that a build does which nobody kills: unlike time on the clock, the same on a busy machine."""
    build = subprocess.Popen(command)
    spent = 0.0
    while build.poll() is None:
        spent = max(spent, work_of(build.pid))
        time.sleep(0.01)
    assert build.returncode == 0
    return spent


def kill_after(build: subprocess.Popen[bytes], work: float) -> bool:
    """Whether a build was killed once it had done so much work; this process alone, what it started ends by itself."""
    while build.poll() is None:
        if work_of(build.pid) >= work:
            build.kill()
            return build.wait() == -signal.SIGKILL
        time.sleep(0.005)
    return False


def work_of(process: int) -> float:
    """Seconds that a process has kept a core busy."""
    with suppress(OSError):
        fields = Path(f"/proc/{process}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    return 0.0


def orphans(group: int) -> bool:
    """Whether anything that a killed build had started still runs after a while."""
    deadline = time.monotonic() + ORPHANS_END
    while time.monotonic() < deadline:
        try:
            os.killpg(group, 0)
        except ProcessLookupError:
            return False
        time.sleep(0.05)
    os.killpg(group, signal.SIGKILL)
    return True


def look(home: Path, share: float, killed: bool, left_running: bool) -> None:
    """Prints what serves now."""
    current, sound = Home(home).current_name(), Home(home).sound()
    store = Store(sound.path / RECORD)
    found = {
        "after": round(share, 3),
        "killed": killed,
        "sound": sound.name == current,
        "rulings": store.count_rulings(),
        "kept": len(Home(home).names()),
        "left_running": left_running,
    }
    store.close()
    print(json.dumps(found), flush=True)


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:4]), int(sys.argv[4]), sys.argv[5])
