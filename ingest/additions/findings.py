"""What the checks find in new rulings, and in those of before that share something with them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from ingest.additions.before import Before
from ingest.additions.coming import Coming
from ingest.additions.shared import SWEEPS, keys_of
from ingest.analysis import Analysis
from ingest.checks import run_checks
from ingest.checks.base import CollectionCheck
from ingest.checks.data import knowing
from ingest.checks.registry import CHECKS
from ingest.checks.runner import place
from ingest.model import Finding, Relation, Ruling

SHARING = tuple(check for check in SWEEPS if type(check).keys is not CollectionCheck.keys)
"""The checks in whose eyes one ruling may be flawed for what another says."""
_MOST = 100_000


def found(
    rulings: Sequence[Ruling], coming: Coming, analysis: Analysis, relations: Sequence[Relation], before: Before
) -> dict[str, tuple[Finding, ...]]:
    """All findings of each new ruling, and of each of before in which something else is found now."""
    context = knowing(analysis.context, {}, relations, coming.read.entries)
    alone = [check for check in CHECKS if check not in SHARING]
    findings: dict[str, list[Finding]] = {ruling.id: [] for ruling in rulings}
    for one in run_checks(rulings, context, alone, analysis.findings):
        findings[one.ruling].append(one)
    shared = _sharing(rulings, before)
    near = _sharing(shared.values(), before)
    every = {ruling.id: ruling for ruling in rulings} | near | shared
    swept = run_checks(every.values(), context, SHARING, ())
    was = {id: findings_of(id, before) for id in shared}
    for id, held in was.items():
        findings[id] = [one for one in held if one.check not in {check.id for check in SHARING}]
    for one in swept:
        if one.ruling in findings:
            findings[one.ruling].append(one)
    ordered = {id: tuple(sorted(held, key=place)) for id, held in findings.items()}
    return {id: held for id, held in ordered.items() if held != was.get(id)}


def findings_of(id: str, before: Before) -> tuple[Finding, ...]:
    """What was found in a ruling of before, in order."""
    return tuple(before.store.findings(ruling=id, limit=_MOST)[1])


def _sharing(rulings: Iterable[Ruling], before: Before) -> Mapping[str, Ruling]:
    """The rulings of before that share something with some rulings."""
    keys = [key for ruling in rulings for key in keys_of(ruling)]
    return {id: before.ruling(id) for id in sorted(before.kept.shared.holders(keys))}
