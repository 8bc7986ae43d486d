"""A clerk's notes on one file: how each entry was read, and what it was linked to."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path

from ingest.assemble import assemble
from ingest.catalogue import Catalogue
from ingest.collect import Found
from ingest.errors import Problem
from ingest.linking import link
from ingest.model import Entry, Link, Paragraph, Relation, Ruling, Source, Text
from ingest.pipeline import read_file
from ingest.store import Store

WIDTH = 72
_RELATION_WORDS = {
    "same": "says the same as",
    "reworded": "words the same rule differently from",
    "parallel": "says of another mechanic what is said in",
    "related": "is close to",
}


Say = Callable[[Problem], str]
"""What a problem is, in words."""


def by_code(problem: Problem) -> str:
    """The problem's code and detail, for want of better words."""
    return f"{problem.code} ({problem.detail})" if problem.detail else problem.code


def explain(path: Path, catalogue: Catalogue, store: Store | None, say: Say = by_code) -> Iterator[str]:
    """Lines that say how the file is read and linked; raises `UnreadableSource`.

    Relations to rulings of other files are those of `store`, the record being served.
    """
    source, entries, problems = read_file(Found(path, path.name))
    assembled = assemble(entries, catalogue.origin_of)
    rulings = link(assembled, catalogue).rulings
    by_text = {text.id: ruling for ruling in rulings for text in ruling.texts}
    yield from _summary(source, entries, problems, say)
    for entry in entries:
        yield ""
        found = [text for text in by_text.values() for text in text.texts if _stands_in(text, entry)]
        yield from _entry(entry, list(dict.fromkeys(found)), problems, say)
        ruling = next((by_text[text.id] for text in found), None)
        if ruling:
            yield from _links(ruling, catalogue)
            yield from _relations(ruling, store)


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
    yield f"    {_shortened(paragraph.body)}"
    for insertion in text.insertions if text else ():
        yield f"    holds {insertion.lang}: “{_shortened(paragraph.body[insertion.start : insertion.end])}”"


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


def _relations(ruling: Ruling, store: Store | None) -> Iterator[str]:
    if store is None:
        return
    for relation in store.relations(store.resolve(ruling.id) or ruling.id):
        yield f"  {_RELATION_WORDS[relation.kind]} {_place(relation, store)}: {relation.reason}"


def _place(relation: Relation, store: Store) -> str:
    other = store.ruling(relation.b)
    source = other.texts[0].sources[0] if other else None
    return f"{source.file} entry {source.entry}" if source else relation.b


def _shortened(text: str) -> str:
    one_line = " ".join(text.split())
    return one_line if len(one_line) <= WIDTH else one_line[: WIDTH - 1] + "…"
