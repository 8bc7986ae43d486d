"""The snapshot that a request answers from: taken once, so that no answer mixes two."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flask import Response, current_app, g

if TYPE_CHECKING:
    from app.services import Knowledge, Services


class SnapshotGone(Exception):
    """The snapshot a request is pinned to is not kept any more."""

    def __init__(self, name: str) -> None:
        self.name = name
        super().__init__(name)


def knowledge(pinned: str | None = None) -> Knowledge:
    """What this request answers from: the snapshot it is pinned to, else the one that serves."""
    if "knowledge" not in g:
        g.knowledge = _open(pinned)
    elif pinned and g.knowledge.snapshot != pinned:
        raise SnapshotGone(pinned)
    return g.knowledge


def _open(pinned: str | None) -> Knowledge:
    services: Services = current_app.extensions["rosetta"]
    kept = services.pinned(pinned)
    if kept is None:
        raise SnapshotGone(pinned or "")
    return kept


def name_snapshot(response: Response) -> None:
    """Says in `X-Snapshot` which snapshot answered, where one did."""
    if "knowledge" in g:
        response.headers["X-Snapshot"] = g.knowledge.snapshot
