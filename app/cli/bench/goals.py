"""What the figures are to reach, most of it as ratios within one run."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

Figures = Mapping[str, Any]

WORDS = ("one rare word", "three common words", "eight-word question", "words and a filter")


@dataclass(frozen=True, slots=True)
class Goal:
    """A figure and the most (or with `least` the least) that it may be."""

    what: str
    value: float
    limit: float
    unit: str = ""
    least: bool = False

    @property
    def met(self) -> bool:
        """Whether the figure is within."""
        return self.value >= self.limit if self.least else self.value <= self.limit

    def figures(self) -> dict[str, Any]:
        """The same as plain data."""
        return {"goal": self.what, "value": round(self.value, 3), "at_least" if self.least else "at_most": self.limit,
                "unit": self.unit, "met": self.met}  # fmt: skip


def goals(report: Figures) -> list[Goal]:
    """The goals whose figures were taken in this run."""
    search = report.get("search", {})
    return [*_against_others(search), *_of_the_service(search), *_of_the_whole(report)]


def _against_others(search: Figures) -> Iterator[Goal]:
    for kind, limit in (*((kind, 1.0) for kind in WORDS), ("phrase", 3.0)):
        ratio = _ratio(search, kind, "engine", "Tantivy")
        if ratio is not None:
            yield Goal(f"{kind}: engine p95 / Tantivy p95", ratio, limit, "×")
    times = _ratio(search, "eight-word question", "Whoosh's searcher", "engine", "p50")
    if times is not None:
        yield Goal("eight-word question: Whoosh's searcher p50 / engine p50", times, 100.0, "×", least=True)


def _ratio(search: Figures, kind: str, above: str, below: str, figure: str = "p95") -> float | None:
    answered = search.get(kind, {})
    if above not in answered or below not in answered:
        return None
    return answered[above][figure] / max(answered[below][figure], 1e-6)


def _of_the_service(search: Figures) -> Iterator[Goal]:
    taken = {kind: answered["service"]["p95"] for kind, answered in search.items() if "service" in answered}
    if taken:
        slowest = max(taken, key=lambda kind: taken[kind])
        yield Goal(f"service p95, slowest kind ({slowest})", taken[slowest], 5.0, "ms")


def _of_the_whole(report: Figures) -> Iterator[Goal]:
    grown = report.get("growth", ())
    if len(grown) > 1:
        small, large = grown[0], grown[-1]
        more = large["texts"] / small["texts"]
        yield Goal(f"engine p95 of {large['texts']} texts / {small['texts']}", large["p95"] / small["p95"], more, "×")
    served = report.get("server", {})
    if "started_s" in served:
        yield Goal("start of the server to its first answer", served["started_s"], 2.0, "s")
    if "largest_process" in served.get("memory_mb", {}):
        yield Goal("memory of the largest process", served["memory_mb"]["largest_process"], 400.0, "MB")
    if served.get("loads"):
        yield Goal("answers that were none, under load", sum(one["errors"] for one in served["loads"]), 0.0)
    if report.get("build", {}).get("as_built"):
        yield Goal("build", report["build"]["total_s"], 120.0, "s")
        yield Goal("memory of the build", report["build"]["peak_mb"], 1500.0, "MB")
    if "unchanged_s" in report.get("build", {}):
        yield Goal("build of unchanged sources", report["build"]["unchanged_s"], 2.0, "s")
        yield Goal("build with one page added", report["build"]["one_page_s"], 3.0, "s")
