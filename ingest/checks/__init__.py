"""Translation checks: one module each, and the registry they are listed in."""

from __future__ import annotations

from ingest.checks.base import Check, CollectionCheck, Flaw, Page, PageCheck, Pair, PairCheck, TextCheck
from ingest.checks.context import CheckContext
from ingest.checks.registry import CHECKS
from ingest.checks.runner import examine, run_checks

__all__ = [
    "CHECKS",
    "Check",
    "CheckContext",
    "CollectionCheck",
    "Flaw",
    "Page",
    "PageCheck",
    "Pair",
    "PairCheck",
    "TextCheck",
    "examine",
    "run_checks",
]
