"""Which findings a list shows: those that its filters leave, and the texts that a language lacks."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import TYPE_CHECKING

from ingest.model import LANGUAGES, Finding

if TYPE_CHECKING:
    from ingest.store import Store

LACKING = "wrong-language"
"""The check whose findings are about a text in one language where another is expected."""

SOURCE_CHANGED = "source-changed"
"""The check whose findings are about texts whose source was reworded under them; exports say it of these."""

DOUBTFUL = ("terminology", "other-term", "deprecated-term", "inconsistent-term", "card-name")
"""The checks of terms: one that fails is worth knowing before a text is quoted."""

_READ = 200
"""Findings of one ruling that are read; hardly any has as many."""


def matching(store: Store, wanted: Mapping[str, str], offset: int = 0, limit: int = 20) -> tuple[int, list[Finding]]:
    """How many findings the filters leave, and a stretch of them.

    A language's findings are those of its texts, and after them those of the entries of its
    pages that are there in other languages only.
    """
    asked = {name: value for name, value in wanted.items() if value}
    return store.findings(**asked, offset=offset, limit=limit, lacking=LACKING)


def tally(store: Store, by: str, wanted: Mapping[str, str]) -> dict[str, int]:
    """How many findings each check, severity or language (`by`) would leave beside the other filters."""
    if by == "lang":
        return {lang: matching(store, {**wanted, "lang": lang}, limit=0)[0] for lang in LANGUAGES}
    return store.tally_findings(by, wanted, LACKING)


def known_checks() -> tuple[str, ...]:
    """The ids of all checks.

    >>> "terminology" in known_checks()
    True
    """
    # Imported here: no answer to a search needs the checks with their tables, and a server is to answer soon.
    from ingest.checks import CHECKS

    return tuple(check.id for check in CHECKS)


def severities() -> tuple[str, ...]:
    """How bad a finding may be, the worst first."""
    from ingest.checks.base import SEVERITIES

    return SEVERITIES


def doubtful(store: Store, ruling: str) -> Collection[str]:
    """The ids of the texts of a ruling in which a term, or anything as bad, is in doubt."""
    _, found = store.findings(ruling=ruling, limit=_READ)
    return {one.text for one in found if one.text and _is_doubt(one)}


def _is_doubt(finding: Finding) -> bool:
    return finding.severity == "error" or (finding.severity == "warning" and finding.check in DOUBTFUL)
