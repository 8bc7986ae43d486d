"""Translation memory: TMX 1.4b, one unit a ruling, one variant a language."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence

from ingest.exports.base import Export, ExportOptions, attribute, content, iso, replaced, targets, versions
from ingest.model import Ruling, Term, Text

DOCTYPE = '<!DOCTYPE tmx SYSTEM "tmx14.dtd">'


class Tmx(Export):
    """Rulings as a translation memory, with date and origin as properties."""

    id = "tmx"
    media_type = "application/x-tmx+xml"
    extension = ".tmx"
    lacking = "fewer than two of {languages}"

    def takes(self, has: Collection[str], languages: Sequence[str]) -> bool:
        """Whether there is a text to translate and a translation."""
        return sum(lang in has for lang in languages) > 1

    def chunks(self, rulings: Iterable[Ruling], terms: Iterable[Term], options: ExportOptions) -> Iterator[str]:
        yield f'<?xml version="1.0" encoding="UTF-8"?>\n{DOCTYPE}\n<tmx version="1.4">\n'
        yield (
            f'<header creationtool="rosetta-rulings" creationtoolversion={attribute(options.version or "0")}'
            f' segtype="block" o-tmf="rosetta" adminlang="en" srclang={attribute(options.code(options.source))}'
            ' datatype="plaintext"/>\n<body>\n'
        )
        for ruling in rulings:
            texts = versions(ruling, options.languages)
            if len(texts) > 1:
                yield _unit(ruling, texts, options)
        yield "</body>\n</tmx>\n"


def _unit(ruling: Ruling, texts: list[Text], options: ExportOptions) -> str:
    properties = [("date", iso(ruling)), *(("card", card) for card in targets(ruling, "card"))]
    variants = "".join(_variant(text, options) for text in texts)
    return f"<tu tuid={attribute(ruling.id)}>\n{_properties(properties)}{variants}</tu>\n"


def _variant(text: Text, options: ExportOptions) -> str:
    properties = [
        ("origin", text.origin),
        ("label", text.label or ""),
        ("text-id", text.id),
        ("replaced-characters", replaced(text.body)),
    ]
    return (
        f"<tuv xml:lang={attribute(options.code(text.lang))}>\n{_properties(properties)}"
        f"<seg>{content(text.body)}</seg>\n</tuv>\n"
    )


def _properties(pairs: Iterable[tuple[str, str]]) -> str:
    return "".join(f'<prop type="x-{name}">{content(value)}</prop>\n' for name, value in pairs if value)
