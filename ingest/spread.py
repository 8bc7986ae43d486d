"""Work on many things spread over processes; what comes of it comes in the order of the things.

Where it is safe, processes are forked and hold nothing of their own at first; elsewhere (macOS, or
with threads running) they start afresh and are sent what they need.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import threading
import warnings
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from multiprocessing.connection import Connection
from typing import TypeVar

Shared = TypeVar("Shared")
Item = TypeVar("Item")
Result = TypeVar("Result")
Work = Callable[[Shared, Sequence[Item]], Result]

PROCESSES = "ROSETTA_PROCESSES"
"""The setting that says how many processes a build may use, where it is not to use every core."""
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
    context = multiprocessing.get_context(method())
    ours, theirs = context.Pipe(duplex=False)
    process = context.Process(target=_send, args=(theirs, work, shared, chunks), daemon=True)  # type: ignore[attr-defined]
    with ours:
        with theirs, warnings.catch_warnings():
            # Python counts the sleeping threads of numpy's linear algebra, which looks after itself in forks.
            warnings.simplefilter("ignore", DeprecationWarning)
            process.start()
        try:
            yield ours
        finally:
            process.kill()
            process.join()
            process.close()


def _send(pipe: Connection, work: Work[Shared, Item, Result], shared: Shared, chunks: Sequence[Sequence[Item]]) -> None:
    """Sends the result of each chunk; ends without a word where that fails, or nobody takes it any more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    try:
        for chunk in chunks:
            pipe.send(work(shared, chunk))
    except BaseException:  # noqa: BLE001 - the starting process does it again and sees why
        os._exit(1)
