"""Whose the names in a few texts are, from a table of all names: a finder of all cards takes a second to make."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from functools import cached_property
from pathlib import Path

from ingest.languages.base import Language
from ingest.linking.card_finder import CardFinder, Named
from ingest.model import LANGUAGES, Text

Row = tuple[str, str]
"""A folded name, and the rest of its line: how it is written, what is known of it, whose it is."""


class NameTable:
    """The folded names of all cards: a text for each language, made into names where a text has them."""

    def __init__(self, lines: Mapping[str, str], languages: Mapping[str, Language]) -> None:
        self._lines, self._languages = lines, languages

    @classmethod
    def of(cls, finder: CardFinder, languages: Mapping[str, Language]) -> NameTable:
        """The table of all names that a finder finds."""
        lines: dict[str, list[str]] = defaultdict(list)
        for lang, folded, named in finder.names():
            lines[lang].append(f"{folded}\t{_told(named)}\n")
        return cls({lang: "".join(held) for lang, held in lines.items()}, languages)

    @classmethod
    def load(cls, folder: Path, languages: Mapping[str, Language]) -> NameTable:
        """The table that `save` wrote; `OSError` or `ValueError` where it can't be read."""
        return cls({lang: (folder / f"names.{lang}.tsv").read_text(encoding="utf-8") for lang in LANGUAGES}, languages)

    def save(self, folder: Path) -> None:
        """Writes the table into a folder."""
        for lang in LANGUAGES:
            (folder / f"names.{lang}.tsv").write_text(self._lines.get(lang, ""), encoding="utf-8")

    @cached_property
    def _rows(self) -> Mapping[str, list[Row]]:
        cut = {lang: map(_cut, lines.split("\n")[:-1]) for lang, lines in self._lines.items()}
        return {lang: list(rows) for lang, rows in cut.items()}

    def finder(self, texts: Iterable[Text]) -> CardFinder:
        """A finder that finds in these texts what the finder of all cards does; in others it may not."""
        said: dict[str, list[str]] = defaultdict(list)
        for text in texts:
            lang = "zh-Hans" if text.lang == "zh-Hant" else text.lang
            for tag in {lang, "en"} & set(LANGUAGES):
                said[tag].append(self._languages[tag].fold(text.body).text)
        return CardFinder.of_names(
            {lang: self._in(lang, "\n".join(held)) for lang, held in said.items()}, self._languages
        )

    def _in(self, lang: str, said: str) -> dict[str, Named]:
        return {folded: _named(rest) for folded, rest in self._rows.get(lang, ()) if folded in said}


def _cut(line: str) -> Row:
    folded, _, rest = line.partition("\t")
    return folded, rest


def _told(named: Named) -> str:
    known = (named.short, named.word, named.plain, named.capital)
    return "\t".join((named.written, "".join(str(int(one)) for one in known), *named.cards))


def _named(told: str) -> Named:
    written, known, *cards = told.split("\t")
    short, word, plain, capital = (one == "1" for one in known)
    return Named(tuple(cards), short, written, word, plain, capital)
