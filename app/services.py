"""The snapshots that are open, and the swap for a newer one without dropping a request."""

from __future__ import annotations

import gc
import logging
import math
import threading
import time
from collections import OrderedDict

from app.knowledge import Knowledge, open_knowledge
from app.settings import Settings
from ingest.errors import RosettaError, SnapshotError
from ingest.snapshot import Home, Snapshot

log = logging.getLogger(__name__)

KEPT_OPEN = 2
"""How many snapshots stay open: the one that serves, and those that pages in flight pin."""

FAULTS = (RosettaError, OSError, ValueError)
"""What opening a snapshot may raise, however it is damaged."""


class Services:
    """Gives each request the knowledge of the moment; shared by all threads.

    `sound` is a snapshot that was just verified, to begin with.
    """

    def __init__(self, settings: Settings, sound: Snapshot | None = None) -> None:
        self._sound = sound
        self.settings = settings
        self.home = Home(settings.home)
        self._swapping = threading.Lock()
        self._opening = threading.Lock()
        self._open: OrderedDict[str, Knowledge] = OrderedDict()
        self._current: Knowledge | None = None
        self._checked = -math.inf
        self._said = ""

    def current(self) -> Knowledge:
        """The newest published knowledge; `SnapshotError` where nothing is built."""
        asked = time.monotonic()
        # While one request opens a newer snapshot the others go on with the one before; at the start they wait.
        if self._is_due(asked) and self._swapping.acquire(blocking=self._current is None):
            try:
                if self._is_due(asked):
                    self._refresh()
            finally:
                self._swapping.release()
        if self._current is None:
            raise SnapshotError("nothing is built yet", where=str(self.home.path), hint="run rosetta build")
        return self._current

    def pinned(self, name: str | None) -> Knowledge | None:
        """The knowledge of the snapshot named, the current one without a name, None where it is gone."""
        current = self.current()
        if name in (None, "", current.snapshot):
            return current
        with self._opening:
            if name not in self._open:
                try:
                    self._keep(self._verified(self.home.open(name)))
                except FAULTS:
                    return None
            self._open.move_to_end(name)
            return self._open[name]

    def ready(self) -> bool:
        """Whether a snapshot is open and answers."""
        try:
            return self.current().store.count_rulings() >= 0
        except SnapshotError:
            return False

    def _is_due(self, asked: float) -> bool:
        return asked - self._checked >= self.settings.refresh_seconds

    def _refresh(self) -> None:
        """Opens the published snapshot where it is a newer one; where it is damaged the one before serves on."""
        try:
            knowledge = self._newer()
            self._said = ""
        except FAULTS as error:
            if str(error) != self._said:  # once, not once a second
                log.error("snapshot not taken: %s", error)
            self._said = str(error)
        else:
            if knowledge:
                with self._opening:
                    self._keep(knowledge)
                self._current = knowledge
                log.info("serving snapshot %s", knowledge.snapshot)
        finally:
            # Looked at again only after a while: a home that is damaged costs every request nothing.
            self._checked = time.monotonic()

    def _newer(self) -> Knowledge | None:
        name = self.home.current_name()
        if self._current is None:
            found = self._sound or self.home.sound()
            return open_knowledge(found, self.settings) if found else None
        if name in (None, self._current.snapshot):
            return None
        # One that is open already, such as that which a person went back to, is not opened twice.
        return self._open.get(name) or self._verified(self.home.open(name))

    def _verified(self, snapshot: Snapshot) -> Knowledge:
        snapshot.verify()
        return open_knowledge(snapshot, self.settings)

    def _keep(self, knowledge: Knowledge) -> None:
        # Left to the garbage collector, not closed: a request may still hold the oldest.
        self._open[knowledge.snapshot] = knowledge
        self._open.move_to_end(knowledge.snapshot)
        while len(self._open) > KEPT_OPEN + 1:
            self._open.popitem(last=False)

    def rest(self) -> None:
        """Gives back connections, which must not cross from a process into those that it forks."""
        for knowledge in self._open.values():
            knowledge.store.close()


_ahead: list[Services] = []


def open_ahead(settings: Settings, sound: Snapshot) -> None:
    """Opens a snapshot before the server's processes part: they share its memory and are ready at once.

    `sound` was verified. What can't be opened is left for the processes to say.
    """
    services = Services(settings, sound)
    try:
        services.current()
    except SnapshotError:
        return
    services.rest()
    gc.freeze()  # the collector would write to every object, and a page written to is shared no more
    _ahead[:] = [services]


def services_over(settings: Settings) -> Services:
    """What was opened ahead with these settings, else services that open when they are asked."""
    return next((one for one in _ahead if one.settings == settings), None) or Services(settings)
