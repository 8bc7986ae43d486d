"""Engines that are compared get the same tokens and find the same texts."""

from __future__ import annotations

import sys
from dataclasses import replace

import pytest

from app.cli.bench.building import Stages, build_measured
from app.cli.bench.corpus import read_corpus
from app.cli.bench.growth import growth
from app.cli.bench.questions import KINDS, Drawer
from app.cli.bench.rivals import Fts5, Missing, Tantivy, WhooshSearcher
from app.cli.bench.searching import asked_of
from app.cli.bench.tokens import Tokens
from app.services import Services
from app.settings import Settings
from ingest.index import Clause, Plan
from ingest.paths import resource_dir
from ingest.snapshot import INDEX, Home


@pytest.fixture(scope="module")
def measured(corpus, tmp_path_factory):
    """The tiny corpus built without families: its home, and what the build took."""
    folder = tmp_path_factory.mktemp("measured")
    (folder / "sources").mkdir()
    read_corpus(corpus, None, seed=1).write(folder / "sources")
    catalogue = resource_dir("data") / "catalogue"
    return folder / "home", build_measured(folder / "home", [folder / "sources"], catalogue, joined=False)


@pytest.fixture(scope="module")
def known(measured):
    return Services(Settings.from_environment(home=measured[0])).current()


@pytest.fixture(scope="module")
def tokens(measured):
    return Tokens(Home(measured[0]).sound().path / INDEX)


@pytest.fixture(scope="module")
def asked(known, tokens):
    return asked_of(tokens, known, Drawer(known, seed=3).draw(12))


def test_a_build_is_timed_by_stage(measured):
    _, taken = measured
    assert list(taken.seconds) == ["reading", "analysing", "linking", "writing", "publishing"]
    assert taken.peak_mb > 1 and not taken.joined


def test_a_stage_ends_where_the_next_one_starts():
    ticks = iter([0.0, 1.0, 4.0, 4.5])
    stages = Stages(lambda: next(ticks))
    for name in ("linking", "linking", "done"):
        stages.step(name)
    assert stages.seconds == {"reading": 1.0, "linking": 3.5}


def test_the_rulings_are_searchable_and_each_is_alone(known):
    assert known.counts["rulings"] == known.counts["families"] > 6
    found = known.engine.search(Plan((Clause(((("=lamp", 1.0),),)),)))
    assert len({row.id for row in found.rows}) == found.total >= 6


def test_tokens_are_those_of_the_languages_in_the_order_of_the_text(known, tokens):
    rows = {tuple(tokens.name(term) for term in row.terms) for row in tokens.rows()}
    said = {
        tuple(term for term, _ in known.languages.of(text.lang).postings(text.body, text.insertions))
        for ruling in known.store.list_rulings(0, 100)
        for text in ruling.texts
    }
    assert {tuple(sorted(row)) for row in rows} == {tuple(sorted(row)) for row in said}
    assert rows


def test_questions_of_a_kind_are_drawn_from_the_texts_and_repeat(known):
    drawn, again = (Drawer(known, seed=3).draw(6) for _ in range(2))
    assert drawn == again
    assert {"eight-word question", "phrase", "Chinese clause"} <= drawn.keys() <= KINDS.keys()
    bodies = [text.body for ruling in known.store.list_rulings(0, 100) for text in ruling.texts]
    for question in drawn["Chinese clause"]:
        assert any(question.text in body for body in bodies)
    for question in drawn["eight-word question"]:
        assert len(question.text.split()) == 8
    for question in drawn["phrase"]:
        assert question.text.count('"') == 2


def within(row, literal):
    return any(list(literal[at : at + len(row)]) == row for at in range(len(literal)))


def holding(tokens, asked):
    """How many texts hold any of the words, or the phrase: looked up text by text."""
    wanted = set(tokens.numbers(asked.terms))
    row = tokens.numbers([term for term, _ in asked.row])
    about = {tokens.mechanic(asked.mechanic)} if asked.mechanic else set()
    return sum(
        about <= set(text.mechanics) and bool(wanted & set(text.terms) or (row and within(row, text.literal)))
        for text in tokens.rows()
    )


@pytest.mark.parametrize("rival", [Tantivy, Fts5], ids=lambda rival: rival.name)
def test_other_engines_find_the_texts_that_hold_what_is_asked(rival, tokens, known, asked, tmp_path):
    if rival is Tantivy:
        pytest.importorskip("tantivy", reason="for measuring alone; pip install tantivy")
    engine = rival(tokens, tmp_path)
    compared = [(one, engine.search(one), holding(tokens, one)) for several in asked.values() for one in several]
    engine.close()
    assert len(compared) > 20
    assert [one for one, found, held in compared if found != held] == []
    assert [one for one, _, held in compared if not held] == []


def test_ours_finds_the_same_phrases_and_of_words_those_that_say_most(tokens, known, asked):
    for kind, several in asked.items():
        for one in several:
            ours, held = known.engine.search(one.plan()).total, holding(tokens, one)
            assert ours == held if kind in ("phrase", "one rare word") else 0 < ours <= held, (one, ours, held)


def test_whoosh_answers_what_has_no_filter(tokens, asked, tmp_path):
    engine = WhooshSearcher(tokens, tmp_path)
    [question, *_] = asked["three common words"]
    assert engine.takes(question) and not engine.takes(replace(question, mechanic="morph"))
    assert engine.search(question) is None
    engine.close()


def test_an_engine_that_is_not_installed_says_how_to_get_it(tokens, tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "tantivy", None)
    with pytest.raises(Missing, match="pip install tantivy"):
        Tantivy(tokens, tmp_path)


def test_filters_reach_the_other_engines(tokens, known, asked, tmp_path):
    mechanics = {link.target for ruling in known.store.list_rulings(0, 100) for link in ruling.links}
    [question, *_] = asked["three common words"]
    narrowed = [replace(question, mechanic=name) for name in sorted(mechanics) if tokens.mechanic(name) >= 0]
    engine = Fts5(tokens, tmp_path)
    counts = [(engine.search(one), holding(tokens, one)) for one in narrowed]
    engine.close()
    assert 0 < max(held for _, held in counts) < tokens.texts
    assert all(found == held for found, held in counts)


def test_growth_asks_the_same_of_more_texts(tokens, asked):
    small, large = growth(tokens, asked, (5, 40))
    assert (small["texts"], large["texts"]) == (5, 40)
    assert large["index_mb"] >= small["index_mb"] > 0
    assert small["questions"] == large["questions"] > 0
