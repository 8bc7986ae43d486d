"""A translation is older than the wording of its source."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ingest.checks.base import CollectionCheck, Flaw
from ingest.checks.context import CheckContext
from ingest.model import Finding, Ruling


def lasting(findings: Iterable[Finding]) -> Iterator[Finding]:
    """The findings that hang on the sources as they are, and not on what they were."""
    return (one for one in findings if one.check != SourceChanged.id)


class SourceChanged(CollectionCheck):
    """What was translated reads otherwise now; the translation is as it was."""

    id = "source-changed"
    params = ("before", "after", "since")

    def sweep(self, rulings: tuple[Ruling, ...], context: CheckContext) -> Iterator[Flaw]:
        for ruling in rulings if context.reworded else ():
            for text in ruling.texts:
                if text.id in context.reworded:
                    told = dict(zip(self.params, context.reworded[text.id], strict=True))
                    yield Flaw(None, told, text=text, ruling=ruling)
