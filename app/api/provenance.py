"""What a snapshot was built from, and what is owed to those who publish it."""

from __future__ import annotations

from app.api.endpoint import PAGING, Asked, Data, Endpoint
from ingest.model import Source


def sources(asked: Asked) -> Data:
    """The files and feeds that were read, by name."""
    every = asked.knowledge.store.sources()
    page = asked.page_of(len(every))
    return {**page.members("/sources"), "sources": [file(one) for one in page.cut(every)]}


def file(given: Source) -> Data:
    """A file or feed as it was received, with what is owed to those who publish it."""
    return {
        "file": given.path,
        "format": given.format,
        "sha256": given.sha256,
        "attribution": given.attribution,
        "licence": given.licence,
    }


ENDPOINTS = (
    Endpoint("/sources", sources, "What was read, and what is owed to whom", "Sources", PAGING, errors=(410,)),
)
