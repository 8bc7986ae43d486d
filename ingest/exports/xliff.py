"""XLIFF 2.1: source and one target; machine translations say so twice.

A machine translation stays in the state `initial`, so that tools ask for a
review, and stands as a match of type `mt` beside its unit.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence

from ingest.exports.base import UNFIT, Export, ExportOptions, attribute, content, iso, targets
from ingest.model import Ruling, Term, Text

STATES = {"official": "final", "community": "translated", "machine": "initial", "unstated": "translated"}
NAMESPACES = 'xmlns="urn:oasis:names:tc:xliff:document:2.0" xmlns:mtc="urn:oasis:names:tc:xliff:matches:2.0"'


class Xliff(Export):
    """Rulings with their translation into one language, untranslated ones too."""

    id = "xliff"
    media_type = "application/xliff+xml"
    extension = ".xlf"
    lacking = "no {source}"

    def columns(self, options: ExportOptions) -> tuple[str, ...]:
        """Source and target."""
        return tuple(dict.fromkeys((options.source, options.target)))

    def takes(self, has: Collection[str], languages: Sequence[str]) -> bool:
        """Whether there is a text to translate."""
        return languages[0] in has

    def chunks(self, rulings: Iterable[Ruling], terms: Iterable[Term], options: ExportOptions) -> Iterator[str]:
        source, target = (attribute(options.code(lang)) for lang in (options.source, options.target))
        yield (
            f'<?xml version="1.0" encoding="UTF-8"?>\n<xliff version="2.1" {NAMESPACES} srcLang={source}'
            f' trgLang={target} xml:space="preserve">\n<file id="rulings">\n'
        )
        empty = True
        for ruling in rulings:
            text = ruling.text_in(options.source)
            if text is not None:
                empty = False
                yield _unit(ruling, text, ruling.text_in(options.target))
        if empty:
            yield '<unit id="none"><segment><source/></segment></unit>\n'
        yield "</file>\n</xliff>\n"


def _unit(ruling: Ruling, source: Text, target: Text | None) -> str:
    machine = target is not None and target.origin == "machine"
    body = _inline(source.body)
    marked = f'<mrk id="m1" type="mtc:match">{body}</mrk>' if machine else body
    translation = f"<target>{_inline(target.body)}</target>\n" if target else ""
    state = STATES[target.origin] if target else "initial"
    return (
        f"<unit id={attribute('r-' + ruling.id)} name={attribute(ruling.id)}>\n"
        f"{_match(body, target) if machine and target else ''}{_notes(ruling, target)}"
        f'<segment state="{state}">\n<source>{marked}</source>\n{translation}</segment>\n</unit>\n'
    )


def _match(source: str, target: Text) -> str:
    return (
        f'<mtc:matches>\n<mtc:match ref="#m1" type="mt" origin={attribute(target.label or "machine")}>\n'
        f"<source>{source}</source>\n<target>{_inline(target.body)}</target>\n</mtc:match>\n</mtc:matches>\n"
    )


def _notes(ruling: Ruling, target: Text | None) -> str:
    notes = [("date", iso(ruling)), *(("card", card) for card in targets(ruling, "card"))]
    notes += [("origin", target.origin), ("label", target.label or ""), ("text-id", target.id)] if target else []
    said = "".join(f"<note category={attribute(name)}>{content(value)}</note>\n" for name, value in notes if value)
    return f"<notes>\n{said}</notes>\n" if said else ""


def _inline(body: str) -> str:
    """Content in which a control character is the element XLIFF has for it.

    >>> _inline("a\\x07b")
    'a<cp hex="0007"/>b'
    """
    pieces = re.split(f"({UNFIT.pattern})", body)
    return "".join(_point(piece) if UNFIT.fullmatch(piece) else content(piece) for piece in pieces)


def _point(character: str) -> str:
    return f'<cp hex="{ord(character):04X}"/>'
