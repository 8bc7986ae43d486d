"""What people decided about rulings, read from `decisions.toml`."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ingest.errors import CatalogueError

_TEXT_ID = re.compile(r"[a-z2-7]{16}")
_KINDS = {"join": ("same", "reworded"), "apart": ("parallel", "related", "")}


@dataclass(frozen=True, slots=True)
class Decision:
    """That texts state the same thing (`join`), or do not (`apart`), and why."""

    texts: tuple[str, ...]
    kind: str
    why: str = ""


@dataclass(frozen=True, slots=True)
class Decisions:
    """All that people decided; it stands over every rule of the program."""

    joined: tuple[Decision, ...] = ()
    apart: tuple[Decision, ...] = ()
    cards: tuple[tuple[str, str], ...] = ()
    """Text id and card id."""


def load_decisions(folder: Path) -> Decisions:
    """The decisions of `decisions.toml`; none where the file is absent."""
    file = folder / "decisions.toml"
    if not file.exists():
        return Decisions()
    data = tomllib.loads(file.read_text("utf-8"))
    return Decisions(
        joined=tuple(_decision("join", table, file.name) for table in data.get("join", ())),
        apart=tuple(_decision("apart", table, file.name) for table in data.get("apart", ())),
        cards=tuple(pair for table in data.get("card", ()) for pair in _cards(table, file.name)),
    )


def _decision(what: str, table: Mapping[str, Any], where: str) -> Decision:
    texts = _texts(table, where)
    if len(texts) < 2:
        raise CatalogueError(f"[[{what}]] names fewer than two texts", where=where)
    kind = table.get("kind", _KINDS[what][-1] if what == "apart" else "same")
    if kind not in _KINDS[what]:
        raise CatalogueError(f"[[{what}]] of kind {kind}", where=where, hint=f"one of {_KINDS[what]}")
    return Decision(texts, kind, table.get("why", ""))


def _cards(table: Mapping[str, Any], where: str) -> list[tuple[str, str]]:
    if not table.get("card"):
        raise CatalogueError("[[card]] names no card", where=where)
    return [(text, table["card"]) for text in _texts(table, where)]


def _texts(table: Mapping[str, Any], where: str) -> tuple[str, ...]:
    texts = tuple(table.get("texts", ()))
    for text in texts:
        if not _TEXT_ID.fullmatch(text):
            raise CatalogueError(f"{text} is no text id", where=where, hint="16 letters, as in a permalink")
    return texts
