"""The five documents, read: every entry, date, label, paragraph, line and insertion, for people to look over."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from ingest.formats import Reading, choose, decode
from ingest.ids import text_id
from ingest.languages.detect import insertions
from ingest.model import Entry, Paragraph
from ingest.paths import resource_dir

SOURCES = sorted((resource_dir("data") / "sources").glob("*.txt"))


def read(path: Path) -> tuple[str, Reading]:
    document = decode(path.read_bytes(), path.name)
    format = choose(document)
    return format.name, format.read(document)


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.stem)
def test_source_is_read_as_a_person_reads_it(path, golden):
    format, reading = read(path)
    golden(f"sources/{path.name}", "\n".join(notes(path, format, reading)) + "\n")


def test_ids_of_all_texts_stay_what_they_are(golden):
    lines = [
        f"{text_id(entry.date, paragraph.lang, paragraph.body)}  {path.name}:{paragraph.first_line}  {paragraph.lang}"
        for path in SOURCES
        for entry in read(path)[1].entries
        for paragraph in entry.paragraphs
    ]
    assert len(lines) == len({line.split()[0] for line in lines}) == 107
    golden("ids.txt", "\n".join(lines) + "\n")


def test_the_five_hold_what_was_counted_by_hand():
    entries = [entry for path in SOURCES for entry in read(path)[1].entries]
    assert len(entries) == 67
    assert Counter(entry.label for entry in entries) == {"official": 31, "gpt": 9, None: 27}
    assert not [problem for path in SOURCES for problem in read(path)[1].problems]


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.stem)
def test_paragraphs_stand_on_the_lines_they_name(path):
    lines = path.read_text(encoding="utf-8").split("\n")
    for entry in read(path)[1].entries:
        for paragraph in entry.paragraphs:
            assert lines[paragraph.first_line - 1].strip() == paragraph.body
            assert paragraph.first_line == paragraph.last_line > entry.line


def notes(path: Path, format: str, reading: Reading) -> Iterator[str]:
    texts = sum(len(entry.paragraphs) for entry in reading.entries)
    yield f"{path.name}: {format}, {len(reading.entries)} entries, {texts} texts, {len(reading.problems)} problems"
    for entry in reading.entries:
        yield ""
        yield from entry_notes(entry)


def entry_notes(entry: Entry) -> Iterator[str]:
    yield f"{entry.number}. line {entry.line}, {entry.date}, label {entry.label}, heading {entry.heading}"
    for paragraph in entry.paragraphs:
        yield f"   {place(paragraph):<18} {len(paragraph.body):>4} characters  {shortened(paragraph.body)}"
        for found in insertions(paragraph.body, paragraph.lang):
            yield f"      {found.lang} {found.start}-{found.end}: {shortened(paragraph.body[found.start : found.end])}"


def place(paragraph: Paragraph) -> str:
    return f"{paragraph.lang} lines {paragraph.first_line}-{paragraph.last_line}"


def shortened(text: str) -> str:
    return text if len(text) <= 60 else f"{text[:36]} … {text[-21:]}"
