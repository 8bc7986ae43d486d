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
    with opened(path, "rt", encoding="utf-8") as lines:
        for number, line in enumerate(lines, start=1):
            if not line.strip():
                continue
            try:
                record = json.loads(line)
                lacking = [key for key in needed if not record.get(key)]
            except (ValueError, AttributeError) as error:
                raise RosettaError(f"no JSON object: {error}", where=f"{path}:{number}") from error
            if lacking:
                raise RosettaError(f"no {', '.join(lacking)}", where=f"{path}:{number}")
            yield record
