"""Whose the names in a few texts are, from a table of all names: a finder of all cards takes a second to make."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from ingest.languages.base import Language
from ingest.linking.card_finder import CardFinder, Named
from ingest.model import LANGUAGES, Text

Row = tuple[str, str]
"""A folded name, and the rest of its line: how it is written, what is known of it, whose it is."""


class NameTable:
    """The folded names of all cards by language, as lines: made into names where a text has them."""

    def __init__(self, rows: Mapping[str, Sequence[Row]], languages: Mapping[str, Language]) -> None:
        self._rows, self._languages = rows, languages

    @classmethod
    def of(cls, finder: CardFinder, languages: Mapping[str, Language]) -> NameTable:
        """The table of all names that a finder finds."""
        rows: dict[str, list[Row]] = defaultdict(list)
        for lang, folded, named in finder.names():
            rows[lang].append((folded, _told(named)))
        return cls(rows, languages)

    @classmethod
    def load(cls, folder: Path, languages: Mapping[str, Language]) -> NameTable:
        """The table that `save` wrote; `OSError` or `ValueError` where it can't be read."""
        rows = {}
        for lang in LANGUAGES:
            lines = (folder / f"names.{lang}.tsv").read_text(encoding="utf-8").split("\n")[:-1]
            cut = (line.partition("\t") for line in lines)
            rows[lang] = [(folded, rest) for folded, _, rest in cut]
        return cls(rows, languages)

    def save(self, folder: Path) -> None:
        """Writes the table into a folder."""
        for lang in LANGUAGES:
            lines = (f"{folded}\t{rest}\n" for folded, rest in self._rows.get(lang, ()))
            (folder / f"names.{lang}.tsv").write_text("".join(lines), encoding="utf-8")

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


def _told(named: Named) -> str:
    known = (named.short, named.word, named.plain, named.capital)
    return "\t".join((named.written, "".join(str(int(one)) for one in known), *named.cards))


def _named(told: str) -> Named:
    written, known, *cards = told.split("\t")
    short, word, plain, capital = (one == "1" for one in known)
    return Named(tuple(cards), short, written, word, plain, capital)
