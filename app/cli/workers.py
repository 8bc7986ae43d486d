"""The server's processes: each loads the application so that it can be stopped at any moment."""

from __future__ import annotations

import multiprocessing
import os
import signal
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from app.cli.interruption import Early, Interruption, hear_signals
from app.settings import Settings
from ingest.snapshot import Snapshot

STOPPING = (signal.SIGINT, signal.SIGTERM)
SHARED = "PROMETHEUS_MULTIPROC_DIR"
PATIENCE = 30
"""Seconds that requests in flight may take once the server is told to stop."""


def run(host: str, port: int, workers: int, threads: int, sound: Snapshot | None = None) -> None:
    """Serves until it is told to stop; requests in flight are finished. `sound` is what there is to serve."""
    early = Early()
    from granian import Granian
    from granian.constants import Interfaces, RuntimeModes
    from granian.log import LogLevels

    _hold_signals_over_forks()
    server = Granian(
        "app.wsgi:application",
        address=host,
        port=port,
        interface=Interfaces.WSGI,
        workers=workers,
        blocking_threads=threads,
        # The other mode may wait for an end that has passed already.
        runtime_mode=RuntimeModes.st,
        respawn_failed_workers=True,
        workers_kill_timeout=PATIENCE,
        websockets=False,
        log_access=False,
        log_level=LogLevels.warning,
    )
    server.main_loop_interrupt = Interruption(lambda: server.interrupt_signal)
    early.pass_on(server.signal_handler_interrupt)
    with _counting_together():
        if sound and multiprocessing.get_start_method() == "fork":
            _prepare(sound)
        if server.interrupt_signal:
            raise KeyboardInterrupt
        _serve(server)


def _serve(server: Any) -> None:
    """Serves until the server is told to stop, which it then does without complaint.

    A signal goes to all processes of a terminal: a worker may be gone before its parent expects it to go.
    """
    try:
        server.serve(target_loader=load, wrap_loader=False)
    except SystemExit:
        if not server.interrupt_signal:
            raise


def _prepare(sound: Snapshot) -> None:
    """Loads, before the workers are forked, what all of them need: once, in memory that they share."""
    from app import api, http, pages  # noqa: F401 - loaded here, used by them
    from app.services import open_ahead

    open_ahead(Settings.from_environment(), sound)


@contextmanager
def _counting_together() -> Iterator[None]:
    """A folder in which the workers keep their figures, so that each can tell those of all."""
    if os.environ.get(SHARED):
        yield
        return
    with tempfile.TemporaryDirectory(prefix="rosetta-figures-", ignore_cleanup_errors=True) as folder:
        os.environ[SHARED] = folder
        try:
            yield
        finally:
            del os.environ[SHARED]


def load() -> Callable[..., Any]:
    """The application, loaded in a new worker; a signal to stop ends the worker that still loads it.

    A worker begins with the handlers of its parent, which only note in the parent's memory
    that there was a signal: it would never stop. It gets handlers of its own once it serves.
    """
    for one in STOPPING:
        signal.signal(one, signal.SIG_DFL)
    _let_through()
    hear_signals()
    from app.wsgi import application

    return application


def _hold_signals_over_forks() -> None:
    """Keeps signals to stop waiting while a worker comes to be, until `load` has made them mean something there."""
    if hasattr(os, "register_at_fork"):
        os.register_at_fork(before=_hold, after_in_parent=_let_through)


def _hold() -> None:
    signal.pthread_sigmask(signal.SIG_BLOCK, STOPPING)


def _let_through() -> None:
    signal.pthread_sigmask(signal.SIG_UNBLOCK, STOPPING)
