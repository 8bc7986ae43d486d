"""The translation checks, run over linked rulings with all they may look up."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from ingest.analysis import Analysis
from ingest.checks import run_checks
from ingest.checks.data import knowing
from ingest.linking.link import Linked
from ingest.model import Entry, Finding


def check(
    linked: Linked,
    entries: Iterable[Entry],
    analysis: Analysis,
    reworded: Mapping[str, tuple[str, str, str]] | None = None,
) -> list[Finding]:
    """What the checks find in linked rulings, in the order of the rulings.

    `reworded` tells of translations whose source changed: how it read, how it reads now, since when.
    """
    families = {ruling: family.id for family in linked.families for ruling in family.rulings}
    context = knowing(analysis.context, families, linked.relations, entries, reworded)
    return run_checks(linked.rulings, context, examined=analysis.findings)
