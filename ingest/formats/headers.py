"""The lines that open an entry in the text formats, whichever of them a file mainly is."""

from __future__ import annotations

import re

from ingest.formats.blocks import clean
from ingest.formats.dates import DATE_PATTERN, of_match
from ingest.formats.months import NEAR_WORDED
from ingest.formats.parts import MAX_HEADER, SENTENCE_END, Part

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
_DATE_LINE = re.compile(rf"(?:[•●*\-]\s*)?{DATE_PATTERN}\s*(?:[(（](?P<label>[^()（）]{{0,80}})[)）]\s*)?[:：]?")
# A date was meant, but a digit is missing, doubled or unknown, or the month has a strange name.
_NEAR_DATE = re.compile(
    rf"[\d?？xX]{{1,5}}[-/.／．][-/.／．]?[\d?？xX]{{1,5}}[-/.／．][-/.／．]?[\d?？xX]{{1,6}}|{NEAR_WORDED}"
)
MAX_NEAR = 28


def bullet_dated(number: int, line: str) -> Part | None:
    """The part that a bulleted header as it should be opens; text may follow it on its line."""
    text = clean(line)
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


def bullet_loose(number: int, line: str) -> Part | None:
    """The part opened by a bulleted header with a bracket forgotten."""
    text = clean(line)
    match = _LOOSE.fullmatch(text) if len(text) <= MAX_HEADER else None
    return Part(number, text, of_match(match), match["label"]) if match else None


def bullet_undated(number: int, line: str) -> Part | None:
    """The part opened by a bulleted header with no date in it."""
    text = clean(line)
    match = _UNDATED.fullmatch(text) if len(text) <= MAX_HEADER else None
    if match is None or not (match["written"] or _label(match["label"])) or match["label"].endswith(SENTENCE_END):
        return None
    return Part(number, text, None, _label(match["label"]))


def date_line(number: int, line: str) -> Part | None:
    """The part that a date alone on its line opens, a label in brackets after it or not."""
    text = clean(line)
    match = _DATE_LINE.fullmatch(text) if len(text) <= MAX_HEADER else None
    return Part(number, text, of_match(match), clean(match["label"] or "") or None) if match else None


def near_date(number: int, line: str) -> Part | None:
    """The part opened by a line that was meant as a date and is none."""
    text = clean(line)
    return Part(number, text, None, None) if len(text) <= MAX_NEAR and _NEAR_DATE.fullmatch(text) else None


def _label(written: str) -> str | None:
    return written.strip(",，;；:：/|· \t\u00a0\u3000") or None
