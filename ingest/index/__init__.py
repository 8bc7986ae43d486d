"""The index: what engines take and give, and those there are."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any

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


def _late(module: str, name: str) -> Callable[..., Any]:
    """Something of a module that is imported when it is called: who serves needs no builder, nor the other engine."""

    def call(*arguments: Any) -> Any:
        return getattr(import_module(f"{__name__}.{module}"), name)(*arguments)

    return call


ENGINES = {
    "opensearch": EngineKind(
        _late("opensearch", "OpenSearchBuilder"), _late("opensearch", "open_engine"), _late("opensearch", "verify")
    ),
    "whoosh": EngineKind(
        _late("whoosh_engine", "WhooshBuilder"), _late("engine", "open_tables"), _late("whoosh_engine", "verify")
    ),
}
"""The engines by name; `whoosh` is the embedded one."""
