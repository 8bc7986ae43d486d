"""The very tokens of an index, text by text, so that other engines can be given the same."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from app.cli.bench.questions import Question
from app.search.analysis import words
from app.search.parse import parse
from ingest.index.arrays import Ints, decode, find
from ingest.index.contract import FACETS, Clause, Phrase, Plan, Scope
from ingest.index.engine import TABLES
from ingest.index.inversion import text_of
from ingest.index.tables import Facet, Places, Postings, Texts, Units
from ingest.index.whoosh_engine import WHOOSH
from ingest.languages import Languages

TOP = 20
_PLACE = 0xFFFF


@dataclass(frozen=True, slots=True)
class Asked:
    """A question as every engine gets it: the same terms, one for each word.

    `row` is a literal phrase instead, each term with its place.
    """

    kind: str
    terms: tuple[str, ...] = ()
    row: Phrase = ()
    mechanic: str | None = None

    def plan(self, *, whole: bool = False) -> Plan:
        """The same for our own engine: what others are asked too, or the `whole` of what a page needs."""
        clause = Clause(tuple(((term, 1.0),) for term in self.terms), phrases=(self.row,) if self.row else ())
        scope = Scope(mechanics=(self.mechanic,) if self.mechanic else ())
        return Plan((clause,), scope, limit=TOP, facets=FACETS if whole else (), reasons=whole, texts=False)


@dataclass(frozen=True, slots=True)
class Row:
    """A text's terms in their order, those of its literal wording alone, its mechanics."""

    terms: Sequence[int]
    places: Sequence[int]
    literal: Sequence[int]
    mechanics: Sequence[int]


class Tokens:
    """The tokens of an index; terms and mechanics go by number."""

    def __init__(self, index: Path) -> None:
        tables = index / TABLES
        self.whoosh = index / WHOOSH
        self.names = Postings.load(tables, "terms").names
        self._places = Places.load(tables, "places")
        self._units = Units.load(tables, "families")
        self._mechanics = Facet.load(tables, "families.mechanics")
        self.texts = len(Texts.load(tables, "texts").ids)

    def asked(self, question: Question, languages: Languages) -> Asked:
        """The question in tokens; words that no text holds are left out."""
        branch = parse(question.text).branches[0]
        row = languages.of("en").phrase(branch.phrases[0]) if branch.phrases else ()
        said = [token.alternatives[0][0] for token in words(branch.text, languages)]
        known = [term for term, number in zip(said, self.numbers(said), strict=True) if number >= 0]
        return Asked(question.kind, tuple(dict.fromkeys(known)), row, question.mechanic)

    def numbers(self, terms: Sequence[str]) -> list[int]:
        """The number of each term, -1 for one that no text holds."""
        return find(self.names, terms)

    def mechanic(self, name: str) -> int:
        """The number of a mechanic, -1 for one that no text is about."""
        return find(self._mechanics.names, [name])[0]

    def name(self, number: int) -> str:
        """The term of a number."""
        return decode(self.names[number])

    def rows(self) -> Iterator[Row]:
        """Every text's tokens, in the order of the index."""
        terms, keys = self._sorted()
        literal = np.char.startswith(self.names, b"=") | np.char.startswith(self.names, b"#")
        literal &= ~np.char.startswith(self.names, b"#[")  # has no place of its own
        bounds = np.searchsorted(text_of(keys), np.arange(self.texts + 1)).tolist()
        for text in range(self.texts):
            held = terms[bounds[text] : bounds[text + 1]]
            places = (keys[bounds[text] : bounds[text + 1]] & _PLACE).tolist()
            yield Row(held.tolist(), places, held[literal[held]].tolist(), self._mechanics_of(text))

    def _sorted(self) -> tuple[Ints, Ints]:
        counts = np.diff(self._places.starts)
        terms = np.repeat(np.arange(len(counts), dtype=np.int32), counts)
        order = np.argsort(self._places.keys, kind="stable")
        return terms[order], self._places.keys[order]

    def _mechanics_of(self, text: int) -> list[int]:
        unit = self._units.of_text[text]
        first = int(self._mechanics.first[unit])
        return [] if first < 0 else [first, *self._mechanics.further[unit].tolist()]
