"""Counts what stands beside each term in official translations: makes `neighbours.tsv`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from pathlib import Path

from ingest.checks.neighbours import ANY, HEADER, SIDES, Neighbours, beside
from ingest.evaluate.pairs import Studied

RAREST = 2
SEPARATORS = frozenset("|=\t\n")
Key = tuple[str, str, str]


def count_neighbours(studied: Iterable[Studied]) -> Neighbours:
    """Per term and side, and for any term, what stands beside it and how often."""
    counts: dict[Key, Counter[str]] = {}
    places: Counter[Key] = Counter()
    for one in studied:
        lang, body = one.pair.lang, one.pair.target
        for match in (match for segment in one.segments for match in segment.target.matches):
            for side, names in zip(SIDES, beside(lang, body, (match.start, match.end)), strict=True):
                for key in ((lang, match.target, side), (lang, ANY, side)):
                    counts.setdefault(key, Counter()).update(set(names))
                    places[key] += 1
    return Neighbours(counts, places)


def write_neighbours(counted: Neighbours, path: Path, comment: str) -> None:
    """Writes the table that `load_neighbours` reads, without what stands there only once."""
    kept = {key: _often(found) for key, found in counted.counts.items()}
    used = {name for (_, term, _), found in kept.items() if term != ANY for name in found}
    lines = [f"# {line}" for line in comment.splitlines()] + ["\t".join(HEADER)]
    for key, found in sorted(kept.items()):
        ordered = sorted(found.items(), key=lambda one: (-one[1], one[0]))
        cell = "|".join(f"{name}={count}" for name, count in ordered if name in used)
        if cell:
            lines.append("\t".join((*key, str(counted.totals[key]), cell)))
    path.write_text("\n".join(lines) + "\n", "utf-8")


def _often(found: Mapping[str, int]) -> dict[str, int]:
    return {name: count for name, count in found.items() if count >= RAREST and not SEPARATORS & set(name)}
