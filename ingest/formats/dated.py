"""Dated paragraphs: a card name, then a date and a paragraph, again and again."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ingest.formats.base import Document, Format, Reading, Sniff
from ingest.formats.blocks import NumberedLine, clean
from ingest.formats.dates import DATE_PATTERN, of_match
from ingest.formats.parts import MAX_HEADER, SENTENCE_END, Part, entry, parts, settled_order

_DATE_LINE = re.compile(rf"(?:[•●*\-]\s*)?{DATE_PATTERN}\s*(?:[(（](?P<label>[^()（）]{{0,80}})[)）]\s*)?[:：]?")
# A date was meant, but a digit is missing, doubled or unknown.
_NEAR_DATE = re.compile(r"[\d?？xX]{1,5}[-/.／．][-/.／．]?[\d?？xX]{1,5}[-/.／．][-/.／．]?[\d?？xX]{1,6}")
MAX_NEXT_HEADING = 60


class Dated(Format):
    """Pages of one card: its name, then each ruling as a date line and a paragraph."""

    name = "dated"
    describes = "a card name, then DD/MM/YYYY lines each with a paragraph under it"
    suffixes = (".txt", ".md", ".text")

    def sniff(self, document: Document) -> Sniff:
        score = sum(1 for line in document.lines if _dated(1, clean(line)))
        return Sniff(score, f"{score} lines that are a date like 13/07/2018")

    def read(self, document: Document) -> Reading:
        reading = Reading()
        found = parts(document, _header, _is_next_heading, reading.problems)
        order = settled_order(document.file, found, reading.problems)
        for number, part in enumerate(found, start=1):
            reading.entries.append(entry(document.file, number, part, order, 1, reading.problems))
        reading.problems.sort(key=lambda problem: problem.line)
        return reading


def _header(number: int, line: str) -> Part | None:
    text = clean(line)
    if part := _dated(number, text):
        return part
    return Part(number, text, None, None) if len(text) <= 20 and _NEAR_DATE.fullmatch(text) else None


def _dated(number: int, text: str) -> Part | None:
    match = _DATE_LINE.fullmatch(text) if len(text) <= MAX_HEADER else None
    return Part(number, text, of_match(match), clean(match["label"] or "") or None) if match else None


def _is_next_heading(lines: Sequence[NumberedLine]) -> bool:
    """One short line that is no sentence and stands alone after a text that is one."""
    (before, text), (number, line) = lines[-2:]
    name = clean(line)
    alone = number - before > 1 and len(name) <= MAX_NEXT_HEADING
    return (
        alone and clean(text).endswith(SENTENCE_END) and not name.endswith(SENTENCE_END) and any(map(str.isalpha, name))
    )
