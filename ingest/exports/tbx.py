"""Terminology: TBX-Basic v3, and the older bilingual martif that many tools read."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ingest.exports.base import ExportOptions, TextExport
from ingest.exports.markup import attribute, content
from ingest.exports.statements import Statement
from ingest.model import Term

PREFERRED, DEPRECATED = "preferredTerm-admn-sts", "deprecatedTerm-admn-sts"
V3_HEAD = """<?xml version="1.0" encoding="UTF-8"?>
<tbx type="TBX-Basic" style="dca" xml:lang={lang} xmlns="urn:iso:std:iso:30042:ed-2">
<tbxHeader>
<fileDesc>
<titleStmt><title>Rosetta Rulings glossary</title></titleStmt>
<sourceDesc><p>Rosetta Rulings, catalogue of terms</p></sourceDesc>
</fileDesc>
</tbxHeader>
<text>
<body>
"""
V3_FOOT = "</body>\n</text>\n</tbx>\n"
MARTIF_HEAD = """<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE martif PUBLIC "ISO 12200:1999A//DTD MARTIF core (DXFcdV04)//EN" "TBXcdv04.dtd">
<martif type="TBX" xml:lang={lang}>
<martifHeader>
<fileDesc>
<sourceDesc><p>Rosetta Rulings, catalogue of terms</p></sourceDesc>
</fileDesc>
</martifHeader>
<text>
<body>
"""
MARTIF_FOOT = "</body>\n</text>\n</martif>\n"


class Tbx(TextExport):
    """The glossary; deprecated forms are marked as not to be used.

    Dialect `martif` holds two languages, for tools that read no v3.
    """

    id = "tbx"
    media_type = "application/x-tbx+xml"
    extension = ".tbx"
    holds = "terms"
    dialects = ("martif",)

    def columns(self, options: ExportOptions) -> tuple[str, ...]:
        """The languages chosen; two of them in the older format."""
        martif = options.dialect == "martif"
        return tuple(dict.fromkeys((options.source, options.target))) if martif else options.languages

    def chunks(self, statements: Iterable[Statement], terms: Iterable[Term], options: ExportOptions) -> Iterator[str]:
        martif = options.dialect == "martif"
        languages = self.columns(options)
        entry = _martif_entry if martif else _concept
        yield (MARTIF_HEAD if martif else V3_HEAD).format(lang=attribute(options.code(options.source)))
        for term in terms:
            if term.names.keys() & set(languages):
                yield entry(term, languages, options)
        yield MARTIF_FOOT if martif else V3_FOOT


def statuses(term: Term, lang: str) -> dict[str, str]:
    """The words for a term in a language, each with its administrative status."""
    words = {term.names[lang]: PREFERRED} if lang in term.names else {}
    for word in term.deprecated.get(lang, ()):
        words.setdefault(word, DEPRECATED)
    return words


def _concept(term: Term, languages: Iterable[str], options: ExportOptions) -> str:
    sections = "".join(_section(term, lang, options) for lang in languages)
    return f"<conceptEntry id={attribute('c-' + term.id)}>\n{_subject(term)}{sections}</conceptEntry>\n"


def _section(term: Term, lang: str, options: ExportOptions) -> str:
    words = "".join(f"<termSec>\n{_word(word, status)}</termSec>\n" for word, status in statuses(term, lang).items())
    said = _definition(term, lang, options)
    return f"<langSec xml:lang={attribute(options.code(lang))}>\n{said}{words}</langSec>\n" if words else ""


def _martif_entry(term: Term, languages: Iterable[str], options: ExportOptions) -> str:
    sets = "".join(_set(term, lang, options) for lang in languages)
    return f"<termEntry id={attribute('c-' + term.id)}>\n{_subject(term)}{sets}</termEntry>\n"


def _set(term: Term, lang: str, options: ExportOptions) -> str:
    words = "".join(f"<tig>\n{_word(word, status)}</tig>\n" for word, status in statuses(term, lang).items())
    said = _definition(term, lang, options)
    return f"<langSet xml:lang={attribute(options.code(lang))}>\n{said}{words}</langSet>\n" if words else ""


def _definition(term: Term, lang: str, options: ExportOptions) -> str:
    meaning = options.definitions.get(term.id, {}).get(lang)
    return f'<descrip type="definition">{content(meaning)}</descrip>\n' if meaning else ""


def _word(word: str, status: str) -> str:
    return f'<term>{content(word)}</term>\n<termNote type="administrativeStatus">{status}</termNote>\n'


def _subject(term: Term) -> str:
    rule = f"; CR {term.rule}" if term.rule else ""
    return f'<descrip type="subjectField">{content(term.kind + rule)}</descrip>\n'
