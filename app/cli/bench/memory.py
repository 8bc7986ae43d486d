"""The most memory that a process and all it starts hold together, watched by a process of its own."""

from __future__ import annotations

import os
import resource
import select
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from app.cli.bench.load import memory_mb

EVERY = 0.25
"""Seconds between two looks."""
_COMMAND = "from app.cli.bench.memory import watch; watch()"


@dataclass(slots=True)
class Peak:
    """Megabytes, known once the block that was watched has ended."""

    mb: float = 0.0


@contextmanager
def watched() -> Iterator[Peak]:
    """The peak of this process and those it starts in the block, what they share counted once.

    Where the system does not tell, it is that of this process and of the largest of the others.
    """
    peak = Peak()
    command = [sys.executable, "-c", _COMMAND, str(os.getpid())]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as watcher:  # noqa: S603
        yield peak
        said, _ = watcher.communicate()
    peak.mb = float(said or 0) or _largest()


def watch() -> None:
    """Prints the peak of the process named on the command line once standard input ends."""
    watched, highest = int(sys.argv[1]), 0.0
    while not select.select([sys.stdin], [], [], EVERY)[0]:
        highest = max(highest, _held(watched) - _held(os.getpid()))
    print(highest)


def _held(pid: int) -> float:
    return memory_mb(pid).get("all_processes", 0.0)


def _largest() -> float:
    held = (resource.getrusage(who).ru_maxrss for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(held) / (1e6 if sys.platform == "darwin" else 1e3)
