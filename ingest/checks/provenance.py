"""Two sources disagree about who wrote a text."""

from __future__ import annotations

from collections.abc import Iterator

from ingest.checks.base import CollectionCheck, Flaw
from ingest.checks.context import CheckContext
from ingest.model import Ruling


class ProvenanceConflict(CollectionCheck):
    """The same text carries one label here and another there."""

    id = "provenance-conflict"
    params = ("labels",)

    def sweep(self, rulings: tuple[Ruling, ...], context: CheckContext) -> Iterator[Flaw]:
        for ruling in rulings:
            for text in ruling.texts:
                labels = sorted({source.label for source in text.sources if source.label})
                if len(labels) > 1:
                    yield Flaw(None, {"labels": ", ".join(labels)}, text=text, ruling=ruling)
