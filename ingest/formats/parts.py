"""What the text formats share: a page cut at its header lines, each part read as an entry."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import date as Date
from itertools import pairwise

from ingest.errors import Problem
from ingest.formats.base import Document
from ingest.formats.blocks import NumberedLine, by_language, clean, filled, paragraphs, within_bounds
from ingest.formats.dates import FIRST_SET, LAST_DAY, WrittenDate, order_of
from ingest.model import Entry, Paragraph

MAX_HEADER = 200
"""A longer line is text, whatever it begins with."""
MAX_HEADING = 120
SENTENCE_END = tuple(".!?。！？…")


@dataclass(slots=True)
class Part:
    """An entry as found: its header line as it stands, and the lines under it.

    `written` is None where a date was meant and none is there; `foreign` is set where
    the header is of another form than the file mainly has.
    """

    line: int
    text: str
    written: WrittenDate | None
    label: str | None
    heading: str | None = None
    body: list[NumberedLine] = field(default_factory=list)
    foreign: bool = False


Header = Callable[[int, str], Part | None]
"""The part a line opens, if it opens one."""
NextHeading = Callable[[Sequence[NumberedLine]], bool]
"""Whether the last of the filled lines under a header is the name of the next card."""


def parts(
    document: Document, header: Header, foreign: Header, next_heading: NextHeading, problems: list[Problem]
) -> list[Part]:
    """The document cut at its header lines; lines before the first that name nothing are reported.

    `foreign` are the headers of another form, which open a part only where they stand apart.
    """
    found: list[Part] = []
    before: list[NumberedLine] = []
    heading: str | None = None
    for number, line in enumerate(document.lines, start=1):
        part = header(number, line) or _foreign(document, number, foreign, found)
        if part is None:
            (found[-1].body if found else before).append((number, line))
            continue
        heading = (
            _taken_heading(found[-1], next_heading) if found else _first_heading(document, before, problems)
        ) or heading
        part.heading = heading
        found.append(part)
    return found


def _foreign(document: Document, number: int, header: Header, found: Sequence[Part]) -> Part | None:
    """The part a header of another form opens, unless it is the middle of a wrapped sentence."""
    part = header(number, document.lines[number - 1])
    above = clean(document.lines[number - 2]) if number > 1 else ""
    if part is None or (above and not above.endswith(SENTENCE_END) and not (found and found[-1].line == number - 1)):
        return None
    part.foreign = True
    return part


def _taken_heading(part: Part, next_heading: NextHeading) -> str | None:
    under = filled(part.body)
    if len(under) < 2 or not next_heading(under):
        return None
    last, line = under[-1]
    part.body = [(number, text) for number, text in part.body if number < last]
    return _heading(line)


def _first_heading(document: Document, before: list[NumberedLine], problems: list[Problem]) -> str | None:
    lines = filled(before)
    heading = _heading(lines[-1][1]) if lines and len(clean(lines[-1][1])) <= MAX_HEADING else None
    lost = lines[:-1] if heading else lines
    if lost:
        detail = f"lines {lost[0][0]}-{lost[-1][0]}: {clean(lost[0][1])[:60]}"
        problems.append(Problem(document.file, lost[0][0], "text-before-entries", "warning", detail))
    return heading


def _heading(line: str) -> str | None:
    return clean(line).lstrip("# ") or None


def settled_order(file: str, found: Sequence[Part], problems: list[Problem]) -> str:
    """Whether the file writes day or month first; what had to be settled is reported."""
    settled = order_of(part.written for part in found if part.written)
    code, severity = {
        None: ("assumed-day-first", "warning"),
        "mixed": ("ambiguous-date", "error"),
    }.get(settled, ("settled-date-order", "info"))
    for part in found:
        if part.written and part.written.ambiguous:
            detail = f"{part.text} {settled}" if severity == "info" else part.text
            problems.append(Problem(file, part.line, code, severity, detail))
    return settled or "dmy"


def report_forms(file: str, found: Sequence[Part], problems: list[Problem]) -> None:
    """Reports headers of another form than the file's, and dates in words among dates in numbers or the reverse."""
    worded = [part.written.words for part in found if part.written and not part.foreign]
    rarer = sum(worded) * 2 <= len(worded)
    for part in found:
        if part.foreign:
            problems.append(Problem(file, part.line, "other-form", "warning", part.text))
        elif part.written and part.written.words == rarer and any(worded) and not all(worded):
            problems.append(Problem(file, part.line, "other-date-form", "info", part.text))


def entry(file: str, number: int, part: Part, order: str, usual: int, problems: list[Problem]) -> Entry:
    """The entry that a part is; what is odd about it is reported.

    `usual` is how many languages an entry of the format has; one of another form may have a pair.
    """
    usual = 2 if part.foreign else usual
    found = within_bounds(file, paragraphs(part.body), problems)
    versions = tuple(_labelled(paragraph, part.label) for paragraph in by_language(found))
    date = part.written.read(order) if part.written else None
    for code, severity, detail in [*_about_date(part, date, order), *_about_texts(part, found, versions, usual)]:
        problems.append(Problem(file, part.line, code, severity, detail))
    return Entry(file, number, part.line, part.heading, date, part.label, versions)


def _labelled(paragraph: Paragraph, label: str | None) -> Paragraph:
    """The paragraph with the entry's label, which speaks of the translation only."""
    return paragraph if paragraph.lang == "en" else replace(paragraph, label=label)


Remarks = Iterator[tuple[str, str, str]]


def _about_date(part: Part, date: Date | None, order: str) -> Remarks:
    if date is None:
        # That it can be read two ways was said when the order was settled.
        if not (order == "mixed" and part.written and part.written.ambiguous):
            yield "impossible-date", "error", part.text
    elif not FIRST_SET <= date <= LAST_DAY:
        yield "unlikely-date", "warning", part.text


def _about_texts(part: Part, found: Sequence[Paragraph], versions: Sequence[Paragraph], usual: int) -> Remarks:
    languages = [paragraph.lang for paragraph in found if paragraph.lang != "und"]
    changes = sum(a != b for a, b in pairwise(languages))
    if not found:
        yield "missing-paragraph", "error", part.text
    if len(set(languages)) == 2 and changes > 2:
        yield "missing-header", "warning", " ".join(languages)
    elif len(found) > len(versions):
        yield "several-paragraphs", "warning" if changes > 1 else "info", " ".join(p.lang for p in found)
    if len(versions) > usual:
        yield "several-languages", "warning", " ".join(p.lang for p in versions)
