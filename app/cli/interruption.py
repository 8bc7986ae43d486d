"""Signals that are heard whatever the server's processes are doing: the main one, and each worker.

Python runs a handler in the main thread, between two of its steps. A main thread that waits for
a lock takes none, and the system may hand the signal to another thread, which does not wake it.
"""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from queue import Empty, SimpleQueue

TICK = 0.2
"""Seconds after which a main thread that waits looks again whether there was a signal."""
NUDGE = getattr(signal, "SIGURG", None)
"""Nobody sends it to a server, and where nothing handles it, it does nothing."""


class Early:
    """Ctrl-C from now on, kept for those who can stop: while modules are imported Python may swallow what it raises."""

    def __init__(self) -> None:
        self._told = False
        self._stop: Callable[[], object] | None = None
        signal.signal(signal.SIGINT, self._note)

    def pass_on(self, stop: Callable[[], object]) -> None:
        """Calls `stop` at Ctrl-C, at once where it came already."""
        self._stop = stop
        if self._told:
            stop()

    def _note(self, *_: object) -> None:
        self._told = True
        if self._stop:
            self._stop()


class Interruption(threading.Event):
    """An event that a signal handler sets safely, and that stays set once the server is told to stop.

    `threading.Event` is neither: a handler runs between two steps of the thread that waits, and
    where that thread holds the event's lock, or is about to clear the event, the process hangs or
    never learns of the signal. Ctrl-C on a terminal meets that moment, for it ends the workers too.
    """

    def __init__(self, stopping: Callable[[], bool]) -> None:
        super().__init__()
        self._stopping = stopping
        self._is_set = False
        self._wakes: SimpleQueue[None] = SimpleQueue()  # its `put` may be called while a `put` or `get` is going on

    def is_set(self) -> bool:
        return self._is_set

    def set(self) -> None:
        self._is_set = True
        self._wakes.put(None)

    def clear(self) -> None:
        self._is_set = False
        if self._stopping():  # asked after, so that a signal between the two lines is not lost
            self.set()

    def wait(self, timeout: float | None = None) -> bool:
        end = None if timeout is None else time.monotonic() + timeout
        while not self._is_set and (end is None or time.monotonic() < end):
            with suppress(Empty):
                self._wakes.get(timeout=TICK if end is None else min(TICK, max(0, end - time.monotonic())))
        return self._is_set


def hear_signals() -> None:
    """Sees to it, from now on, that the main thread of this process runs the handler of any signal soon."""
    if NUDGE is None:
        return
    heard, told = os.pipe()
    os.set_blocking(told, False)
    signal.signal(NUDGE, lambda *_: None)
    signal.set_wakeup_fd(told, warn_on_full_buffer=False)
    threading.Thread(target=_nudge, args=(heard, threading.get_ident()), name="signals", daemon=True).start()


def _nudge(heard: int, main: int) -> None:
    """Interrupts what the main thread waits for, time and again once there was a signal."""
    os.read(heard, 1)
    while True:
        signal.pthread_kill(main, NUDGE)
        time.sleep(TICK)
