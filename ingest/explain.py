"""A clerk's notes on one file: how each entry was read, and what it was linked to."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path

from ingest.assemble import assemble
from ingest.catalogue import Catalogue
from ingest.collect import Found
from ingest.errors import Problem
from ingest.explain_relations import Known, relations_in_words, shortened
from ingest.linking.link import link
from ingest.model import Entry, Link, Paragraph, Ruling, Source, Text
from ingest.pipeline import read_file
from ingest.store import Store

Say = Callable[[Problem], str]
"""What a problem is, in words."""


def by_code(problem: Problem) -> str:
    """The problem's code and detail, for want of better words."""
    return f"{problem.code} ({problem.detail})" if problem.detail else problem.code


def explain(path: Path, catalogue: Catalogue, store: Store | None, say: Say = by_code) -> Iterator[str]:
    """Lines that say how the file is read and linked; raises `UnreadableSource`.

    Relations are those of `store`, the record being served; of rulings it doesn't
    have, those within the file.
    """
    source, entries, problems = read_file(Found(path, path.name))
    assembled = assemble(entries, catalogue.origin_of)
    linked = link(assembled, catalogue)
    known = Known(linked, store)
    by_text = {text.id: ruling for ruling in linked.rulings for text in ruling.texts}
    yield from _summary(source, entries, problems, say)
    for entry in entries:
        yield ""
        found = [text for text in by_text.values() for text in text.texts if _stands_in(text, entry)]
        yield from _entry(entry, list(dict.fromkeys(found)), problems, say)
        ruling = next((by_text[text.id] for text in found), None)
        if ruling:
            yield from _links(ruling, catalogue)
            yield from relations_in_words(ruling, known)


def _stands_in(text: Text, entry: Entry) -> bool:
    return any(source.entry == entry.number for source in text.sources)


def _summary(source: Source, entries: Sequence[Entry], problems: Sequence[Problem], say: Say) -> Iterator[str]:
    versions = [paragraph for entry in entries for paragraph in entry.paragraphs]
    languages = ", ".join(f"{lang} {count}" for lang, count in sorted(_tally(p.lang for p in versions).items()))
    yield f"{source.path}: read as {source.format}, {len(entries)} entries, {len(versions)} texts ({languages})"
    for heading in dict.fromkeys(entry.heading for entry in entries if entry.heading):
        yield f"  heading: {heading}"
    labels = _tally(entry.label or "none" for entry in entries)
    yield "  labels: " + ", ".join(f"{label} {count}" for label, count in sorted(labels.items()))
    elsewhere = [p for p in problems if p.line not in {entry.line for entry in entries}]
    for problem in elsewhere:
        yield f"  note, line {problem.line}: {say(problem)}"
    yield "  nothing to remark" if not problems else f"  {len(problems)} remarks, given with the entries"


def _tally(values: Iterable[str]) -> dict[str, int]:
    counts: dict[str, int] = {}
    for value in values:
        counts[value] = counts.get(value, 0) + 1
    return counts


def _entry(entry: Entry, texts: Sequence[Text], problems: Sequence[Problem], say: Say) -> Iterator[str]:
    day = entry.date.isoformat() if entry.date else "no date"
    label = f", label “{entry.label}”" if entry.label else ""
    yield f"entry {entry.number}, line {entry.line}: {day}{label}"
    for paragraph in entry.paragraphs:
        text = next((text for text in texts if text.body == paragraph.body), None)
        yield from _version(paragraph, text)
    for problem in problems:
        if problem.line == entry.line:
            yield f"  remark ({problem.severity}): {say(problem)}"


def _version(paragraph: Paragraph, text: Text | None) -> Iterator[str]:
    lines = f"line {paragraph.first_line}"
    if paragraph.last_line != paragraph.first_line:
        lines = f"lines {paragraph.first_line}-{paragraph.last_line}"
    origin = f", {text.origin}" if text else ""
    id = f", text {text.id}" if text else ""
    yield f"  {paragraph.lang}, {lines}{origin}{id}"
    yield f"    {shortened(paragraph.body)}"
    for insertion in text.insertions if text else ():
        yield f"    holds {insertion.lang}: “{shortened(paragraph.body[insertion.start : insertion.end])}”"


def _links(ruling: Ruling, catalogue: Catalogue) -> Iterator[str]:
    for role, words in (("subject", "card"), ("candidate", "card, not settled"), ("mention", "names the card")):
        for found in _once(x for x in ruling.links if x.kind == "card" and x.role == role):
            card = catalogue.cards.get(found.target)
            name = card.names["en"] if card else found.target
            evidence = f": {found.evidence}" if found.evidence else ""
            yield f"  {words}: {name} ({found.basis}{evidence})"
    for role, words in (("about", "about"), ("listed", "only lists")):
        names = [link.target for link in _once(x for x in ruling.links if x.kind == "mechanic" and x.role == role)]
        if names:
            yield f"  {words}: {', '.join(names)}"


def _once(links: Iterable[Link]) -> list[Link]:
    return list({link.target: link for link in links}.values())
