"""Files of rulings as material: one JSON object a line, gzip or plain."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from ingest.errors import RosettaError


def records(path: Path, *needed: str) -> Iterator[dict[str, Any]]:
    """The objects of a file of JSON Lines; raises `RosettaError` with the line that lacks what is needed."""
    opened = gzip.open if path.suffix == ".gz" else open
    number = 0
    try:
        with opened(path, "rt", encoding="utf-8") as lines:
            for number, line in enumerate(lines, start=1):  # noqa: B007 - an error says where
                if line.strip():
                    yield _record(line, needed)
    except (OSError, EOFError, ValueError) as error:
        raise RosettaError(str(error), where=f"{path}:{number}") from error


def _record(line: str, needed: tuple[str, ...]) -> dict[str, Any]:
    record = json.loads(line)
    if not isinstance(record, dict):
        raise ValueError("no JSON object")
    if lacking := [key for key in needed if not record.get(key)]:
        raise ValueError(f"no {', '.join(lacking)}")
    return record
