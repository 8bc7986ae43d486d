"""Counts the characters beside each term in official translations: makes `neighbours.tsv`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from pathlib import Path

from ingest.checks.context import CheckContext
from ingest.checks.neighbours import ANY, HEADER, SIDES
from ingest.evaluate.pairs import Aligned, as_pair

FEWEST = 30
"""A term seen less often says nothing about its neighbours."""
RAREST = 2
Key = tuple[str, str]


def count_neighbours(aligned: Iterable[Aligned], context: CheckContext) -> dict[Key, Counter[str]]:
    """Per term and side, and for any term, how often each character stands beside it."""
    counts: dict[Key, Counter[str]] = {}
    for one in aligned:
        pair = as_pair(one, context)
        for match in (match for segment in pair.segments for match in segment.target.matches):
            beside = (
                one.target[match.start - 1 : match.start] if match.start else "",
                one.target[match.end : match.end + 1],
            )
            for side, character in zip(SIDES, beside, strict=True):
                for term in (match.target, ANY):
                    counts.setdefault((term, side), Counter())[character] += 1
    return {key: found for key, found in counts.items() if found.total() >= FEWEST}


def write_neighbours(lang: str, counts: Mapping[Key, Counter[str]], path: Path, comment: str) -> None:
    """Writes the table that `load_neighbours` reads; digits and spaces are not told apart."""
    lines = [f"# {line}" for line in comment.splitlines()] + ["\t".join(HEADER)]
    for (term, side), found in sorted(counts.items()):
        kept = {beside: count for beside, count in found.items() if count >= RAREST and _writable(beside)}
        cell = " ".join(f"{beside}{count}" for beside, count in sorted(kept.items(), key=lambda one: (-one[1], one[0])))
        if cell:
            lines.append("\t".join((lang, term, side, cell)))
    path.write_text("\n".join(lines) + "\n", "utf-8")


def _writable(beside: str) -> bool:
    return not (beside.isdigit() or beside.isspace())
