"""Words that texts of the game are written in, and those in the names of its cards."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cached_property
from pathlib import Path

from ingest.catalogue import cards
from ingest.errors import CatalogueError
from ingest.languages import fold

FILE = "words.tsv"
_WORD = re.compile(r"[^\W\d_]+")


class KnownWords:
    """Tells words from slips of typing; files are read when first asked for."""

    def __init__(self, folder: Path | None = None) -> None:
        self._folder = folder

    @cached_property
    def counts(self) -> Mapping[str, int]:
        """Each folded word, with the number of texts it is known to stand in."""
        file = self._folder / FILE if self._folder else None
        if file is None or not file.is_file():
            return {}
        lines = file.read_text("utf-8").splitlines()
        try:
            rows = (line.split("\t") for line in lines if line and not line.startswith("#"))
            return {word: int(count) for word, count in rows}
        except ValueError as error:
            raise CatalogueError(f"not a word and a number: {error}", where=FILE) from error

    def is_in_a_name(self, word: str) -> bool:
        """True where a card's name holds the folded word."""
        return word in self.in_names

    @cached_property
    def in_names(self) -> frozenset[str]:
        """The folded words that the names of all cards are made of."""
        file = self._folder / cards.FILE if self._folder else None
        if file is None or not file.is_file():
            return frozenset()
        # Folded by word, each once: many times quicker than name by name.
        return frozenset(fold(word).text for word in set(_WORD.findall(file.read_text("utf-8"))) if word[0] < "\u3000")
