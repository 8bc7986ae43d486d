"""Changes as a source: the product's own JSON Lines, each new text beside one that stays, and who answers for it."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from pathlib import Path

from ingest.files import write_whole
from ingest.imports.changes import Proposal
from ingest.model import Ruling, Text

ORIGIN = "community"
"""Whoever corrects a translation, it is not the publisher's, nor a machine's any more."""


def proposed(proposals: Iterable[Proposal], by: str, accepted: str = "") -> str:
    """The lines of a source that states these changes; without `accepted` it is read as a proposal only.

    Each new text says which it replaces, and stands with one text of its ruling that stays, so
    that it is known what it is a version of.
    """
    by_ruling: dict[str, list[Proposal]] = {}
    for one in proposals:
        by_ruling.setdefault(one.ruling.id, []).append(one)
    lines = [line for some in by_ruling.values() for line in _lines(some, by, accepted)]
    return "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines)


def written(folder: Path, stem: str, lines: str) -> Path:
    """The path of the new source in a folder, which is made; its name is the same for the same lines."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{stem}-{hashlib.sha256(lines.encode()).hexdigest()[:8]}.jsonl"
    write_whole(path, lines)
    return path


def _lines(proposals: list[Proposal], by: str, accepted: str) -> list[dict[str, str]]:
    ruling = proposals[0].ruling
    stays = _anchor(ruling, {one.old.id for one in proposals if one.old})
    found = [_line(ruling, stays.lang, stays.body) | _kept(stays)] if stays else []
    return found + [_new(ruling, one, one.by or by, accepted) for one in proposals]


def _anchor(ruling: Ruling, replaced: set[str]) -> Text | None:
    """A text of the ruling that stays, the one that names it if that is among them."""
    staying = [text for text in ruling.texts if text.id not in replaced]
    return next((text for text in staying if text.id == ruling.id), staying[0] if staying else None)


def _kept(text: Text) -> dict[str, str]:
    return {"id": text.id, "origin": text.origin} | ({"label": text.label} if text.label else {})


def _new(ruling: Ruling, one: Proposal, by: str, accepted: str) -> dict[str, str]:
    said = {"origin": ORIGIN, "label": f"{by} / {accepted}" if accepted else by, "by": by, "accepted": accepted}
    replaces = {"replaces": one.old.id} if one.old else {}
    return _line(ruling, one.lang, one.body) | {name: value for name, value in said.items() if value} | replaces


def _line(ruling: Ruling, lang: str, body: str) -> dict[str, str]:
    day = {"date": ruling.date.isoformat()} if ruling.date else {}
    return {"ruling": ruling.id, **day, "lang": lang, "text": body}
