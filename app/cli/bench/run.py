"""One run of measurements, from the corpus to the figures."""

from __future__ import annotations

import os
import platform
import random
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from app.cli.bench.building import Measured, again_measured, build_measured
from app.cli.bench.clustered import beside
from app.cli.bench.corpus import read_corpus
from app.cli.bench.goals import goals
from app.cli.bench.growth import LARGE, SMALL, growth
from app.cli.bench.load import load, memory_mb, path_of, serving
from app.cli.bench.questions import Drawer
from app.cli.bench.searching import Drawn, Service, asked_of, engine_times, service_times
from app.cli.bench.tokens import Tokens
from app.settings import Settings
from ingest.errors import RosettaError
from ingest.snapshot import INDEX, RECORD, Home, Snapshot

CLIENTS = (1, 8, 32)


@dataclass(frozen=True, slots=True)
class Wanted:
    """What a run is to measure."""

    corpus: Path | None
    texts: int | None
    questions: int
    seed: int = 1
    joined: bool = True
    only_build: bool = False
    rivals: bool = True
    http: bool = True
    growth: bool = False
    beside: tuple[int, ...] = ()


def measure(settings: Settings, wanted: Wanted) -> dict[str, Any]:
    """The figures of one run."""
    report: dict[str, Any] = {"machine": _machine(), "notes": []}
    with _knowledge_base(settings, wanted, report) as home:
        snapshot = Home(home).sound()
        if snapshot is None:
            raise RosettaError("nothing is built yet", where=str(home), hint="run rosetta build, or name a --corpus")
        report["counts"] = {"texts": 0, **snapshot.manifest.counts}
        report["size_mb"] = _sizes(snapshot)
        if not wanted.only_build:
            _measure_search(replace(settings, home=home), wanted, snapshot, report)
    report["goals"] = [goal.figures() for goal in goals(report)]
    return report


@contextmanager
def _knowledge_base(settings: Settings, wanted: Wanted, report: dict[str, Any]) -> Iterator[Path]:
    """The home to measure: built from the corpus for this run alone, or the one there is."""
    if wanted.corpus is None:
        yield settings.home
        return
    with tempfile.TemporaryDirectory() as folder:
        sources, home = Path(folder, "sources"), Path(folder, "home")
        sources.mkdir()
        corpus = read_corpus(wanted.corpus, wanted.texts, wanted.seed)
        corpus.write(sources)
        report["corpus"] = {lang: len(records) for lang, records in corpus.languages.items()}
        report["notes"].append("Spanish rulings are made: sentences of Spanish card texts put together by chance")
        del corpus
        report["build"] = _build_figures(build_measured(home, [sources], settings.catalogue, joined=wanted.joined))
        if wanted.only_build and wanted.joined:
            report["build"] |= {name: round(taken, 1) for name, taken in again_measured(home, sources).items()}
        yield home


def _build_figures(measured: Measured) -> dict[str, Any]:
    seconds = {stage: round(taken, 1) for stage, taken in measured.seconds.items()}
    total, peak = round(measured.total, 1), round(measured.peak_mb)
    return {"as_built": measured.joined, "seconds": seconds, "total_s": total, "peak_mb": peak}


def _measure_search(settings: Settings, wanted: Wanted, snapshot: Snapshot, report: dict[str, Any]) -> None:
    service = Service(settings)
    drawn = Drawer(service.knowledge, wanted.seed).draw(wanted.questions)
    if not drawn:
        raise RosettaError("no text to draw questions from", where=str(settings.home))
    searched, index = service_times(service, drawn), snapshot.path / INDEX
    engines, missing = engine_times(service.knowledge, index, drawn, rivals=wanted.rivals)
    report["notes"] += missing
    report["search"] = {
        kind: {name: times.figures() for name, times in {**engines.get(kind, {}), **searched[kind]}.items()}
        for kind in drawn
    }
    if wanted.growth:
        tokens = Tokens(index)
        report["growth"] = growth(tokens, asked_of(tokens, service.knowledge, drawn), (SMALL, LARGE))
    if wanted.beside:
        tokens = Tokens(index)
        report["engines"] = beside(tokens, asked_of(tokens, service.knowledge, drawn), wanted.beside)
    if wanted.http:
        report["server"] = _measure_server(settings.home, drawn, wanted.seed)


def _measure_server(home: Path, drawn: Drawn, seed: int) -> dict[str, Any]:
    paths = [path_of(question) for questions in drawn.values() for question in questions]
    random.Random(seed).shuffle(paths)  # noqa: S311 - chance that repeats
    with serving(home) as server:
        loads = [load(server.port, paths, clients).figures() for clients in CLIENTS]
        return {"started_s": round(server.started, 2), "memory_mb": memory_mb(server.pid), "loads": loads}


def _sizes(snapshot: Snapshot) -> dict[str, float]:
    index = sum(file.stat().st_size for file in (snapshot.path / INDEX).rglob("*") if file.is_file())
    return {"index": round(index / 1e6, 1), "record": round((snapshot.path / RECORD).stat().st_size / 1e6, 1)}


def _machine() -> dict[str, Any]:
    return {"python": platform.python_version(), "system": platform.platform(terse=True), "cores": os.cpu_count()}
