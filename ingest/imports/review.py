"""What the checks say of texts that came back, asked before anything is written."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from ingest.catalogue import Catalogue
from ingest.checks import CHECKS, CollectionCheck, run_checks
from ingest.checks.base import PageCheck
from ingest.checks.data import check_context
from ingest.imports.changes import Proposal
from ingest.imports.proposal import ORIGIN
from ingest.model import Finding, Ruling, Text

EACH = tuple(check for check in CHECKS if not isinstance(check, CollectionCheck | PageCheck))
"""The checks that need nothing but a ruling; what pages and collections show, the next build finds."""
PROPOSED = "proposed"
"""Stands for the id of a text that is not in the record yet."""


def review(proposals: Iterable[Proposal], catalogue: Catalogue) -> list[list[Finding]]:
    """The findings on each proposed text, beside the other versions of its ruling."""
    context = check_context(catalogue)
    return [_of(run_checks([_with(one)], context, EACH)) for one in proposals]


def _with(one: Proposal) -> Ruling:
    """The ruling as it will read."""
    text = Text(PROPOSED, one.lang, one.body, ORIGIN)
    others = tuple(other for other in one.ruling.texts if one.old is None or other.id != one.old.id)
    return replace(one.ruling, texts=(*others, text))


def _of(findings: list[Finding]) -> list[Finding]:
    return [one for one in findings if one.text == PROPOSED]
