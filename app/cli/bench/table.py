"""The figures as a table for people."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

Figures = Mapping[str, Any]


def lines(report: Figures) -> Iterator[str]:
    """The report, line by line."""
    yield _pairs("machine", report["machine"])
    if "corpus" in report:
        yield _pairs("texts given", report["corpus"])
    if "build" in report:
        yield from _build(report["build"])
    yield _pairs("size, MB", report["size_mb"])
    yield _pairs("held", report["counts"])
    yield from _search(report.get("search", {}))
    yield from _server(report.get("server", {}))
    for one in report.get("growth", ()):
        yield _pairs("growth", one)
    for one in report.get("engines", ()):
        yield from _engine(one)
    yield from (f"note: {note}" for note in report.get("notes", ()))
    yield from _goals(report.get("goals", ()))


def _pairs(name: str, pairs: Figures) -> str:
    return f"{name:<14} " + "  ".join(f"{key.replace('_', ' ')} {value}" for key, value in pairs.items())


def _build(build: Figures) -> Iterator[str]:
    how = "as rosetta build does" if build["as_built"] else "rulings not joined, nothing checked"
    yield _pairs("build, s", {**build["seconds"], "total": build["total_s"]}) + f"  ({how})"
    yield f"{'build, MB':<14} peak {build['peak_mb']}, all processes together"
    if "unchanged_s" in build:
        yield _pairs("build again, s", {"unchanged": build["unchanged_s"], "one page added": build["one_page_s"]})


def _search(search: Figures) -> Iterator[str]:
    if not search:
        return
    yield ""
    yield f"{'search, ms':<22}{'by':<20}{'p50':>9}{'p95':>9}{'p99':>9}{'questions':>11}"
    for kind, answered in search.items():
        for place, (name, times) in enumerate(answered.items()):
            numbers = "".join(f"{times[p]:>9.3f}" for p in ("p50", "p95", "p99"))
            yield f"{kind if place == 0 else '':<22}{name:<20}{numbers}{times['questions']:>11}"


def _server(server: Figures) -> Iterator[str]:
    if not server:
        return
    yield ""
    yield _pairs("server", {"started, s": server["started_s"], **server["memory_mb"]})
    for one in server["loads"]:
        yield _pairs("over HTTP", one)


def _engine(one: Figures) -> Iterator[str]:
    yield f"{one['engine']:<14} texts {one['texts']}  written, s {one['written_s']}  index, MB {one['index_mb']}"
    for name, figures in one.items():
        if name.startswith("clients_"):
            yield _pairs(f"  {name.replace('_', ' ')}", figures)


def _goals(goals: Any) -> Iterator[str]:
    if goals:
        yield ""
    for one in goals:
        side = "at least" if "at_least" in one else "at most"
        limit = one.get("at_least", one.get("at_most"))
        said = "met" if one["met"] else "MISSED"
        yield f"{said:<8}{one['goal']}: {one['value']:g} {one['unit']} ({side} {limit:g})".replace(" ×", "×")
