"""Connections to one record, a thread each, closed with the last who uses them."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from ingest.errors import SnapshotError


class Connections:
    """Read-only connections to an SQLite file; any number of threads may ask at once.

    Nothing that is kept with them refers back, so that they are closed as soon
    as nobody holds them, without waiting for the garbage collector.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._local = threading.local()
        self._open: list[sqlite3.Connection] = []
        self._lock = threading.Lock()

    def rows(self, statement: str, values: Sequence[object] = ()) -> list[tuple[Any, ...]]:
        """All rows that a statement gives; `SnapshotError` where the file can't be read."""
        try:
            return self._connection().execute(statement, values).fetchall()
        except sqlite3.DatabaseError as error:
            raise SnapshotError(f"record unreadable: {error}", where=str(self.path)) from error

    def one(self, statement: str, *values: object) -> Any:
        """The first value of the first row, or None."""
        rows = self.rows(statement, values)
        return rows[0][0] if rows else None

    def close(self) -> None:
        """Closes the connections of every thread."""
        with self._lock:
            while self._open:
                self._open.pop().close()
        self._local = threading.local()

    def __del__(self) -> None:
        with suppress(Exception):  # at the end of the interpreter what this needs may be gone
            self.close()

    def _connection(self) -> sqlite3.Connection:
        connection: sqlite3.Connection | None = getattr(self._local, "connection", None)
        if connection is None:
            address = f"{self.path.resolve().as_uri()}?mode=ro&immutable=1"
            connection = sqlite3.connect(address, uri=True, check_same_thread=False)
            with self._lock:
                self._open.append(connection)
            self._local.connection = connection
        return connection
