"""Kills builds and looks what is left; run as a program of its own, so that forking is safe.

Arguments: the home, the folder of sources, the catalogue, a seed. Prints a line
of JSON after each kill: what serves then, whether it is sound, what else lies about.
"""

from __future__ import annotations

import json
import os
import random
import signal
import sys
import time
from collections.abc import Callable
from pathlib import Path

from ingest import pipeline
from ingest.analysis import Analysis
from ingest.linking import Linked
from ingest.snapshot import RECORD, Home
from ingest.store import Store

SYNCS = 12
"""A build calls fsync some ten times, all of them while it publishes."""
AT_RANDOM = 8
LONGEST = 0.3


def main(home: Path, sources: Path, catalogue: Path, seed: str) -> None:
    def build() -> None:
        pipeline.build(Home(home), [sources], catalogue, force=True)

    build()
    unlinked(catalogue)  # what is killed from here on spends its time in reading and writing
    chance = random.Random(seed)
    for number in range(1, SYNCS + 1):
        look(home, f"sync {number}", killed(lambda number=number: (die_at_sync(number), build())))
    for _ in range(AT_RANDOM):
        seconds = chance.uniform(0, LONGEST)
        look(home, f"after {seconds:.3f} s", killed(lambda: again_and_again(build), seconds))


def killed(work: Callable[[], object], seconds: float | None = None) -> bool:
    """Whether the process that did the work was killed, by itself or after some seconds."""
    child = os.fork()
    if child == 0:
        work()
        os._exit(0)
    if seconds is not None:
        time.sleep(seconds)
        os.kill(child, signal.SIGKILL)
    _, status = os.waitpid(child, 0)
    return os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGKILL


def again_and_again(build: Callable[[], None]) -> None:
    while True:
        build()


def die_at_sync(number: int) -> None:
    """From now on this process dies at its call of fsync of that number."""
    left = [number]
    sync = os.fsync

    def dying(descriptor: int) -> None:
        left[0] -= 1
        if left[0] == 0:
            os.kill(os.getpid(), signal.SIGKILL)
        sync(descriptor)

    os.fsync = dying


def unlinked(catalogue: Path) -> None:
    known = pipeline.load_catalogue(catalogue)
    pipeline.load_catalogue = lambda _: known
    pipeline.suggestion_keys = lambda *_: ()
    pipeline.analyse = lambda *_: Analysis()
    pipeline.link = lambda assembled, *_: Linked(assembled.rulings, ())
    pipeline.check = lambda *_: []
    pipeline.write_index = lambda folder, *_: (folder / "postings").write_bytes(bytes(1 << 20))


def look(home: Path, when: str, was_killed: bool) -> None:
    current, sound = Home(home).current_name(), Home(home).sound()
    store = Store(sound.path / RECORD)
    found = {
        "when": when,
        "killed": was_killed,
        "sound": sound.name == current,
        "rulings": store.count_rulings(),
        "kept": len(Home(home).names()),
    }
    store.close()
    print(json.dumps(found), flush=True)


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:4]), sys.argv[4])
