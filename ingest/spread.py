"""Work on many things spread over processes; what comes of it comes in the order of the things.

Where it is safe, processes are forked and hold nothing of their own at first; elsewhere (macOS, or
with threads running) they start afresh and are sent what they need.
"""

from __future__ import annotations

import gc
import multiprocessing
import os
import signal
import sys
import threading
import time
import warnings
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from typing import TypeVar

Shared = TypeVar("Shared")
Item = TypeVar("Item")
Result = TypeVar("Result")
Work = Callable[[Shared, Sequence[Item]], Result]

PROCESSES = "ROSETTA_PROCESSES"
"""The setting that says how many processes a build may use, where it is not to use every core."""
GONE = 0.2
"""Seconds after which a process notices that the one that started it is gone."""
FEWEST = 4
"""So many chunks are done before starting processes would have paid."""


def spread(
    work: Work[Shared, Item, Result], shared: Shared, items: Sequence[Item], size: int, processes: int | None = None
) -> Iterator[Result]:
    """What `work(shared, chunk)` gives for each chunk of `size` items, in order.

    This process does its share. The others wait with a result until the one before is taken, so that
    few lie in memory. What one that dies has left undone is done here, where an error is raised as ever.
    """
    chunks = [items[at : at + size] for at in range(0, len(items), size)]
    count = min(processes or available(), len(chunks))
    if count < 2 or len(chunks) < FEWEST:
        yield from (work(shared, chunk) for chunk in chunks)
        return
    with ExitStack() as held:
        others = [held.enter_context(_worker(work, shared, chunks[number::count])) for number in range(1, count)]
        for number, chunk in enumerate(chunks):
            yield _received(others[number % count - 1], work, shared, chunk) if number % count else work(shared, chunk)


def _received(pipe: Connection, work: Work[Shared, Item, Result], shared: Shared, chunk: Sequence[Item]) -> Result:
    try:
        result: Result = pipe.recv()
    except (EOFError, OSError):
        return work(shared, chunk)
    return result


@contextmanager
def beside(work: Callable[..., object], *given: object) -> Iterator[None]:
    """Does `work(*given)`, which writes files and returns nothing, while the block runs; it is done when that ends.

    It is done here, before the block, where there is but one core or what is given would have to be sent.
    """
    if available() < 2 or method() != "fork":
        work(*given)
        yield
        return
    with _started(_do, work, given) as process:
        yield
        process.join()
        failed = process.exitcode != 0
    if failed:
        work(*given)


@contextmanager
def uncollected() -> Iterator[None]:
    """A block without the cycle collector: of the millions of things that a build makes none is a cycle."""
    collecting = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collecting:
            gc.enable()


def available() -> int:
    """How many processes to use: as many as the setting says, else as there are cores for us."""
    asked = os.environ.get(PROCESSES, "")
    if asked.isdecimal() and int(asked):
        return int(asked)
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def method() -> str:
    """How processes start here: `fork`, unless there are threads that it would cut in the middle."""
    return "fork" if sys.platform.startswith("linux") and threading.active_count() == 1 else "spawn"


@contextmanager
def _worker(work: Work[Shared, Item, Result], shared: Shared, chunks: Sequence[Sequence[Item]]) -> Iterator[Connection]:
    """The end of a pipe that a new process sends its results into, one by one; it ends with the block."""
    ours, theirs = multiprocessing.Pipe(duplex=False)
    with ours, ExitStack() as held:
        with theirs:
            held.enter_context(_started(_send, theirs, work, shared, chunks))
        yield ours


@contextmanager
def _started(target: Callable[..., object], *given: object) -> Iterator[BaseProcess]:
    """A process that does `target(*given)`; it ends with the block at the latest."""
    process = multiprocessing.get_context(method()).Process(target=target, args=given, daemon=True)  # type: ignore[attr-defined]
    with warnings.catch_warnings():
        # Python counts the sleeping threads of numpy's linear algebra, which looks after itself in forks.
        warnings.simplefilter("ignore", DeprecationWarning)
        process.start()
    try:
        yield process
    finally:
        process.kill()
        process.join()
        process.close()


def _send(pipe: Connection, work: Work[Shared, Item, Result], shared: Shared, chunks: Sequence[Sequence[Item]]) -> None:
    """Sends the result of each chunk; ends without a word where that fails, or nobody takes it any more."""

    def all() -> None:
        for chunk in chunks:
            pipe.send(work(shared, chunk))

    _do(all, ())


def _do(work: Callable[..., object], given: tuple[object, ...]) -> None:
    """Does the work, deaf to what is meant for the starting process: that does it again where it fails."""
    threading.Thread(target=_end_with, args=(os.getppid(),), daemon=True).start()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    try:
        work(*given)
    except BaseException:  # noqa: BLE001 - told by how the process ends
        os._exit(1)


def _end_with(starter: int) -> None:
    """Ends this process as soon as the one that started it is gone: nobody wants its work, and it holds the lock."""
    while os.getppid() == starter:
        time.sleep(GONE)
    os._exit(1)
