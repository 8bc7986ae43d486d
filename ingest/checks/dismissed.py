"""Findings that a person read and found to be no error: `data/catalogue/dismissed.toml`.

A decision is keyed to the text's id and the check. The id comes from the text
itself, so a decision holds through any number of builds and ends when the text changes.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from pathlib import Path

from ingest.errors import CatalogueError
from ingest.model import Finding


@dataclass(frozen=True, slots=True)
class Dismissed:
    """That what a check says about a text is no error, and why; `about` narrows it to one parameter."""

    text: str
    check: str
    reason: str
    about: str = ""

    def covers(self, finding: Finding) -> bool:
        """Whether a finding is the one a person read."""
        told = not self.about or self.about in finding.params.values()
        return (self.text, self.check) == (finding.text, finding.check) and told


@dataclass(frozen=True, slots=True)
class Dismissals:
    """All decisions of people about findings."""

    entries: tuple[Dismissed, ...] = ()

    def cover(self, finding: Finding) -> bool:
        """Whether a person found this finding to be no error."""
        return any(entry.covers(finding) for entry in self.entries)


def load_dismissed(path: Path) -> Dismissals:
    """The decisions of a file, none where there is no such file."""
    if not path.exists():
        return Dismissals()
    try:
        tables = tomllib.loads(path.read_text("utf-8")).get("dismissed", [])
        return Dismissals(tuple(Dismissed(**table) for table in tables))
    except (tomllib.TOMLDecodeError, TypeError) as problem:
        raise CatalogueError(f"dismissed findings cannot be read: {problem}", where=path.name) from problem
