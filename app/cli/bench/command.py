"""`rosetta bench`: what is measured, in which order, and how it is said."""

from __future__ import annotations

import json
import os
import platform
import random
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import click

from app.cli.bench.building import Measured, build_measured
from app.cli.bench.corpus import read_corpus
from app.cli.bench.goals import goals
from app.cli.bench.growth import LARGE, SMALL, growth
from app.cli.bench.load import load, memory_mb, path_of, serving
from app.cli.bench.questions import Drawer
from app.cli.bench.searching import Drawn, Service, asked_of, engine_times, service_times
from app.cli.bench.table import lines
from app.cli.bench.tokens import Tokens
from app.cli.options import with_settings
from app.settings import Settings
from ingest.errors import RosettaError
from ingest.snapshot import INDEX, RECORD, Home, Snapshot

CLIENTS = (1, 8, 32)
FROM = "Folder of the corpus to build from; without it the knowledge base of --home is measured."
QUICK_TEXTS, QUICK_QUESTIONS, QUESTIONS = 3_000, 40, 200


@dataclass(frozen=True, slots=True)
class Wanted:
    """What a run is to measure."""

    corpus: Path | None
    texts: int | None
    questions: int
    joined: bool
    seed: int
    only_build: bool
    rivals: bool
    http: bool
    growth: bool


@click.command()
@click.option("--corpus", type=click.Path(path_type=Path, file_okay=False), help=FROM)
@click.option("--texts", type=click.IntRange(100, 10_000_000), help="About so many texts of it; all by default.")
@click.option("--quick", is_flag=True, help="Few texts, few questions: to see that it runs.")
@click.option("--build", "only_build", is_flag=True, help="Measure the build and nothing else.")
@click.option("--no-families", is_flag=True, help="Build without joining or checking rulings: for the search alone.")
@click.option("--questions", type=click.IntRange(10, 10_000), default=QUESTIONS, help="Of each kind.")
@click.option("--seed", type=int, default=1, show_default=True, help="Draws the texts and the questions.")
@click.option("--no-rivals", is_flag=True, help="Leave the other engines out.")
@click.option("--no-http", is_flag=True, help="Leave the server out.")
@click.option("--growth", "grow", is_flag=True, help=f"Measure the index at {SMALL} and {LARGE} texts too (minutes).")
@click.option("--json", "as_json", is_flag=True, help="Give it as JSON.")
@with_settings
def bench(
    settings: Settings, corpus: Path | None, texts: int | None, quick: bool, only_build: bool, no_families: bool,
    questions: int, seed: int, no_rivals: bool, no_http: bool, grow: bool, as_json: bool,
) -> None:  # fmt: skip
    """Measure build, size, memory, start-up and speed, beside other search engines on the same tokens."""
    if only_build and corpus is None:
        raise click.UsageError("--build needs --corpus: there is nothing to build from")
    wanted = Wanted(
        corpus, texts, questions, not no_families, seed, only_build, not no_rivals, not no_http, grow
    )  # fmt: skip
    if quick:
        wanted = replace(wanted, texts=texts or QUICK_TEXTS, questions=min(questions, QUICK_QUESTIONS))
    report = measure(settings, wanted)
    click.echo(json.dumps(report, ensure_ascii=False, indent=1) if as_json else "\n".join(lines(report)))


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
