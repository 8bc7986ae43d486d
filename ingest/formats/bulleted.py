"""Bulleted pairs: `• (YYYY-MM-DD label)`, then the Chinese, then the English."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from ingest.errors import Problem
from ingest.formats.base import Document, Format, Reading, Sniff
from ingest.formats.blocks import NumberedLine, clean, is_latin
from ingest.formats.dates import DATE_PATTERN, of_match
from ingest.formats.parts import MAX_HEADER, SENTENCE_END, Part, entry, parts, settled_order
from ingest.languages.evidence import weigh
from ingest.model import Entry, Paragraph

_BULLET = r"(?:[•●◦‣▪■◆○·・∙⁃*\-–—]|\d{1,3}[.、)）])"
_OPEN, _CLOSE = r"[(（\[［【〔]", r"[)）\]］】〕]"
_INNER = r"[^()（）\[\]［］【】〔〕]"
_HEADER = re.compile(rf"(?P<bullet>{_BULLET})?\s*{_OPEN}\s*{DATE_PATTERN}(?P<label>{_INNER}{{0,80}}){_CLOSE}[:：]?\s*")
# A bracket was forgotten: then nothing but one word may follow the date.
_LOOSE = re.compile(
    rf"{_BULLET}\s*{_OPEN}?\s*{DATE_PATTERN}[\s,，;；:：]*(?P<label>[^\W\d][\w.\-]{{0,30}})?\s*{_CLOSE}?[:：]?"
)
# A date was meant, but it is none: whatever else stands alone in brackets after a bullet.
_UNDATED = re.compile(
    rf"{_BULLET}\s*{_OPEN}\s*(?P<written>(?:[\d?？][\d?？xX/.\-－–年月日]{{0,20}})?)(?P<label>{_INNER}{{0,60}}){_CLOSE}[:：]?"
)


class Bulleted(Format):
    """Pages that give each ruling as a dated, labelled bullet with its versions under it."""

    name = "bulleted"
    describes = "bulleted entries: • (YYYY-MM-DD label), then one paragraph per language"
    suffixes = (".txt", ".md", ".text")

    def sniff(self, document: Document) -> Sniff:
        score = sum(1 for line in document.lines if _dated(1, clean(line)))
        return Sniff(score, f"{score} lines like • (2024-06-07 label)")

    def read(self, document: Document) -> Reading:
        reading = Reading()
        found = parts(document, _header, _is_next_heading, reading.problems)
        order = settled_order(document.file, found, reading.problems)
        for number, part in enumerate(found, start=1):
            reading.entries.append(entry(document.file, number, part, order, 2, reading.problems))
            if part.label is None:
                reading.problems.append(Problem(document.file, part.line, "missing-label", "warning", part.text))
        usual = _usual_pair(reading.entries)
        reading.entries = [_languages_completed(found, usual) for found in reading.entries]
        _report_pairing(document.file, reading, usual)
        return reading


def _header(number: int, line: str) -> Part | None:
    text = clean(line)
    return _dated(number, text) or _marred(number, text)


def _dated(number: int, text: str) -> Part | None:
    """The part that a header as it should be opens; text may follow it on its line."""
    match = _HEADER.match(text, 0, MAX_HEADER)
    if match is None:
        return None
    rest = text[match.end() :]
    if rest and not match["bullet"]:
        return None  # a sentence that opens with a date in brackets
    part = Part(number, text[: match.end()].strip(), of_match(match), _label(match["label"]))
    if rest:
        part.body.append((number, rest))
    return part


def _marred(number: int, text: str) -> Part | None:
    """The part opened by a header with a bracket forgotten or no date in it."""
    if len(text) > MAX_HEADER:
        return None
    if match := _LOOSE.fullmatch(text):
        return Part(number, text, of_match(match), match["label"])
    match = _UNDATED.fullmatch(text)
    if match is None or not (match["written"] or _label(match["label"])) or match["label"].endswith(SENTENCE_END):
        return None
    return Part(number, text, None, _label(match["label"]))


def _label(written: str) -> str | None:
    return written.strip(",，;；:：/|· \t\u00a0\u3000") or None


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


def _report_pairing(file: str, reading: Reading, usual: Sequence[str]) -> None:
    """What departs from the habit of the file: a version missing, the order swapped."""
    for found in reading.entries:
        order = tuple(p.lang for p in found.paragraphs)
        if len(order) == 1:
            missing = next((lang for lang in usual if lang != order[0]), usual[-1])
            reading.problems.append(Problem(file, found.line, "missing-version", "warning", missing))
        elif order != tuple(usual) and sorted(order) == sorted(usual):
            reading.problems.append(Problem(file, found.line, "swapped-order", "info", " ".join(order)))
    reading.problems.sort(key=lambda problem: problem.line)
