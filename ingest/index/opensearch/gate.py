"""Keeps a slow or silent cluster from filling a server with requests that wait for it."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from ingest.errors import EngineUnavailable

AT_ONCE = 3
"""Searches under way in one process: fewer than the server has threads, for pages that need no cluster."""
WAIT_SECONDS = 3.0
FAILURES = 3
REST_SECONDS = 2.0


class Gate:
    """Lets a few searches through at once; after several failures in a row, one try every `rest` seconds."""

    def __init__(
        self,
        at_once: int = AT_ONCE,
        *,
        wait: float = WAIT_SECONDS,
        failures: int = FAILURES,
        rest: float = REST_SECONDS,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._places = threading.BoundedSemaphore(at_once)
        self._wait, self._most, self._rest, self._clock = wait, failures, rest, clock
        self._lock = threading.Lock()
        self._failed, self._resting_until = 0, 0.0

    @contextmanager
    def through(self) -> Iterator[None]:
        """A place for one search; `EngineUnavailable` where the cluster rests, or where no place gets free soon."""
        self._refuse_while_resting()
        if not self._places.acquire(timeout=self._wait):
            raise EngineUnavailable("too many searches wait for the cluster", hint="ask again in a moment")
        try:
            yield
        except EngineUnavailable:
            self._note(failed=True)
            raise
        else:
            self._note(failed=False)
        finally:
            self._places.release()

    def _refuse_while_resting(self) -> None:
        with self._lock:
            now = self._clock()
            if self._failed < self._most:
                return
            if now < self._resting_until:
                raise EngineUnavailable("the search cluster did not answer just now", hint="ask again in a moment")
            self._resting_until = now + self._rest  # this one tries; the others wait for what it finds

    def _note(self, *, failed: bool) -> None:
        with self._lock:
            self._failed = self._failed + 1 if failed else 0
            self._resting_until = self._clock() + self._rest if self._failed >= self._most else 0.0
