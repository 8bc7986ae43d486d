"""The event that the server waits on: a signal is neither lost nor a lock to hang on, whenever it comes."""

from __future__ import annotations

import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from types import FrameType

import pytest

from app.cli.interruption import Early, Interruption

PATIENCE = 20


class Told:
    """Whether the server was told to stop."""

    def __init__(self) -> None:
        self.stop = False
        self.event = Interruption(lambda: self.stop)

    def handler(self, *_: object) -> None:
        self.stop = True
        self.event.set()


@pytest.fixture
def told() -> Iterator[Told]:
    told = Told()
    before = signal.signal(signal.SIGUSR1, told.handler)
    yield told
    signal.signal(signal.SIGUSR1, before)


def at_every_line(told: Told, line: int) -> None:
    """Runs a wait and a clear with the signal raised before the given line of the event's own code."""
    passed = 0

    def tracing(frame: FrameType, kind: str, _: object) -> object:
        nonlocal passed
        if frame.f_code.co_filename != Interruption.wait.__code__.co_filename or told.stop:
            return None
        if kind == "line":
            passed += 1
            if passed == line:
                signal.raise_signal(signal.SIGUSR1)
        return tracing

    told.event.set()
    sys.settrace(tracing)
    try:
        told.event.wait()
        told.event.clear()
    finally:
        sys.settrace(None)
    if not told.stop:
        signal.raise_signal(signal.SIGUSR1)


@pytest.mark.parametrize("line", range(1, 12))
def test_a_signal_at_any_line_is_heard(told: Told, line: int) -> None:
    at_every_line(told, line)
    assert told.stop
    assert told.event.wait(PATIENCE)


def test_one_who_waits_is_woken_by_another_thread() -> None:
    event = Interruption(lambda: False)
    threading.Timer(0.05, event.set).start()
    assert event.wait(PATIENCE)
    event.clear()
    assert not event.is_set() and not event.wait(0.01)


@pytest.mark.parametrize("when", ["before", "after"])
def test_ctrl_c_is_kept_for_who_can_stop(when: str) -> None:
    heard: list[str] = []
    before = signal.getsignal(signal.SIGINT)
    try:
        early = Early()
        if when == "before":
            signal.raise_signal(signal.SIGINT)
        early.pass_on(lambda: heard.append("stop"))
        assert heard == (["stop"] if when == "before" else [])
        signal.raise_signal(signal.SIGINT)
        assert heard[-1:] == ["stop"]
    finally:
        signal.signal(signal.SIGINT, before)


def test_told_to_stop_it_stays_so() -> None:
    told = Told()
    told.handler()
    told.event.clear()
    assert told.event.is_set()


ELSEWHERE = """
import signal, sys, threading, time
from app.cli.interruption import Interruption, hear_signals

told = threading.Event()
signal.signal(signal.SIGTERM, lambda *_: told.set())
other = threading.Thread(target=time.sleep, args=(60,), daemon=True)
other.start()
threading.Timer(0.2, signal.pthread_kill, args=(other.ident, signal.SIGTERM)).start()
{wait}
print("heard")
"""


@pytest.mark.parametrize(
    "wait", ["hear_signals(); told.wait()", "Interruption(told.is_set).wait(0.9); told.wait(0.01)"]
)
def test_a_signal_that_another_thread_was_given_is_heard(wait: str) -> None:
    code = ELSEWHERE.format(wait=wait) + "sys.exit(not told.is_set())"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert (done.returncode, done.stdout) == (0, "heard\n"), done.stderr
