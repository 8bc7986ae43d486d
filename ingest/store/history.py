"""What a record knows of the past: texts no longer stated, what stands for their ids, what builds changed."""

from __future__ import annotations

from ingest.store.connections import Connections
from ingest.store.writer import Change, Former

_CHANGES = "SELECT snapshot, kind, ruling, data FROM changes"
_FORMER = "SELECT id, successor, since, data FROM former"


class PastOfRecord:
    """The part of a record's reader that asks for the past."""

    _record: Connections

    def resolve(self, id: str) -> str | None:
        """The id of the ruling that a ruling's, text's or former text's id stands for, or None."""
        for _ in range(20):
            if ruling := self._record.one("SELECT ruling FROM texts WHERE id = ?", id):
                return str(ruling)
            successor = self._record.one("SELECT successor FROM former WHERE id = ?", id)
            if not successor:
                return None
            id = successor
        return None

    def former(self, id: str) -> Former | None:
        """What is kept of a text that is no longer stated, or None."""
        rows = self._record.rows(f"{_FORMER} WHERE id = ?", (id,))
        return Former(*rows[0]) if rows else None

    def all_former(self) -> list[Former]:
        """Every text that is no longer stated."""
        return [Former(*row) for row in self._record.rows(f"{_FORMER} ORDER BY id")]

    def changes(self, since: str | None = None, offset: int = 0, limit: int = -1) -> list[Change]:
        """What builds changed after the snapshot `since`, oldest first; all that is kept without one."""
        statement = f"{_CHANGES} WHERE snapshot > ? ORDER BY n LIMIT ? OFFSET ?"
        return [Change(*row) for row in self._record.rows(statement, (since or "", limit, offset))]

    def changes_of(self, ruling: str) -> list[Change]:
        """What builds changed about one ruling, oldest first."""
        return [Change(*row) for row in self._record.rows(f"{_CHANGES} WHERE ruling = ? ORDER BY n", (ruling,))]

    def count_changes(self, since: str | None = None) -> int:
        """How many things builds changed after the snapshot `since`."""
        return int(self._record.one("SELECT count(*) FROM changes WHERE snapshot > ?", since or ""))

    def tells_of(self, snapshot: str) -> bool:
        """Whether the kept changes hold any that the build of this snapshot made."""
        return bool(self._record.one("SELECT 1 FROM changes WHERE snapshot = ? LIMIT 1", snapshot))
