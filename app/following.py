"""Keeps the home of a server at what a cluster serves, beside the requests."""

from __future__ import annotations

import logging
import threading
from typing import TYPE_CHECKING

from app.settings import Settings
from ingest.errors import RosettaError
from ingest.snapshot import Home

if TYPE_CHECKING:
    from ingest.publication import Follower

log = logging.getLogger(__name__)

SECONDS = 2.0
"""How long a new publication may go unnoticed."""


class Following(threading.Thread):
    """Looks every `SECONDS` whether the cluster serves something newer; what is open serves on meanwhile."""

    def __init__(self, follower: Follower, seconds: float = SECONDS) -> None:
        super().__init__(name="following", daemon=True)
        self._follower, self._seconds = follower, seconds
        self._stopped = threading.Event()
        self._said = ""

    def run(self) -> None:
        """Follow until `stop`."""
        while not self._stopped.is_set():
            self._look()
            self._stopped.wait(self._seconds)

    def stop(self) -> None:
        """Look no more."""
        self._stopped.set()

    def _look(self) -> None:
        try:
            self._follower.follow()
            self._said = ""
        except (RosettaError, OSError) as error:
            self._say(str(error))
        except Exception as error:  # noqa: BLE001 # whatever the network brings: a thread that ends follows no more
            self._say(f"{type(error).__name__}: {error}")

    def _say(self, what: str) -> None:
        """Once, not once a look."""
        if what != self._said:
            log.error("publication not taken: %s", what)
        self._said = what


def follow(settings: Settings) -> Following | None:
    """The thread that follows, started; None where the index is this machine's own."""
    if settings.engine != "opensearch":
        return None
    from ingest.publication import followed  # what no other server needs

    following = Following(followed(Home(settings.home), settings.records))
    following.start()
    return following
