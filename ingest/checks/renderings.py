"""How terms are rendered in practice: what else a translation may hold where a term stands.

`data/catalogue/renderings.tsv` is counted on aligned official translations
(`ingest.evaluate.learn`): per language, side and term how often it was seen,
how often nothing on the other side explained it, how often the translation
says it less often than the source, and the words that explain it.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from ingest.checks.segments import Side
from ingest.errors import CatalogueError
from ingest.model import Term

HEADER = ("lang", "side", "term", "seen", "unexplained", "fewer", "words")
SIDES = ("missing", "extra")
PASSAGES = 27_000
"""Passages the table was counted on."""
PREFIX = 6
"""Letters of a Latin word that are compared: enough to join its inflections."""
WORD = re.compile(r"[a-zà-ÿ]{2,}")


@dataclass(frozen=True, slots=True)
class Rendering:
    """Counts of one term on one side, and what explains it on the other.

    `words` are beginnings of Latin words or Chinese strings; `@id` is a term
    and `@@kind` any term of a kind.
    """

    seen: int = 0
    unexplained: int = 0
    fewer: int = 0
    words: tuple[str, ...] = ()

    @property
    def unusual(self) -> float:
        """How unusual it is to find the term unexplained: minus the logarithm of its share of all passages."""
        return -math.log((self.unexplained + 0.3) / PASSAGES)

    @property
    def steady(self) -> float:
        """How unusual it is that a translation says the term less often than its source, where it does at all."""
        return -math.log((self.fewer + 0.5) / (self.seen + 5))


@dataclass(frozen=True)
class Renderings:
    """The table, and which terms are part of which others."""

    table: Mapping[tuple[str, str, str], Rendering] = field(default_factory=dict)
    related: Mapping[str, frozenset[str]] = field(default_factory=dict)

    def of(self, lang: str, side: str, term: str) -> Rendering:
        """The rendering of a term into (or in) a language; empty where it was never counted."""
        return self.table.get((lang, side, term), Rendering())

    def explains(self, lang: str, side: str, term: str, other: Side, terms: Mapping[str, Term]) -> bool:
        """Whether the other side of a passage holds the term, its kin or another way to say it."""
        if term in other.held or self.related.get(term, frozenset()) & other.standing:
            return True
        words = self.of(lang, side, term).words
        return bool(words) and holds_any(words, other, terms)


def holds_any(words: Iterable[str], side: Side, terms: Mapping[str, Term]) -> bool:
    """Whether a side of a passage holds one of the words."""
    chinese = side.lang.startswith("zh")
    starts = frozenset() if chinese else beginnings(side.body)
    for word in words:
        if word.startswith("@@"):
            if any(terms[term].kind == word[2:] for term in side.held if term in terms):
                return True
        elif word.startswith("@"):
            if word[1:] in side.held:
                return True
        elif word in (side.body if chinese else starts):
            return True
    return False


def beginnings(body: str) -> frozenset[str]:
    """The beginnings of the words of a text, as the table writes them.

    >>> sorted(beginnings("Creatures entering"))
    ['creatu', 'enteri']
    """
    return frozenset(word[:PREFIX] for word in WORD.findall(body.lower()))


def kin(terms: Mapping[str, Term], finder) -> dict[str, frozenset[str]]:  # type: ignore[no-untyped-def]
    """Per term the terms whose name is part of its name, or the other way round.

    To say `legal target` for `target` is no error of terminology.
    """
    related: dict[str, set[str]] = {id: set() for id in terms}
    for id, term in terms.items():
        for lang, name in term.names.items():
            for match in finder.find(name, lang, nested=True):
                if match.target != id and match.target in related:
                    related[id].add(match.target)
                    related[match.target].add(id)
    return {id: frozenset(found) for id, found in related.items() if found}


def load_renderings(path: Path) -> dict[tuple[str, str, str], Rendering]:
    """The table of a file, empty where there is none."""
    if not path.exists():
        return {}
    lines = path.read_text("utf-8").splitlines()
    rows = [line.split("\t") for line in lines if line and not line.startswith("#")]
    if not rows or tuple(rows[0]) != HEADER:
        raise CatalogueError("unexpected columns", where=str(path), hint=f"expected {', '.join(HEADER)}")
    return dict(map(_row, rows[1:]))


def _row(cells: list[str]) -> tuple[tuple[str, str, str], Rendering]:
    lang, side, term, seen, unexplained, fewer, words = (*cells, "")[:7]
    counts = int(seen), int(unexplained), int(fewer)
    return (lang, side, term), Rendering(*counts, tuple(words.split("|")) if words else ())
