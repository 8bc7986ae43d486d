"""Whether ten times the texts cost more than ten times the time: the index alone, at two sizes."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

from app.cli.bench.timing import Times, pooled, times_of
from app.cli.bench.tokens import Asked, Row, Tokens
from ingest.index import ENGINES, Doc, EngineBuilder

SMALL, LARGE = 20_000, 200_000


def growth(tokens: Tokens, asked: Mapping[str, Sequence[Asked]], sizes: Sequence[int]) -> list[dict[str, float]]:
    """Figures by number of texts: how long the index took to write, its size, the time of the questions."""
    return [_at_size(tokens, asked, size) for size in sizes]


def _at_size(tokens: Tokens, asked: Mapping[str, Sequence[Asked]], size: int) -> dict[str, float]:
    with tempfile.TemporaryDirectory() as folder:
        began = time.perf_counter()
        write_index(tokens, size, Path(folder))
        written = time.perf_counter() - began
        engine = ENGINES["whoosh"].open(Path(folder))
        kinds = map(_plain, asked.values())
        several = [times_of(lambda one: engine.search(one.plan()), questions, 2) for questions in kinds]
        engine.close()
        megabytes = sum(file.stat().st_size for file in Path(folder).rglob("*") if file.is_file()) / 1e6
    times: Times = pooled(several)
    return {"texts": size, "written_s": round(written, 1), "index_mb": round(megabytes, 1), **times.figures()}


def _plain(questions: Sequence[Asked]) -> list[Asked]:
    return [one for one in questions if one.mechanic is None]


def write_index(tokens: Tokens, size: int, directory: Path, builder: EngineBuilder | None = None) -> None:
    """Writes an index of so many texts: those there are, over and over, each a ruling of its own."""
    builder = builder or ENGINES["whoosh"].builder()
    names = [tokens.name(number) for number in range(len(tokens.names))]
    added = 0
    while added < size and tokens.texts:
        for row in tokens.rows():
            if added == size:
                break
            builder.add(_doc(row, names, added))
            added += 1
    builder.finish(directory)


def _doc(row: Row, names: Sequence[str], number: int) -> Doc:
    id = f"n{number:08d}"
    return Doc(id, id, id, "en", terms=[names[term] for term in row.terms], positions=row.places)
