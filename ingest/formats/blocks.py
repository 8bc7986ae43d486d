"""Lines gathered into paragraphs, each in one language.

Shared by the text formats: a paragraph ends at a blank line, and also where
the language changes, for people forget blank lines between versions.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from ingest.errors import Problem
from ingest.formats.base import joined
from ingest.languages.detect import detect
from ingest.model import Paragraph

_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]")
_SENTENCE_END = tuple('.!?。！？…:：;；)）」』”"')
_ITEM = tuple("•●◦‣▪*")
_LETTERS = re.compile(r"[A-Za-z\u00c0-\u024f]{2}")
_HAN = re.compile(r"[\u3400-\u9fff\uf900-\ufaff\u3000-\u303f\uff00-\uff0f\uff1a-\uff20\uff3b-\uff40\uff5b-\uffef]")
HAN, LATIN = "zh", "latn"
MAX_BODY = 50_000
"""Characters of a paragraph; the longest real ruling has some 3,000."""

NumberedLine = tuple[int, str]


def clean(line: str) -> str:
    """The line without control characters and without space around it."""
    return _CONTROL.sub(" ", line).strip()


def filled(lines: Iterable[NumberedLine]) -> list[NumberedLine]:
    """The lines that hold anything, as they stand."""
    return [(number, line) for number, line in lines if clean(line)]


def paragraphs(lines: Iterable[NumberedLine]) -> list[Paragraph]:
    """The paragraphs of numbered lines, languages told.

    Hard-wrapped lines become one; a line in another language starts a new one.
    """
    return [paragraph for block in _blocks(lines) for paragraph in _by_language(block)]


def within_bounds(file: str, found: Sequence[Paragraph], problems: list[Problem]) -> list[Paragraph]:
    """The paragraphs that can be rulings; one as long as a book is reported and left out."""
    for paragraph in found:
        if len(paragraph.body) > MAX_BODY:
            detail = f"{len(paragraph.body)} characters, more than {MAX_BODY}"
            problems.append(Problem(file, paragraph.first_line, "oversized-text", "error", detail))
    return [paragraph for paragraph in found if len(paragraph.body) <= MAX_BODY]


def by_language(found: Sequence[Paragraph]) -> list[Paragraph]:
    """One paragraph per language, in order of first appearance.

    What has no letters (`2/2.`) stays with what stands before it, or after it
    where nothing does; a few words in Latin script (`Draw.`) with the first
    paragraph in a language of that script, and alone where there is none.
    """
    groups: dict[str, list[Paragraph]] = {}
    latin = next((paragraph.lang for paragraph in found if _tongue(paragraph) in ("en", "es")), "und")
    current = next((paragraph.lang for paragraph in found if _tongue(paragraph)), "und")
    for paragraph in found:
        if _tongue(paragraph):
            current = latin if _tongue(paragraph) == LATIN else paragraph.lang
        groups.setdefault(current, []).append(paragraph)
    return [replace(joined(group), lang=lang) for lang, group in groups.items()]


def is_latin(paragraph: Paragraph) -> bool:
    """Whether it is words in Latin script, of whatever language."""
    return _tongue(paragraph) in ("en", "es", LATIN)


def _blocks(lines: Iterable[NumberedLine]) -> Iterator[list[NumberedLine]]:
    block: list[NumberedLine] = []
    for number, line in lines:
        text = clean(line)
        if text:
            block.append((number, text))
        elif block:
            yield block
            block = []
    if block:
        yield block


def _by_language(block: Sequence[NumberedLine]) -> Iterator[Paragraph]:
    tongues = [_tongue(_paragraph([line])) for line in block] if len(block) > 1 else [""]
    last = {tongue: index for index, tongue in enumerate(tongues)}
    start, run = 0, {tongues[0], ""}
    for index, tongue in enumerate(tongues):
        if tongue in run:
            continue
        for_good = all(last[other] < index for other in run if other)
        if _starts_anew(block[index - 1][1], tongue, run - {""}, for_good):
            yield _paragraph(block[start:index])
            start, run = index, {""}
        run.add(tongue)
    yield _paragraph(block[start:])


def _tongue(paragraph: Paragraph) -> str:
    """The language as far as one can tell: one for all Chinese, Latin script at least, or nothing."""
    if paragraph.lang != "und":
        return HAN if paragraph.lang.startswith("zh") else paragraph.lang
    return LATIN if _LETTERS.search(paragraph.body) else ""


def _starts_anew(before: str, tongue: str, run: set[str], for_good: bool) -> bool:
    """Whether a line in another language opens a new paragraph, and is no loan word in a wrapped one.

    Between scripts it does after the end of a sentence, and where the script does
    not change back; between languages of one script after the end of a sentence.
    """
    ended = before.endswith(_SENTENCE_END)
    if not run:
        return False
    if (tongue == HAN) != (HAN in run):
        return ended or for_good
    return ended and tongue != LATIN and bool(run - {LATIN})


def _paragraph(run: Sequence[NumberedLine]) -> Paragraph:
    pieces = [run[0][1]]
    for (_, before), (_, text) in pairwise(run):
        pieces += [_glue(before, text), text]
    body = "".join(pieces)
    return Paragraph(body, run[0][0], run[-1][0], detect(body))


def _glue(before: str, after: str) -> str:
    """What a line end in a paragraph stands for: nothing, a space, or itself."""
    if before.endswith(_SENTENCE_END) or after.startswith(_ITEM):
        return "\n"
    if before.endswith("-") and before[-2:-1].isalpha() and after[0].islower():
        return ""
    return "" if _HAN.match(before[-1]) and _HAN.match(after[0]) else " "
