"""The index: what engines take and give, and those there are."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from ingest.index import opensearch, whoosh_engine
from ingest.index.contract import Answer, Clause, Doc, Engine, EngineBuilder, Exclusion, Plan, Row, Scope

__all__ = [
    "ENGINES",
    "Answer",
    "Clause",
    "Doc",
    "Engine",
    "EngineBuilder",
    "EngineKind",
    "Exclusion",
    "Plan",
    "Row",
    "Scope",
]


@dataclass(frozen=True, slots=True)
class EngineKind:
    """An engine: how to write, open and check its index."""

    builder: Callable[..., EngineBuilder]
    open: Callable[[Path], Engine]
    verify: Callable[[Path], None]


ENGINES = {
    "opensearch": EngineKind(opensearch.OpenSearchBuilder, opensearch.open_engine, opensearch.verify),
    "whoosh": EngineKind(whoosh_engine.WhooshBuilder, whoosh_engine.open_engine, whoosh_engine.verify),
}
"""The engines by name; `whoosh` is the embedded one."""
