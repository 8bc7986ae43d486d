"""What a snapshot was built from, and what is owed to those who publish it."""

from __future__ import annotations

from app.api import serialise
from app.api.endpoint import PAGING, Asked, Data, Endpoint


def sources(asked: Asked) -> Data:
    """The files and feeds that were read, by name."""
    every = asked.knowledge.store.sources()
    page = asked.page_of(len(every))
    return {**page.members("/sources"), "sources": [serialise.source_file(one) for one in page.cut(every)]}


ENDPOINTS = (
    Endpoint("/sources", sources, "What was read, and what is owed to whom", "Sources", PAGING, errors=(410,)),
)
