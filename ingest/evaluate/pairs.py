"""Aligned official texts as material: read, filtered, made into pairs to check."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date as Date
from pathlib import Path

from ingest.checks.base import Pair
from ingest.checks.context import CheckContext
from ingest.checks.segments import Segment
from ingest.model import Ruling, Text


@dataclass(frozen=True, slots=True)
class Aligned:
    """An English text and its official translation."""

    source: str
    target: str
    lang: str = "zh-Hans"
    date: Date | None = None
    group: str = ""


@dataclass(frozen=True, slots=True)
class Studied:
    """A pair with its passages and their terms found."""

    pair: Aligned
    segments: Sequence[Segment]


def study(aligned: Iterable[Aligned], context: CheckContext) -> list[Studied]:
    """Pairs with their passages: what all tables are learnt from."""
    return [Studied(pair, as_pair(pair, context).segments) for pair in aligned]


def read_aligned(path: Path, *, score: float = 4.0, margin: float = 2.0) -> Iterator[Aligned]:
    """The well-aligned pairs of a file of `{en, zh, date, score, margin, set}` lines, each once."""
    seen: set[tuple[str, str]] = set()
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        for line in lines:
            record = json.loads(line)
            key = (record["en"], record["zh"])
            if record["score"] >= score and record["margin"] >= margin and key not in seen:
                seen.add(key)
                yield Aligned(*key, date=Date.fromisoformat(record["date"]), group=record.get("set") or "")


def read_card_texts(path: Path, lang: str) -> Iterator[Aligned]:
    """The lines of card texts that have as many in English as in a language, each once, from `{en, es?, zh?}` lines."""
    column = lang[:2]
    seen: set[tuple[str, str]] = set()
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        for record in map(json.loads, lines):
            ours, theirs = record["en"].split("\n"), (record.get(column) or "").split("\n")
            for key in zip(ours, theirs, strict=True) if len(ours) == len(theirs) else ():
                if all(key) and key not in seen:
                    seen.add(key)
                    yield Aligned(*key, lang)


def read_material(path: Path) -> list[Aligned]:
    """The pairs of a file: rulings aligned with scores into Chinese, or card texts into Spanish."""
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        first = json.loads(next(lines))
    return list(read_aligned(path) if "score" in first else read_card_texts(path, "es"))


def as_ruling(number: int, aligned: Aligned, target: str | None = None) -> Ruling:
    """A ruling of two texts; `target` stands in for the translation."""
    texts = (
        Text(f"s{number}", "en", aligned.source),
        Text(f"t{number}", aligned.lang, aligned.target if target is None else target, "official"),
    )
    return Ruling(f"r{number}", aligned.date, texts)


def as_pair(aligned: Aligned, context: CheckContext) -> Pair:
    """A pair as checks compare it."""
    return Pair(*as_ruling(0, aligned).texts, context)
