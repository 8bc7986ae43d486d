"""Bulleted pairs: `• (YYYY-MM-DD label)`, then the Chinese, then the English."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Sequence
from dataclasses import replace

from ingest.errors import Problem
from ingest.formats.base import Document, Format, Reading, Sniff
from ingest.formats.blocks import NumberedLine, clean, is_latin
from ingest.formats.headers import bullet_dated, bullet_loose, bullet_undated, date_line, near_date
from ingest.formats.parts import SENTENCE_END, Part, entry, parts, report_forms, settled_order
from ingest.languages.evidence import weigh
from ingest.model import Entry, Paragraph


class Bulleted(Format):
    """Pages that give each ruling as a dated, labelled bullet with its versions under it."""

    name = "bulleted"
    describes = "bulleted entries: • (YYYY-MM-DD label), then one paragraph per language"
    suffixes = (".txt", ".md", ".text")

    def sniff(self, document: Document) -> Sniff:
        score = sum(1 for line in document.lines if bullet_dated(1, line))
        return Sniff(score, f"{score} lines like • (2024-06-07 label)")

    def read(self, document: Document) -> Reading:
        reading = Reading()
        found = parts(document, _header, _foreign, _is_next_heading, reading.problems)
        order = settled_order(document.file, found, reading.problems)
        report_forms(document.file, found, reading.problems)
        for number, part in enumerate(found, start=1):
            reading.entries.append(entry(document.file, number, part, order, 2, reading.problems))
            if part.label is None and not part.foreign:
                reading.problems.append(Problem(document.file, part.line, "missing-label", "warning", part.text))
        usual = _usual_pair(reading.entries)
        reading.entries = [_languages_completed(found, usual) for found in reading.entries]
        _report_pairing(document.file, reading, usual, {part.line for part in found if part.foreign})
        return reading


def _header(number: int, line: str) -> Part | None:
    return bullet_dated(number, line) or bullet_loose(number, line) or bullet_undated(number, line)


def _foreign(number: int, line: str) -> Part | None:
    return date_line(number, line) or near_date(number, line)


def _is_next_heading(lines: Sequence[NumberedLine]) -> bool:
    """One short line that is no sentence, and is set apart from the texts above it.

    Set apart by not being indented as they are; where nothing is, by coming
    after a full pair of sentences.
    """
    *above, (number, last) = lines
    text = clean(last)
    if last[:1].isspace() or len(text) > 80 or text.endswith(SENTENCE_END) or not any(map(str.isalpha, text)):
        return False
    if all(line[:1].isspace() for _, line in above):
        return True
    apart = number - above[-1][0] > 1
    return apart and len(above) > 1 and all(clean(line).endswith(SENTENCE_END) for _, line in above)


def _usual_pair(entries: Sequence[Entry]) -> tuple[str, ...]:
    """The two languages most entries of a file have, in their order."""
    orders = Counter(tuple(p.lang for p in found.paragraphs) for found in entries)
    pairs = [order for order in orders if len(order) == 2 and "und" not in order]
    return max(pairs, key=lambda order: orders[order], default=("zh-Hans", "en"))


def _languages_completed(found: Entry, usual: Sequence[str]) -> Entry:
    """The entry, a text too short to tell its language taken for the one its pair lacks."""
    languages = [paragraph.lang for paragraph in found.paragraphs]
    lacking = [lang for lang in usual if lang not in languages and not lang.startswith("zh")]
    if "und" not in languages or len(languages) != 2 or len(lacking) != 1:
        return found
    return replace(found, paragraphs=tuple(_taken_for(lacking[0], paragraph) for paragraph in found.paragraphs))


def _taken_for(lang: str, paragraph: Paragraph) -> Paragraph:
    """The paragraph in that language, where it is in none and nothing speaks for a third."""
    if paragraph.lang != "und" or weigh(paragraph.body).other or not is_latin(paragraph):
        return paragraph
    return replace(paragraph, lang=lang, label=None if lang == "en" else paragraph.label)


def _report_pairing(file: str, reading: Reading, usual: Sequence[str], foreign: Container[int]) -> None:
    """What departs from the habit of the file: a version missing, the order swapped.

    Entries of another form, on the lines `foreign`, have habits of their own.
    """
    for found in (found for found in reading.entries if found.line not in foreign):
        order = tuple(p.lang for p in found.paragraphs)
        if len(order) == 1:
            missing = next((lang for lang in usual if lang != order[0]), usual[-1])
            reading.problems.append(Problem(file, found.line, "missing-version", "warning", missing))
        elif order != tuple(usual) and sorted(order) == sorted(usual):
            reading.problems.append(Problem(file, found.line, "swapped-order", "info", " ".join(order)))
    reading.problems.sort(key=lambda problem: problem.line)
