"""The embedded engine and a cluster beside each other: the same texts, the same questions, one run.

Times are of the clock, not of this process: most of the work is done by other machines,
or by other processes of this one, which then share its cores with the embedded engine.

Of the embedded engine the tables are written, which are what answers, and not the files of Whoosh;
of the cluster the families are loaded, with one copy of each, and not the rulings one by one.
"""

from __future__ import annotations

import math
import os
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from app.cli.bench.growth import write_index
from app.cli.bench.timing import Times
from app.cli.bench.tokens import Asked, Tokens
from ingest.errors import EngineUnavailable
from ingest.index import ENGINES, Engine
from ingest.index.engine import TABLES
from ingest.index.opensearch import loading
from ingest.index.opensearch.cluster import Cluster
from ingest.index.opensearch.engine import mark
from ingest.index.table_builder import TableBuilder

SIZES = (70_000, 1_000_000)
CLIENTS = (1, 8, 32)
SECONDS = 5.0

Ask = Callable[[Asked], object]


def beside(tokens: Tokens, asked: Mapping[str, Sequence[Asked]], sizes: Sequence[int]) -> list[dict[str, Any]]:
    """Figures of both engines at each size; what was loaded into the cluster is deleted again."""
    return [figures for size in sizes for figures in _at_size(tokens, asked, size)]


def _at_size(tokens: Tokens, asked: Mapping[str, Sequence[Asked]], size: int) -> list[dict[str, Any]]:
    name, cluster = f"bench-{os.getpid()}-{size}", Cluster(seconds=600)
    with tempfile.TemporaryDirectory() as folder:
        index = Path(folder)
        written = _timed(lambda: write_index(tokens, size, index, TableBuilder()))
        held = sum(file.stat().st_size for file in index.rglob("*.npy"))
        try:
            loaded = _timed(lambda: loading.load(cluster, name, index / TABLES, {}, kinds=["families"]))
            mark(index, name)
            return [
                _figures("whoosh", size, written, held) | _measured("whoosh", index, asked),
                _figures("opensearch", size, loaded, cluster.size(name)) | _measured("opensearch", index, asked),
            ]
        finally:
            cluster.drop(name)
            cluster.close()


def _figures(engine: str, texts: int, seconds: float, held: int) -> dict[str, Any]:
    return {"engine": engine, "texts": texts, "written_s": seconds, "index_mb": round(held / 1e6, 1)}


def _timed(call: Callable[[], object]) -> float:
    began = time.perf_counter()
    call()
    return round(time.perf_counter() - began, 1)


def _measured(name: str, index: Path, asked: Mapping[str, Sequence[Asked]]) -> dict[str, Any]:
    engine = ENGINES[name].open(index)
    questions = [one for several in asked.values() for one in several if one.mechanic is None]
    try:
        loads = {clients: _load(engine, questions, clients) for clients in CLIENTS}
    finally:
        engine.close()
    return {f"clients_{clients}": figures for clients, figures in loads.items()}


def _load(engine: Engine, questions: Sequence[Asked], clients: int) -> dict[str, float]:
    """What so many threads met who ask one question after the other for some seconds.

    A cluster that has more to do than it can is not waited for: those searches are refused, and counted.
    """
    until = time.perf_counter() + SECONDS

    def ask(start: int) -> list[float]:
        taken, at = [], start
        while (began := time.perf_counter()) < until:
            try:
                engine.search(questions[at % len(questions)].plan())
                taken.append((time.perf_counter() - began) * 1000)
            except EngineUnavailable:
                taken.append(math.inf)
            at += clients
        return taken

    began = time.perf_counter()
    with ThreadPoolExecutor(clients) as pool:
        taken = [one for several in pool.map(ask, range(clients)) for one in several]
    seconds = time.perf_counter() - began
    answered = tuple(one for one in taken if one < math.inf)
    refused = len(taken) - len(answered)
    return {"per_second": round(len(answered) / seconds, 1), "refused": refused, **Times(answered or (0.0,)).figures()}
