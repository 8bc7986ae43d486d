"""AND, OR, NOT and brackets: what the alternatives of a query are."""

from __future__ import annotations

from app.search.boolean import MAX_ALTERNATIVES, Atom, alternatives
from ingest.model import Notice

SIGNS = {"OR": "operator", "NOT": "operator", "AND": "operator", "(": "(", ")": ")"}


def rows(query: str) -> tuple[list[str], list[str]]:
    """Each alternative written out (`!x` where x must be absent), and the codes of the notices."""
    notices: list[Notice] = []
    atoms = [Atom(SIGNS.get(part, "word"), part) for part in query.split()]
    found = alternatives(atoms, notices)
    written = [" ".join(("!" if negated else "") + atom.text for atom, negated in row) for row in found]
    return written, [notice.code for notice in notices]


def test_words_side_by_side_belong_together() -> None:
    assert rows("a b AND c") == (["a b c"], [])


def test_or_binds_less_than_words_side_by_side() -> None:
    assert rows("a b OR c d") == (["a b", "c d"], [])


def test_brackets_multiply_out() -> None:
    assert rows("( a OR b ) ( c OR d )") == (["a c", "a d", "b c", "b d"], [])


def test_not_before_brackets_denies_each_alternative() -> None:
    assert rows("x NOT ( a OR b )") == (["x !a !b"], [])


def test_not_a_pair_is_missing_one_or_the_other() -> None:
    assert rows("x NOT ( a b )") == (["x !a", "x !b"], [])


def test_denied_twice_is_asked() -> None:
    assert rows("NOT NOT a") == (["a"], [])


def test_misplaced_signs_are_noted_and_the_rest_answered() -> None:
    assert rows("a OR") == (["a"], ["stray-operator"])
    assert rows("a ) b") == (["a b"], ["stray-bracket"])
    assert rows("( a") == (["a"], ["stray-bracket"])
    assert rows("a NOT") == (["a"], ["stray-operator"])


def test_alternatives_are_bounded() -> None:
    written, codes = rows("( a OR b ) " * 6)
    assert len(written) == MAX_ALTERNATIVES
    assert codes == ["query-too-complex"]


def test_depth_is_bounded() -> None:
    _, codes = rows("( " * 500 + "a" + " )" * 500)
    assert "query-too-complex" in codes
