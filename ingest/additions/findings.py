"""What the checks find in new rulings, and in those of before that share something with them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace

from ingest.additions.before import Before
from ingest.additions.coming import Coming
from ingest.additions.shared import SWEEPS, keys_of
from ingest.analysis import Analysis
from ingest.checks import run_checks
from ingest.checks.base import CollectionCheck, PageCheck
from ingest.checks.context import CheckContext
from ingest.checks.data import knowing
from ingest.checks.registry import CHECKS
from ingest.checks.runner import place, sameness
from ingest.model import Finding, Relation, Ruling

SURVEYS = tuple(check for check in CHECKS if isinstance(check, PageCheck))
SHARING = tuple(check for check in SWEEPS if type(check).keys is not CollectionCheck.keys)
"""The checks in whose eyes one ruling may be flawed for what another says."""
_MOST = 100_000


def found(
    rulings: Sequence[Ruling], coming: Coming, analysis: Analysis, relations: Sequence[Relation], before: Before
) -> dict[str, tuple[Finding, ...]]:
    """All findings of each new ruling, and of each of before in which something else is found now."""
    context = knowing(analysis.context, {}, relations, coming.read.entries)
    alone = [check for check in CHECKS if check not in SHARING and check not in SURVEYS]
    findings: dict[str, list[Finding]] = {ruling.id: [] for ruling in rulings}
    own = run_checks(rulings, context, alone, analysis.findings)
    for one in (*own, *_on_pages(rulings, coming, context, before)):
        findings[one.ruling].append(one)
    shared = _sharing([*rulings, *map(before.ruling, before.gone)], before)
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


def _on_pages(rulings: Sequence[Ruling], coming: Coming, context: CheckContext, before: Before) -> list[Finding]:
    """What is found on the new pages; and on those of before in rulings that are gone, now in those in their place.

    What texts stand on a page of before is as it was.
    """
    files = {source.path for source in coming.read.sources}
    there = run_checks((_read_in(ruling, files) for ruling in rulings), context, SURVEYS, ())
    owner = {text.id: ruling.id for ruling in rulings for text in ruling.texts}
    ids = {check.id for check in SURVEYS}
    held = [one for id in sorted(before.gone) for one in findings_of(id, before) if one.check in ids]
    held = [replace(one, ruling=owner[one.text]) for one in held]
    first = [source.file for id in before.gone for text in before.ruling(id).texts for source in text.sources]
    every = [*there, *held] if min(files, default="") < min(first, default="") else [*held, *there]
    return list({sameness(one): one for one in every}.values())


def _read_in(ruling: Ruling, files: Collection[str]) -> Ruling:
    """A ruling as far as it is read in some files."""
    texts = ((text, tuple(one for one in text.sources if one.file in files)) for text in ruling.texts)
    return replace(ruling, texts=tuple(replace(text, sources=sources) for text, sources in texts))


def findings_of(id: str, before: Before) -> tuple[Finding, ...]:
    """What was found in a ruling of before, in order."""
    return tuple(before.store.findings(ruling=id, limit=_MOST)[1])


def _sharing(rulings: Iterable[Ruling], before: Before) -> Mapping[str, Ruling]:
    """The rulings of before that share something with some rulings."""
    keys = [key for ruling in rulings for key in keys_of(ruling)]
    return {id: before.ruling(id) for id in sorted(before.kept.shared.holders(keys) - before.gone)}
