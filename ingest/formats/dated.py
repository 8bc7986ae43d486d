"""Dated paragraphs: a card name, then a date and a paragraph, again and again."""

from __future__ import annotations

from collections.abc import Sequence

from ingest.formats.base import Document, Format, Reading, Sniff
from ingest.formats.blocks import NumberedLine, clean
from ingest.formats.headers import bullet_dated, bullet_loose, date_line, near_date
from ingest.formats.parts import SENTENCE_END, Part, entry, parts, report_forms, settled_order

MAX_NEXT_HEADING = 60


class Dated(Format):
    """Pages of one card: its name, then each ruling as a date line and a paragraph."""

    name = "dated"
    describes = "a card name, then lines like 13/07/2018 or May 6, 2023, each with a paragraph under it"
    suffixes = (".txt", ".md", ".text")

    def sniff(self, document: Document) -> Sniff:
        score = sum(1 for line in document.lines if date_line(1, line))
        return Sniff(score, f"{score} lines that are a date like 13/07/2018")

    def read(self, document: Document) -> Reading:
        reading = Reading()
        found = parts(document, _header, _foreign, _is_next_heading, reading.problems)
        order = settled_order(document.file, found, reading.problems)
        report_forms(document.file, found, reading.problems)
        for number, part in enumerate(found, start=1):
            reading.entries.append(entry(document.file, number, part, order, 1, reading.problems))
        reading.problems.sort(key=lambda problem: problem.line)
        return reading


def _header(number: int, line: str) -> Part | None:
    return date_line(number, line) or near_date(number, line)


def _foreign(number: int, line: str) -> Part | None:
    return bullet_dated(number, line) or bullet_loose(number, line)


def _is_next_heading(lines: Sequence[NumberedLine]) -> bool:
    """One short line that is no sentence and stands alone after a text that is one."""
    (before, text), (number, line) = lines[-2:]
    name = clean(line)
    alone = number - before > 1 and len(name) <= MAX_NEXT_HEADING
    return (
        alone and clean(text).endswith(SENTENCE_END) and not name.endswith(SENTENCE_END) and any(map(str.isalpha, name))
    )
