"""AND, OR, NOT and brackets brought into alternatives, within bounds."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product

from ingest.model import Notice

MAX_DEPTH = 8
MAX_ALTERNATIVES = 16

Row = tuple[tuple["Atom", bool], ...]
"""What one alternative asks: each word or phrase, and whether it must be absent."""


@dataclass(frozen=True, slots=True)
class Atom:
    """A piece of a query: `word`, `phrase`, `operator`, `(` or `)`."""

    kind: str
    text: str


def alternatives(atoms: Sequence[Atom], notices: list[Notice]) -> list[Row]:
    """The alternatives of a query, one row each; a misplaced operator or bracket is noted and left out.

    >>> notes = []
    >>> atoms = [Atom("word", "a"), Atom("operator", "OR"), Atom("word", "b")]
    >>> [[(a.text, no) for a, no in row] for row in alternatives(atoms, notes)]
    [[('a', False)], [('b', False)]]
    """
    reader = _Reader(atoms, notices)
    rows = reader.either(0)
    while reader.place < len(atoms):  # a closing bracket too many
        reader.note("stray-bracket")
        reader.place += 1
        rows = _both(rows, reader.either(0), reader)
    return rows


class _Reader:
    """Descends through brackets, never deeper than `MAX_DEPTH`."""

    def __init__(self, atoms: Sequence[Atom], notices: list[Notice]) -> None:
        self.atoms, self.notices, self.place = atoms, notices, 0

    def note(self, code: str, detail: str = "") -> None:
        notice = Notice(code, detail)
        if notice not in self.notices:
            self.notices.append(notice)

    def _peek(self) -> Atom | None:
        return self.atoms[self.place] if self.place < len(self.atoms) else None

    def _takes(self, word: str) -> bool:
        if self._peek() == Atom("operator", word):
            self.place += 1
            return True
        return False

    def either(self, depth: int) -> list[Row]:
        """Rows of `x OR y OR …`, up to a closing bracket or the end."""
        rows = self.every(depth)
        while self._takes("OR"):
            more = self.every(depth)
            if rows == [()] or more == [()]:
                self.note("stray-operator", "OR")
            rows = [row for row in rows + more if row] or [()]
        if len(rows) > MAX_ALTERNATIVES:
            self.note("query-too-complex", str(MAX_ALTERNATIVES))
        return rows[:MAX_ALTERNATIVES]

    def every(self, depth: int) -> list[Row]:
        """Rows of `x y NOT z`, up to OR, a closing bracket or the end."""
        rows: list[Row] = [()]
        negated = False
        while (atom := self._peek()) and atom.kind != ")" and atom != Atom("operator", "OR"):
            self.place += 1
            if atom.kind == "operator":
                negated ^= atom.text == "NOT"
                continue
            denied = negated and atom.kind == "("
            found = _negated(self._group(depth), self) if denied else self._one(atom, negated, depth)
            rows = _both(rows, found, self)
            negated = False
        if negated:
            self.note("stray-operator", "NOT")
        return rows

    def _one(self, atom: Atom, negated: bool, depth: int) -> list[Row]:
        if atom.kind == "(":
            return self._group(depth)
        return [((atom, negated),)] if atom.text else [()]

    def _group(self, depth: int) -> list[Row]:
        if depth >= MAX_DEPTH:
            self.note("query-too-complex", str(MAX_DEPTH))
            return [()]
        rows = self.either(depth + 1)
        if (atom := self._peek()) and atom.kind == ")":
            self.place += 1
        else:
            self.note("stray-bracket")
        return rows


def _both(left: list[Row], right: list[Row], reader: _Reader) -> list[Row]:
    rows = [a + b for a, b in product(left, right)]
    if len(rows) > MAX_ALTERNATIVES:
        reader.note("query-too-complex", str(MAX_ALTERNATIVES))
    return rows[:MAX_ALTERNATIVES]


def _negated(rows: list[Row], reader: _Reader) -> list[Row]:
    """Not (this or that): neither this nor that; not (this and that): one of the two is missing."""
    result: list[Row] = [()]
    for row in rows:
        flipped: list[Row] = [((atom, not negated),) for atom, negated in row] or [()]
        result = _both(result, flipped, reader)
    return result
