"""What measuring is tested with: the whole catalogue, and small files of rulings."""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path

import pytest

from ingest.catalogue import Catalogue, load_catalogue
from ingest.paths import resource_dir


@pytest.fixture(scope="package")
def catalogue() -> Catalogue:
    """The whole catalogue, every card of it."""
    return load_catalogue(resource_dir("data") / "catalogue")


@pytest.fixture
def written(tmp_path: Path) -> Callable[..., Path]:
    """Writes rows as JSON Lines, packed where the name says so."""

    def write(name: str, rows: Iterable[Mapping[str, object]]) -> Path:
        text = "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)
        path = tmp_path / name
        path.write_bytes(gzip.compress(text.encode()) if name.endswith(".gz") else text.encode())
        return path

    return write
