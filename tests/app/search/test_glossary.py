"""Terms are found by whatever form of theirs a person types, in any language."""

from __future__ import annotations

import pytest
from flask import Flask

from app.knowledge import Knowledge
from app.search.glossary import HOLDS, IS, KIN, STEM, lookup


@pytest.fixture
def held(app: Flask) -> Knowledge:
    return app.extensions["rosetta"].current()


def found(knowledge, q):
    return [one.term.id for one in lookup(knowledge, q)]


@pytest.mark.parametrize(
    ("q", "term"),
    [
        ("manifest", "manifest"),
        ("Manifestado", "manifest"),
        ("显化", "manifest"),
        ("顯化", "manifest"),
        ("proteccion", "protection"),
        ("exíliala", "exile"),
        ("sacrificing", "sacrifice"),
        ("牌面朝下", "face-down"),
    ],
)
def test_an_inflected_folded_or_traditional_form_finds_its_term(held, q, term):
    assert term in found(held, q)[:3]


def test_a_word_of_the_same_family_finds_the_term_where_nothing_nearer_does(held):
    (first, *_) = lookup(held, "proteger")
    assert (first.term.id, first.rank) == ("protection", KIN)
    assert {one.rank for one in lookup(held, "proteger")} == {KIN}
    assert all(one.rank <= STEM for one in lookup(held, "protección")), "kin only where nothing nearer is"


def test_the_term_itself_comes_before_those_that_only_hold_it(held):
    ranks = [one.rank for one in lookup(held, "counter")]
    assert ranks[0] == IS and HOLDS in ranks and ranks == sorted(ranks)


def test_every_term_is_there_where_nothing_is_asked_and_none_where_nothing_fits(held):
    assert len(found(held, "  ")) == len(held.terms) > 500
    assert found(held, "zzzz") == [] == found(held, "%_*(")
