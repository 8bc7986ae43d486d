"""The product's own JSON Lines that come back: an export that was edited, or a proposal to be accepted."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import groupby
from typing import Any

from ingest.imports.base import Given, Reader, Unit
from ingest.languages import canonical


class JsonLinesReader(Reader):
    """A text a line; lines of one ruling together."""

    id = "jsonl"
    suffixes = (".jsonl", ".ndjson")

    def read(self, data: bytes) -> Iterator[Unit]:
        records = [
            _record(number, line) for number, line in enumerate(data.decode("utf-8").split("\n"), 1) if line.strip()
        ]
        for ruling, group in groupby(records, key=lambda record: record.get("ruling")):
            held = list(group)
            texts = {
                record["lang"]: Given(record["text"], record.get("replaces") or record.get("id")) for record in held
            }
            yield Unit(ruling, texts, next((record["by"] for record in held if record.get("by")), ""))


def _record(number: int, line: str) -> dict[str, Any]:
    try:
        record = json.loads(line)
    except RecursionError as error:
        raise ValueError(f"line {number}: nested too deep") from error
    if not isinstance(record, dict) or not all(isinstance(record.get(key), str) for key in ("lang", "text")):
        raise ValueError(f"line {number}: no object with lang and text")
    lang = canonical(record["lang"])
    if lang is None:
        raise ValueError(f"line {number}: unknown language {record['lang'][:30]!r}")
    return record | {"lang": lang}
