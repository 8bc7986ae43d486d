"""A query's text, taken apart: words, phrases, exclusions, alternatives, fields.

Nothing a person can type is an error: what is not understood is text, or a notice.
Game notation (`{X}`, `+1/+1`, `[cost]`, `-1/-1`, `A-Name`) is text, never syntax.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from app.search.boolean import Atom, alternatives
from app.search.fields import FIELD, FieldFilters
from ingest.model import Branch, Filters, Notice

MAX_ATOMS = 64
_INVISIBLE = dict.fromkeys(map(ord, "\ufeff\u200b\u2060\u00ad\x00"))
_OPEN_QUOTES = {'"': '"', "“": "”", "„": "“", "«": "»", "＂": "＂", "”": "”"}
_OPERATORS = {"AND", "OR", "NOT"}
_HAN = r"\u3400-\u9fff\uf900-\ufaff"
# A minus excludes only before a letter or a quote: -1/-1 and -2 are things of the game.
_MINUS = re.compile(rf"[-－−](?=[^\W\d_]|[{_HAN}“\"«＂(])")
_WORD = re.compile(r"[^\s\"“”„«»＂]+")


@dataclass(frozen=True, slots=True)
class Parsed:
    """A query taken apart; `branches` are alternatives, `filters` what its fields narrow."""

    branches: tuple[Branch, ...]
    filters: Filters
    notices: tuple[Notice, ...] = ()


def parse(q: str) -> Parsed:
    """What the text of a query says.

    >>> parse('manifest -morph "face up" lang:es').branches
    (Branch(text='manifest', phrases=('face up',), excluded=('morph',), excluded_phrases=()),)
    >>> [branch.text for branch in parse("显化 OR 匿伏").branches]
    ['显化', '匿伏']
    """
    fields = FieldFilters()
    notices: list[Notice] = []
    atoms = _atoms(q.translate(_INVISIBLE), fields)
    if len(atoms) > MAX_ATOMS:
        notices.append(Notice("query-too-complex", str(MAX_ATOMS)))
        atoms = atoms[:MAX_ATOMS]
    grouped = any(atom.kind == "operator" for atom in atoms)
    if not grouped:  # brackets group only where operators show that grouping is meant
        atoms = [atom if atom.kind not in "()" else Atom("word", "") for atom in atoms]
    rows = alternatives(atoms, notices)
    branches = tuple(dict.fromkeys(filter(None, map(_branch, rows))))
    return Parsed(branches, fields.filters(), (*notices, *fields.notices))


def _atoms(q: str, fields: FieldFilters) -> list[Atom]:
    atoms: list[Atom] = []
    place = 0
    while place < len(q):
        if q[place].isspace():
            place += 1
            continue
        place = _next(q, place, atoms, fields)
    return atoms


def _next(q: str, place: int, atoms: list[Atom], fields: FieldFilters) -> int:
    """Reads one thing of the query from `place`, and gives where the next begins."""
    started = place == 0 or q[place - 1].isspace() or q[place - 1] in "(（"
    minus = _MINUS.match(q, place) if started else None
    if minus:
        place = minus.end()
    if started and (field := FIELD.match(q, place)) and fields.take(field, negated=bool(minus)):
        return field.end()
    if minus:
        atoms.append(Atom("operator", "NOT"))
    if q[place] in _OPEN_QUOTES:
        return _phrase(q, place, atoms)
    if q[place] in "()（）":
        atoms.append(Atom("(" if q[place] in "(（" else ")", q[place]))
        return place + 1
    return _word(q, place, atoms)


def _phrase(q: str, place: int, atoms: list[Atom]) -> int:
    closing = {_OPEN_QUOTES[q[place]], '"', "”"} if q[place] in '"“”' else {_OPEN_QUOTES[q[place]]}
    end = next((i for i in range(place + 1, len(q)) if q[i] in closing), len(q))
    inside = q[place + 1 : end].strip()
    if inside:
        # A quote that is never closed is a slip: its words are meant, not a phrase.
        atoms.append(Atom("phrase" if end < len(q) else "word", inside))
    return end + 1


def _word(q: str, place: int, atoms: list[Atom]) -> int:
    match = _WORD.match(q, place)
    word = match.group() if match else q[place]
    # A bracket at the end of a word closes a group, unless the word opened it: f(x).
    while len(word) > 1 and word[-1] in ")）" and _count(word, ")）") > _count(word, "(（"):
        word = word[:-1]
    end = place + len(word)
    atoms.append(Atom("operator" if word in _OPERATORS else "word", word))
    return end


def _count(word: str, brackets: str) -> int:
    return sum(word.count(bracket) for bracket in brackets)


def _branch(row: Sequence[tuple[Atom, bool]]) -> Branch | None:
    wanted = [atom for atom, negated in row if not negated]
    unwanted = [atom for atom, negated in row if negated]
    branch = Branch(
        text=" ".join(atom.text for atom in wanted if atom.kind == "word").strip(),
        phrases=tuple(atom.text for atom in wanted if atom.kind == "phrase"),
        excluded=tuple(atom.text for atom in unwanted if atom.kind == "word" and atom.text),
        excluded_phrases=tuple(atom.text for atom in unwanted if atom.kind == "phrase"),
    )
    return branch if branch != Branch() else None
