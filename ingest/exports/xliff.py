"""XLIFF 2.1: source and one target; machine translations say so twice.

A machine translation stays in the state `initial`, so that tools ask for a
review, and stands as a match of type `mt` beside its unit. A translation whose
source reads otherwise now is `initial` too, and a note says how it read. What the
checks find stands in notes, where a translation tool shows it beside the unit.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence

from ingest.exports.base import ExportOptions, TextExport, facts, iso, targets
from ingest.exports.markup import UNFIT, attribute, content
from ingest.exports.statements import Statement, Version
from ingest.model import Term, Text

STATES = {"official": "final", "community": "translated", "machine": "initial", "unstated": "translated"}
NAMESPACES = 'xmlns="urn:oasis:names:tc:xliff:document:2.0" xmlns:mtc="urn:oasis:names:tc:xliff:matches:2.0"'


class Xliff(TextExport):
    """Rulings with their translation into one language, untranslated ones too."""

    id = "xliff"
    media_type = "application/xliff+xml"
    extension = ".xlf"
    once = True
    lacking = "no {source}"

    def columns(self, options: ExportOptions) -> tuple[str, ...]:
        """Source and target."""
        return tuple(dict.fromkeys((options.source, options.target)))

    def takes(self, has: Collection[str], languages: Sequence[str]) -> bool:
        """Whether there is a text to translate."""
        return languages[0] in has

    def chunks(self, statements: Iterable[Statement], terms: Iterable[Term], options: ExportOptions) -> Iterator[str]:
        source, target = (attribute(options.code(lang)) for lang in (options.source, options.target))
        yield (
            f'<?xml version="1.0" encoding="UTF-8"?>\n<xliff version="2.1" {NAMESPACES} srcLang={source}'
            f' trgLang={target} xml:space="preserve">\n<file id="rulings">\n'
        )
        empty = True
        for statement in statements:
            version = statement.version(options.source)
            if version is not None and not statement.again:
                empty = False
                yield _unit(statement, version, statement.version(options.target), options)
        if empty:
            yield '<unit id="none"><segment><source/></segment></unit>\n'
        yield "</file>\n</xliff>\n"


def _unit(statement: Statement, source: Version, target: Version | None, options: ExportOptions) -> str:
    machine = target.text if target and target.text.origin == "machine" else None
    body, id = _inline(source.text.body), statement.ruling.id
    marked = f'<mrk id="m1" type="mtc:match">{body}</mrk>' if machine else body
    translation = f"<target>{_inline(target.text.body)}</target>\n" if target else ""
    return (
        f"<unit id={attribute('r-' + id)} name={attribute(id)}>\n"
        f"{_match(body, machine) if machine else ''}{_notes(statement, source, target, options)}"
        f'<segment state="{_state(target, options)}">\n<source>{marked}</source>\n{translation}</segment>\n</unit>\n'
    )


def _state(target: Version | None, options: ExportOptions) -> str:
    if target is None or target.text.id in options.changed:
        return "initial"
    return STATES[target.text.origin]


def _match(source: str, target: Text) -> str:
    return (
        f'<mtc:matches>\n<mtc:match ref="#m1" type="mt" origin={attribute(target.label or "machine")}>\n'
        f"<source>{source}</source>\n<target>{_inline(target.body)}</target>\n</mtc:match>\n</mtc:matches>\n"
    )


def _notes(statement: Statement, source: Version, target: Version | None, options: ExportOptions) -> str:
    ruling = statement.ruling
    notes = [("date", iso(ruling)), *(("card", card) for card in targets(ruling, "card"))]
    notes += [("source-text-id", source.text.id)]
    if target:
        notes += [*facts(statement, target, options), *(("finding", one) for one in options.remarks(target))]
    said = "".join(f"<note category={attribute(name)}>{content(value)}</note>\n" for name, value in notes if value)
    return f"<notes>\n{said}</notes>\n"


def _inline(body: str) -> str:
    """Content in which a control character is the element XLIFF has for it.

    >>> _inline("a\\x07b")
    'a<cp hex="0007"/>b'
    """
    pieces = re.split(f"({UNFIT.pattern})", body)
    return "".join(_point(piece) if UNFIT.fullmatch(piece) else content(piece) for piece in pieces)


def _point(character: str) -> str:
    return f'<cp hex="{ord(character):04X}"/>'
