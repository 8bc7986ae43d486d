"""The product's own JSON Lines: one text a line, lines of one ruling together.

`{"card"?, "oracle_id"?, "date", "lang", "text", "origin"?, "label"?, "ruling"?}`;
consecutive lines with the same `ruling` are versions of one statement.

A line with `replaces` (a text's id) and `by` is a correction: it takes that text's place once
somebody has `accepted` it; until then it is not read.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from datetime import date as Date
from itertools import groupby
from typing import Any

from ingest.errors import Problem
from ingest.formats.base import Document, Format, Reading, Sniff
from ingest.formats.blocks import MAX_BODY, clean
from ingest.formats.dates import written_date
from ingest.formats.document import without_unseen
from ingest.languages import canonical
from ingest.model import ORIGINS, Entry, Paragraph

KNOWN = {
    "card", "oracle_id", "date", "lang", "text", "origin", "label", "ruling", "id", "source_changed",
    "replaces", "by", "accepted",
}  # fmt: skip
MAX_LINE = 1 << 20
MAX_UNKNOWN = 20
_LINE_END = re.compile(r"\r\n?")
_SURROGATE = re.compile("[\ud800-\udfff]")  # JSON can write half a pair, UTF-8 can't


class JsonLines(Format):
    """A JSON object a line; what is exported can be read back."""

    name = "jsonl"
    describes = 'JSON Lines: {"date": …, "lang": …, "text": …, "card"?: …} a line'
    suffixes = (".jsonl", ".ndjson", ".jsonl.gz")

    def sniff(self, document: Document) -> Sniff:
        first = next((line for line in document.lines if line.strip()), "")
        fits = first.lstrip().startswith("{") and '"text"' in first and '"lang"' in first
        score = len(document.lines) if fits else 0
        return Sniff(score, "the first line is no object with lang and text" if not fits else f"{score} lines")

    def read(self, document: Document) -> Reading:
        reading = Reading()
        rows = _rows(document, reading.problems)
        for number, (_, group) in enumerate(groupby(rows, key=_group_key), start=1):
            reading.entries.append(_entry(document.file, number, list(group)))
        return reading


def _group_key(row: tuple[int, dict[str, Any]]) -> object:
    line, record = row
    return (record["ruling"], record["date_"]) if record.get("ruling") else line


def _rows(document: Document, problems: list[Problem]) -> Iterator[tuple[int, dict[str, Any]]]:
    unknown: set[str] = set()
    for number, line in enumerate(document.lines, start=1):
        if not line.strip():
            continue
        try:
            record = _record(line)
        except ValueError as error:
            problems.append(Problem(document.file, number, "unreadable-line", "error", str(error)))
            continue
        for key in sorted(record.keys() - KNOWN - unknown - {"date_"})[: MAX_UNKNOWN - len(unknown)]:
            unknown.add(key)
            problems.append(Problem(document.file, number, "unknown-field", "info", _SURROGATE.sub("?", key[:60])))
        if record.get("by") and not record.get("accepted"):
            problems.append(Problem(document.file, number, "not-accepted", "info", record["by"][:60]))
            continue
        if not record.get("date_"):
            problems.append(Problem(document.file, number, "impossible-date", "error", str(record.get("date"))[:60]))
        yield number, record


def _record(line: str) -> dict[str, Any]:
    """The checked record of a line; `ValueError` says what is wrong with it."""
    if len(line) > MAX_LINE:
        raise ValueError(f"longer than {MAX_LINE} characters")
    try:
        record = json.loads(line)
    except RecursionError as error:
        raise ValueError("nested too deep") from error
    if not isinstance(record, dict):
        raise ValueError("not an object")
    record = {key: _string(key, value) if key in KNOWN else value for key, value in record.items()}
    if not record.get("text"):
        raise ValueError("no text")
    if len(record["text"]) > MAX_BODY:
        raise ValueError(f"text longer than {MAX_BODY} characters")
    lang = canonical(record.get("lang") or "")
    if lang is None:
        raise ValueError(f"unknown language {str(record.get('lang'))[:30]!r}")
    return record | {"lang": lang, "date_": _date(record.get("date") or "")}


def _string(key: str, value: object) -> str | None:
    if value is None:
        return None
    if not isinstance(value, str):
        raise ValueError(f"{key} is not a string")
    if _SURROGATE.search(value):
        raise ValueError(f"{key} holds half a character")
    return clean(without_unseen(_LINE_END.sub("\n", value))) or None


def _date(written: str) -> Date | None:
    """The day, where it can be read one way only."""
    found = written_date(written)
    return found.read("mixed") if found else None


def _entry(file: str, number: int, rows: list[tuple[int, dict[str, Any]]]) -> Entry:
    line, first = rows[0]
    texts = tuple(
        Paragraph(
            record["text"], n, n, record["lang"], record.get("label"), _origin(record), replaces=record.get("replaces")
        )
        for n, record in rows
    )
    return Entry(
        file, number, line, None, first["date_"], first.get("label"), texts, first.get("card"), first.get("oracle_id")
    )


def _origin(record: dict[str, Any]) -> str | None:
    return record.get("origin") if record.get("origin") in ORIGINS else None
