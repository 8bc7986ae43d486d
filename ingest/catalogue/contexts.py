"""Rules that tell which term an ambiguous form is, read from `contexts.toml`."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ingest.errors import CatalogueError
from ingest.languages import fold
from ingest.model import LANGUAGES

_KEYS = {"lang", "forms", "kinds", "choose", "before", "after", "within", "why"}


@dataclass(frozen=True, slots=True)
class ContextRule:
    """What stands around an ambiguous form, and the term that makes it.

    The rule is for the `forms` or for the `kinds` of terms it names. It holds
    where one of `before` stands among the `within` words before the form, or
    one of `after` among those after it (in Chinese, with at most `within`
    characters between); with neither it always holds. `choose` is a term's id, empty for the form's own
    term, and `-` for none.
    """

    lang: str
    forms: frozenset[str] = frozenset()
    kinds: frozenset[str] = frozenset()
    choose: str = ""
    before: frozenset[str] = frozenset()
    after: frozenset[str] = frozenset()
    within: int = 1


def load_contexts(folder: Path) -> tuple[ContextRule, ...]:
    """The rules of `contexts.toml` in their order: the first that holds decides."""
    file = folder / "contexts.toml"
    if not file.exists():
        return ()
    tables = tomllib.loads(file.read_text("utf-8")).get("rule", [])
    return tuple(_rule(table, f"{file.name} rule {at}") for at, table in enumerate(tables, 1))


def _rule(table: Mapping[str, Any], where: str) -> ContextRule:
    unknown = sorted(set(table) - _KEYS)
    if unknown:
        raise CatalogueError(f"unknown key {unknown[0]}", where=where, hint=f"known: {sorted(_KEYS)}")
    if table.get("lang") not in LANGUAGES:
        raise CatalogueError("no lang", where=where, hint=f"one of {', '.join(LANGUAGES)}")
    if not table.get("forms") and not table.get("kinds"):
        raise CatalogueError("neither forms nor kinds", where=where)
    lists = {key: frozenset(map(_folded, table.get(key, ()))) for key in ("forms", "kinds", "before", "after")}
    return ContextRule(lang=table["lang"], choose=table.get("choose", ""), within=table.get("within", 1), **lists)


def _folded(word: str) -> str:
    return word if word.startswith("<") else fold(word).text
