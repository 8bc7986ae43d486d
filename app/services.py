"""The snapshots that are open, and the swap for a newer one without dropping a request."""

from __future__ import annotations

import logging
import threading
import time
from collections import OrderedDict

from app.knowledge import Knowledge, open_knowledge
from app.settings import Settings
from ingest.errors import SnapshotError
from ingest.snapshot import Home

log = logging.getLogger(__name__)

KEPT_OPEN = 2
"""How many snapshots stay open: the one that serves, and those that pages in flight pin."""


class Services:
    """Gives each request the knowledge of the moment; shared by all threads."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.home = Home(settings.home)
        self._lock = threading.Lock()
        self._open: OrderedDict[str, Knowledge] = OrderedDict()
        self._current: Knowledge | None = None
        self._checked = 0.0

    def current(self) -> Knowledge:
        """The newest published knowledge; `SnapshotError` where nothing is built."""
        now = time.monotonic()
        if self._current is None or now - self._checked >= self.settings.refresh_seconds:
            self._refresh(now)
        if self._current is None:
            raise SnapshotError("nothing is built yet", where=str(self.home.path), hint="run rosetta build")
        return self._current

    def pinned(self, name: str | None) -> Knowledge | None:
        """The knowledge of the snapshot named, the current one without a name, None where it is gone."""
        current = self.current()
        if name in (None, "", current.snapshot):
            return current
        with self._lock:
            if name not in self._open:
                try:
                    self._keep(open_knowledge(self.home.open(name), self.settings))
                except SnapshotError:
                    return None
            self._open.move_to_end(name)
            return self._open[name]

    def ready(self) -> bool:
        """Whether a snapshot is open and answers."""
        try:
            return self.current().store.count_rulings() >= 0
        except SnapshotError:
            return False

    def _refresh(self, now: float) -> None:
        with self._lock:
            self._checked = now
            name = self.home.current_name()
            if self._current and name in (None, self._current.snapshot):
                return
            try:
                knowledge = self._opened(name)
            except SnapshotError as error:
                log.error("snapshot not taken: %s", error)
                return
            if knowledge:
                self._keep(knowledge)
                self._current = knowledge
                log.info("serving snapshot %s", knowledge.snapshot)

    def _opened(self, name: str | None) -> Knowledge | None:
        if name and self._current:  # the one before serves on if the new one is damaged
            snapshot = self.home.open(name)
            snapshot.verify()
        else:
            found = self.home.sound()
            if found is None:
                return None
            snapshot = found
        return open_knowledge(snapshot, self.settings)

    def _keep(self, knowledge: Knowledge) -> None:
        # Left to the garbage collector, not closed: a request may still hold the oldest.
        self._open[knowledge.snapshot] = knowledge
        while len(self._open) > KEPT_OPEN + 1:
            self._open.popitem(last=False)
