"""Translation memory: TMX 1.4b, one unit a statement, one variant a language.

A language that the ruling itself lacks is there where another ruling of its family says the same.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence

from ingest.exports.base import ExportOptions, TextExport, facts, iso, targets
from ingest.exports.markup import attribute, content, replaced
from ingest.exports.statements import Statement, Version
from ingest.model import Term

DOCTYPE = '<!DOCTYPE tmx SYSTEM "tmx14.dtd">'


class Tmx(TextExport):
    """Rulings as a translation memory, with date and origin as properties."""

    id = "tmx"
    media_type = "application/x-tmx+xml"
    extension = ".tmx"
    once = True
    lacking = "fewer than two of {languages}"

    def takes(self, has: Collection[str], languages: Sequence[str]) -> bool:
        """Whether there is a text to translate and a translation."""
        return sum(lang in has for lang in languages) > 1

    def chunks(self, statements: Iterable[Statement], terms: Iterable[Term], options: ExportOptions) -> Iterator[str]:
        yield f'<?xml version="1.0" encoding="UTF-8"?>\n{DOCTYPE}\n<tmx version="1.4">\n'
        yield (
            f'<header creationtool="rosetta-rulings" creationtoolversion={attribute(options.version or "0")}'
            f' segtype="block" o-tmf="rosetta" adminlang="en" srclang={attribute(options.code(options.source))}'
            ' datatype="plaintext"/>\n<body>\n'
        )
        for statement in statements:
            versions = statement.versions(options.languages)
            if len(versions) > 1 and not statement.again:
                yield _unit(statement, versions, options)
        yield "</body>\n</tmx>\n"


def _unit(statement: Statement, versions: list[Version], options: ExportOptions) -> str:
    ruling = statement.ruling
    properties = [("date", iso(ruling)), *(("card", card) for card in targets(ruling, "card"))]
    variants = "".join(_variant(statement, version, options) for version in versions)
    return f"<tu tuid={attribute(ruling.id)}>\n{_properties(properties)}{variants}</tu>\n"


def _variant(statement: Statement, version: Version, options: ExportOptions) -> str:
    body = version.text.body
    properties = [*facts(statement, version, options), ("replaced-characters", replaced(body))]
    return (
        f"<tuv xml:lang={attribute(options.code(version.text.lang))}>\n{_properties(properties)}"
        f"<seg>{content(body)}</seg>\n</tuv>\n"
    )


def _properties(pairs: Iterable[tuple[str, str]]) -> str:
    return "".join(f'<prop type="x-{name}">{content(value)}</prop>\n' for name, value in pairs if value)
