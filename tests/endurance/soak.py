"""Minutes of a server under load while its snapshots are swapped: `python -m tests.endurance.soak`.

Fails on any answer of 500 and above, on any connection that breaks, on two
different answers to one question from one snapshot, on memory that keeps growing.
"""

from __future__ import annotations

import argparse
import gzip
import hashlib
import http.client
import random
import shutil
import statistics
import sys
import tempfile
import threading
import time
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from app.cli.bench.load import HOST, Server, memory_mb, serving
from ingest.paths import resource_dir
from ingest.pipeline import build
from ingest.snapshot import Home
from tests.endurance.questions import Known, known, question

PATIENCE = 30.0
LARGEST_GROWTH = 0.10
"""Of the memory in the last quarter over that in the second; the first fills caches."""
SETTLED = 300.0
"""Seconds that a run takes at least before its memory says anything: caches fill until then."""
STEADY = ("/api/v1/search", "/api/v1/suggest", "/api/v1/rulings/")
"""Addresses whose answer depends on nothing but the snapshot."""


@dataclass
class Met:
    """What clients met, told by all of them."""

    statuses: Counter[int] = field(default_factory=Counter)
    snapshots: Counter[str] = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)
    times: list[float] = field(default_factory=list)
    memory: list[float] = field(default_factory=list)
    answers: dict[tuple[str, str], str] = field(default_factory=dict)
    lock: threading.Lock = field(default_factory=threading.Lock)

    def note(self, path: str, status: int, snapshot: str, body: bytes, seconds: float) -> None:
        """Counts an answer, and compares it with the last one to the same question from the same snapshot."""
        with self.lock:
            self.statuses[status] += 1
            self.snapshots[snapshot] += 1
            self.times.append(seconds)
            if status >= 500:
                self.faults.append(f"{status} {path[:200]}")
            if status == 200 and path.startswith(STEADY):
                digest = hashlib.sha256(body).hexdigest()
                if self.answers.setdefault((path, snapshot), digest) != digest:
                    self.faults.append(f"two answers from {snapshot}: {path[:200]}")
                if snapshot and b"snapshot=" in body and f"snapshot={snapshot}".encode() not in body:
                    self.faults.append(f"two snapshots in one answer: {path[:200]}")

    def broke(self, path: str, error: Exception) -> None:
        """Notes a connection that broke."""
        with self.lock:
            self.faults.append(f"{type(error).__name__}: {error} {path[:200]}")


def client(port: int, held: Known, seed: int, until: float, pause: float, met: Met) -> None:
    """Asks one question after another until the time is over, on a connection kept open, now and then a new one."""
    chance = random.Random(seed)
    connection = http.client.HTTPConnection(HOST, port, timeout=PATIENCE)
    while time.monotonic() < until:
        path = question(held, chance)
        began = time.monotonic()
        try:
            connection.request("GET", path, headers={"Accept-Encoding": chance.choice(("gzip", "identity"))})
            with connection.getresponse() as answer:
                body = answer.read()
                if answer.headers.get("Content-Encoding") == "gzip":
                    body = gzip.decompress(body)
            met.note(path, answer.status, answer.headers.get("X-Snapshot", ""), body, time.monotonic() - began)
        except (OSError, http.client.HTTPException) as error:
            met.broke(path, error)
            connection.close()
        if chance.random() < 0.02:
            connection.close()
        time.sleep(pause * chance.random() * 2)
    connection.close()


def soak(home: Path, seconds: float, clients: int, swaps: int, pause: float) -> Met:
    """What the clients of one run met."""
    met = Met()
    with serving(home) as server:
        held = known(lambda path: _body(server.port, path))
        until = time.monotonic() + seconds
        threads = [
            threading.Thread(target=client, args=(server.port, held, seed, until, pause, met))
            for seed in range(clients)
        ]
        for thread in threads:
            thread.start()
        _watch(server, Home(home), until, swaps, met)
        for thread in threads:
            thread.join()
    return met


def _watch(server: Server, home: Home, until: float, swaps: int, met: Met) -> None:
    """Points the home to the other of its snapshots so many times, and samples memory in between."""
    names = home.names()
    start = time.monotonic()
    every, done = (until - start) / (swaps + 1), 0
    while (now := time.monotonic()) < until:
        with suppress(OSError):
            met.memory.append(memory_mb(server.pid).get("all_processes", 0.0))
        if done < swaps and now - start > every * (done + 1):
            done += 1
            home.point(names[done % len(names)])
        time.sleep(min(1.0, max(0.0, until - now)))


def _body(port: int, path: str) -> bytes:
    connection = http.client.HTTPConnection(HOST, port, timeout=PATIENCE)
    try:
        connection.request("GET", path)
        return connection.getresponse().read()
    finally:
        connection.close()


def two_snapshots(home: Path) -> None:
    """Builds two snapshots that differ: of all documents that come with the program, and of all but one."""
    documents = sorted((resource_dir("data") / "sources").glob("*.txt"))
    for sources in (documents[1:], documents):
        build(Home(home), sources, resource_dir("data") / "catalogue")


def growth(samples: list[float]) -> float:
    """By what share memory grew from the second quarter of the run to its last."""
    quarter = len(samples) // 4
    if not quarter or not any(samples):
        return 0.0
    early, late = statistics.median(samples[quarter : 2 * quarter]), statistics.median(samples[-quarter:])
    return late / early - 1


def told(met: Met, seconds: float) -> list[str]:
    """The figures of a run, a line each."""
    times = sorted(met.times) or [0.0]
    at = [1000 * times[min(len(times) - 1, int(len(times) * share))] for share in (0.5, 0.95, 0.99)]
    return [
        f"{len(met.times)} answers in {seconds:.0f} s, {len(met.times) / seconds:.0f} a second",
        f"times: half within {at[0]:.0f} ms, 95 % within {at[1]:.0f}, 99 % within {at[2]:.0f}, longest {1000 * times[-1]:.0f}",
        f"statuses: {dict(sorted(met.statuses.items()))}",
        f"snapshots that answered: {len([name for name in met.snapshots if name])}",
        f"memory of all processes, MB: first {met.memory[0]:.0f}, highest {max(met.memory):.0f}, last {met.memory[-1]:.0f}",
        f"memory from the second quarter to the last: {growth(met.memory):+.1%}",
        f"faults: {len(met.faults)}",
        *met.faults[:20],
    ]


def main() -> None:
    """Soaks a server as the arguments say; exits with 1 where anything was met that must not be."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--home", type=Path, help="snapshots to serve; else two small ones are built")
    parser.add_argument("--seconds", type=float, default=600)
    parser.add_argument("--clients", type=int, default=32)
    parser.add_argument("--swaps", type=int, default=10)
    parser.add_argument("--pause", type=float, default=0.02, help="mean seconds that a client thinks")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="rosetta-soak-") as folder:
        home = Path(folder) / "home"
        if given.home:
            shutil.copytree(given.home, home)
        else:
            two_snapshots(home)
        met = soak(home, given.seconds, given.clients, given.swaps, given.pause)
    print("\n".join(told(met, given.seconds)), flush=True)
    grew = given.seconds >= SETTLED and growth(met.memory) > LARGEST_GROWTH
    sys.exit(bool(met.faults) or not met.times or grew)


if __name__ == "__main__":
    main()
