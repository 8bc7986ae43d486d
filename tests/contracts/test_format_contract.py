"""What every input format keeps to, whatever it is fed; runs over the whole registry."""

from __future__ import annotations

import json
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ingest.errors import Problem, UnreadableSource
from ingest.formats import FORMATS, choose, decode
from ingest.formats.blocks import clean
from ingest.model import Entry

ROW = {"date": "2018-07-13", "lang": "en", "text": "It stays tapped."}
SAMPLES = {
    "bulleted": "Lightform\n\n• (2018-07-13 gpt)\n\n  它不会重置。\n\n  It stays tapped.\n",
    "dated": "Lightform\n\n13/07/2018\n\nIt stays tapped.\n",
    "jsonl": json.dumps(ROW) + "\n",
    "web page": "<!doctype html><html><body><h1>Lightform</h1><p>13/07/2018</p><p>It stays tapped.</p></body></html>\n",
}
LONG = 200_000
HOSTILE = {
    "empty": "",
    "blank lines": "\n" * 1_000_000,
    "spaces": " " * LONG,
    "bullet and spaces": "•" + " " * LONG + "(",
    "date and spaces": "13/07/2018" + " " * LONG + "x",
    "open brackets": "• (" * LONG,
    "header and spaces": "• (2024-06-07" + " " * LONG,
    "digits": "1" * LONG,
    "separators": "1/" * LONG,
    "question marks": "?" * LONG,
    "hyphens": "-" * LONG,
    "tabs and no-break spaces": "\t\u00a0\u3000" * LONG,
    "braces": "{" * LONG,
    "headings": "# " * LONG,
    "one long word": "显" * LONG,
    "days of a month": "6 de mayo de " * LONG,
    "months": "may " * LONG,
    "many lines": "显化\nmanifest\n" * 5_000,
    "many headers": "• (2024-06-07 gpt)\n" * 5_000,
    "many dates": "13/07/2018\n" * 5_000,
}
ODD_LINES = (
    "• (2024-06-07 official)", "• (2024-02-31)", "• (gpt)", "13/07/2018", "03/04/2018", "7/13/2018 (x)", "31/02/2018",
    "May 6th, 2023", "7 de mayo de 2023", "3 mai 2023", "二〇二三年五月七日", "• (6 May 2023 gpt)",
    "  它不会重置。", "  It stays tapped.", "Permanece girado.", "2/2.", "• one", "Lightform", "", "   ", "\u200b",
    '{"lang": "en", "text": "It stays."}', '{"lang": "en"', "One.", "１３／０７／２０１８", "\x07",
)  # fmt: skip
pages = st.lists(st.sampled_from(ODD_LINES) | st.text(max_size=40), max_size=25).map("\n".join)


@pytest.fixture(params=FORMATS, ids=lambda format: format.name)
def format(request):
    return request.param


def document(text: str):
    return decode(text.encode("utf-8", "replace"), "page.txt")


def test_names_are_distinct_and_say_something():
    names = [format.name for format in FORMATS]
    assert len(set(names)) == len(names) >= 3
    assert all(format.describes and format.name.isprintable() for format in FORMATS)


def test_each_reads_its_own_sample_and_no_other_does(format):
    sample = document(SAMPLES[format.name])
    assert choose(sample) is format
    entries = format.read(sample).entries
    assert [str(entry.date) for entry in entries] == ["2018-07-13"]
    assert entries[0].paragraphs[-1].body == "It stays tapped."
    assert [other.sniff(sample).score for other in FORMATS if other is not format] == [0] * (len(FORMATS) - 1)


def test_a_sniff_says_why(format):
    assert format.sniff(document("Just a text.")).why


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_text_is_read_in_linear_time(format, name):
    # No clock: what is not linear here takes hours, and the run would never end.
    page = document(HOSTILE[name])
    format.sniff(page)
    assert_sound(page, format.read(page))


@settings(max_examples=400, deadline=None)
@given(pages)
def test_any_text_is_read_with_nothing_lost_or_is_refused_with_its_place(text):
    try:
        page = document(text)
        chosen = choose(page)
    except UnreadableSource as refused:
        assert refused.where.startswith("page.txt:") and refused.hint
        return
    reading = chosen.read(page)
    assert_sound(page, reading)
    assert_nothing_lost(page, reading, chosen)


@settings(max_examples=100, deadline=None)
@given(st.binary(max_size=300))
def test_any_bytes_are_decoded_or_refused_with_their_place(data):
    try:
        page = decode(data, "page.bin")
        choose(page)
    except UnreadableSource as refused:
        assert refused.where.startswith("page.bin:") and refused.hint
    else:
        assert page.lines


def assert_sound(page, reading) -> None:
    """Places are places in the page, numbers run, and nothing unseen is in a text."""
    assert [entry.number for entry in reading.entries] == list(range(1, len(reading.entries) + 1))
    for entry in reading.entries:
        assert_entry_sound(page, entry)
    for problem in reading.problems:
        assert isinstance(problem, Problem) and problem.severity in ("info", "warning", "error")
        assert 1 <= problem.line <= len(page.lines) and problem.code and problem.file == "page.txt"


def assert_entry_sound(page, entry: Entry) -> None:
    assert 1 <= entry.line <= len(page.lines)
    for paragraph in entry.paragraphs:
        assert paragraph.body.strip() == paragraph.body != ""
        assert not set(paragraph.body) & set("\r\x00\ufeff\u200b")
        stretch = page.lines[paragraph.first_line - 1 : paragraph.last_line]
        words = {word for line in stretch for word in words_of(line)}
        assert set(words_of(paragraph.body)) <= words or stretch[0].startswith("{")


def assert_nothing_lost(page, reading, chosen) -> None:
    """Every word of the page is in a text, a heading, a header, or on a line that is reported."""
    if chosen.name == "jsonl":
        kept = {p.first_line for entry in reading.entries for p in entry.paragraphs}
        reported = {problem.line for problem in reading.problems}
        assert all(number in kept | reported for number, line in enumerate(page.lines, 1) if line.strip())
        return
    spans = [(p.first_line, p.last_line) for entry in reading.entries for p in entry.paragraphs]
    headers = {entry.line for entry in reading.entries}
    headings = {entry.heading for entry in reading.entries}
    bodies = "\n".join(p.body for entry in reading.entries for p in entry.paragraphs)
    before = min(headers)
    for number, line in enumerate(page.lines, start=1):
        text = clean(line)
        if not words_of(text) or number in headers or text.lstrip("# ") in headings:
            continue
        if number < before:
            assert any(problem.code == "text-before-entries" for problem in reading.problems)
            continue
        assert any(first <= number <= last for first, last in spans), (number, line)
        assert all(word in bodies for word in words_of(text))


def words_of(line: str) -> list[str]:
    return "".join(char if char.isalnum() else " " for char in line).split()


@pytest.mark.parametrize(("a", "b"), [pair for pair in product(SAMPLES.values(), repeat=2) if pair[0] != pair[1]])
def test_formats_mixed_in_one_file_never_raise(a, b):
    page = document(a + "\n" + b)
    assert_sound(page, choose(page).read(page))
