"""How likely a term stands in one version, given what the other says.

`data/catalogue/renderings.tsv` is learnt on aligned official translations
(`ingest.evaluate.learn`): per language, side and term how often it was seen, how
often nothing in the other version accounts for it, how often the translation
says it less often than the source, and what calls for it: words, each with the
chance that it does so by itself.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path

from ingest.checks.late import Late
from ingest.checks.segments import Side
from ingest.errors import CatalogueError
from ingest.model import Term

HEADER = ("lang", "side", "term", "seen", "alone", "fewer", "words")
MISSING, EXTRA = "missing", "extra"
SIDES = (MISSING, EXTRA)
"""`extra` is a term of the translation called for by the source, `missing` one of the source by the translation."""
PASSAGES = 25_000
"""Passages the table was counted on."""
PREFIX = 6
"""Letters of a Latin word that are compared: enough to join its inflections."""
LONGEST = 3
"""Characters of the longest Chinese string that calls for a term."""
WORD = re.compile(r"[a-zà-ÿ]{2,}")
HAN = re.compile("[\u3400-\u9fff]+")
NOTATION = re.compile(r"\{[^{}\s]{1,6}\}|[+-]?\d/[+-]?\d")
OWN, KIN, ELSEWHERE = 0.97, 0.3, 0.02
"""How surely a term calls for itself, a related one for a rare one, and one in another sentence of the text."""
RARE = 10
SURE = 0.995


@dataclass(frozen=True, slots=True)
class Rendering:
    """Counts of one term on one side, and what on the other side calls for it, and how surely.

    The words are beginnings of Latin words, Chinese strings or notation; `@id` is a term.
    """

    seen: int = 0
    alone: float = 0.0
    fewer: int = 0
    words: Mapping[str, float] = field(default_factory=dict)

    @property
    def steady(self) -> float:
        """How unusual it is that a translation says the term less often than its source, where it does at all."""
        return -math.log((self.fewer + 0.5) / (self.seen + 3))

    def unmet(self, clues: frozenset[str]) -> float:
        """The chance that the term is absent although these clues stand in the other version."""
        absent = 1 - (self.alone + 0.3) / PASSAGES
        for word, chance in self.words.items():
            if word in clues:
                absent *= 1 - min(chance, SURE)
        return absent


UNSEEN = Rendering()


@dataclass(frozen=True)
class Renderings:
    """The table, and which terms are part of which others."""

    table: Mapping[tuple[str, str, str], Rendering] = field(default_factory=dict)
    related: Mapping[str, frozenset[str]] = field(default_factory=dict)

    def of(self, lang: str, side: str, term: str) -> Rendering:
        """The rendering of a term into (or in) a language; empty where it was never counted."""
        return self.table.get((lang, side, term), UNSEEN)

    def surprise(self, lang: str, side: str, term: str, other: Side, text: frozenset[str]) -> float:
        """How surprising a term is, in nats: minus the logarithm of its chance, given the other side of its passage.

        `text` are the terms of the other version as a whole.
        """
        one = self.of(lang, side, term)
        absent = one.unmet(clues(other))
        if term in other.held:
            absent *= 1 - OWN
        elif term in text:
            absent *= 1 - ELSEWHERE
        if one.seen < RARE and self.related.get(term, frozenset()) & other.standing:
            absent *= 1 - KIN
        return -math.log(max(1 - absent, 1e-7))

    def demand(self, lang: str, side: str, term: str, other: Side) -> float:
        """How strongly the other side calls for a term, in nats: minus the logarithm of its chance to be absent."""
        absent = self.of(lang, side, term).unmet(clues(other))
        if term in other.held:
            absent *= 1 - OWN
        return -math.log(max(absent, 1 - SURE))


@lru_cache(maxsize=256)
def clues(side: Side) -> frozenset[str]:
    """All on one side of a passage that may call for a term: its words, its notation, its terms."""
    words = strings(side.body) if side.lang.startswith("zh") else beginnings(side.body)
    return words | frozenset(NOTATION.findall(side.body)) | {f"@{term}" for term in side.held}


def strings(body: str) -> frozenset[str]:
    """The strings of one to three Chinese characters in a text.

    >>> sorted(strings("放逐，抓"))
    ['抓', '放', '放逐', '逐']
    """
    sizes = range(1, LONGEST + 1)
    return frozenset(
        run[at : at + size] for run in HAN.findall(body) for size in sizes for at in range(len(run) - size + 1)
    )


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


def load_renderings(path: Path) -> Mapping[tuple[str, str, str], Rendering]:
    """The table of a file, empty where there is none."""
    if not path.exists():
        return {}
    lines = path.read_text("utf-8").splitlines()
    rows = [line.split("\t", 3) for line in lines if line and not line.startswith("#")]
    if not rows or "\t".join(rows[0]).split("\t") != list(HEADER):
        raise CatalogueError("unexpected columns", where=str(path), hint=f"expected {', '.join(HEADER)}")
    return Late({(lang, side, term): told for lang, side, term, told in rows[1:]}, _rendering)


def _rendering(told: str) -> Rendering:
    seen, alone, fewer, words = (*told.split("\t"), "")[:4]
    return Rendering(int(seen), float(alone), int(fewer), _words(words))


def _words(cell: str) -> dict[str, float]:
    """The words of a cell, each with its chance.

    >>> _words("@exile 0.9|exiled 0.84")
    {'@exile': 0.9, 'exiled': 0.84}
    """
    pairs = (pair.rpartition(" ") for pair in cell.split("|") if pair)
    return {word: float(chance) for word, _, chance in pairs}
