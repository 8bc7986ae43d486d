"""What a run reports: goals beside figures, a table for people, JSON for programs."""

from __future__ import annotations

import json

import pytest

from app.cli.bench import load as loading
from app.cli.bench.goals import goals
from app.cli.bench.table import lines


def times(p95, p50=1.0):
    return {"p50": p50, "p95": p95, "p99": p95, "questions": 9}


def report(**more):
    return {"machine": {"cores": 2}, "size_mb": {"index": 1.0}, "counts": {"texts": 3}, **more}


@pytest.mark.parametrize(
    ("search", "goal", "met"),
    [
        ({"one rare word": {"engine": times(1), "Tantivy": times(2)}}, "one rare word: engine", True),
        ({"one rare word": {"engine": times(3), "Tantivy": times(2)}}, "one rare word: engine", False),
        ({"phrase": {"engine": times(5), "Tantivy": times(2)}}, "phrase: engine", True),
        ({"phrase": {"engine": times(7), "Tantivy": times(2)}}, "phrase: engine", False),
        (
            {"phrase": {"service": times(4)}, "suggestion": {"service": times(6)}},
            "service p95, slowest kind (sugg",
            False,
        ),
        (
            {"eight-word question": {"engine": times(1, 0.1), "Whoosh's searcher": times(1, 11)}},
            "eight-word question: Whoosh's",
            True,
        ),
    ],
)
def test_a_goal_says_whether_the_figures_reach_it(search, goal, met):
    [found] = [one for one in goals(report(search=search)) if one.what.startswith(goal)]
    assert found.met is met


def test_growth_is_to_be_linear_at_most():
    grown = [{"texts": 10, "p95": 1.0}, {"texts": 100, "p95": 10.1}]
    [goal] = goals(report(growth=grown))
    assert not goal.met and goal.limit == 10


def test_what_was_not_measured_has_no_goal():
    assert goals(report()) == []


def test_the_table_shows_every_figure_and_every_goal():
    whole = report(search={"phrase": {"engine": times(5), "Tantivy": times(2)}}, notes=["said so"])
    whole["goals"] = [goal.figures() for goal in goals(whole)]
    said = "\n".join(lines(whole))
    assert "phrase" in said and "Tantivy" in said and "note: said so" in said
    assert "met     phrase: engine p95 / Tantivy p95: 2.5× (at most 3)" in said


def test_a_home_is_measured_as_it_stands_the_server_too(rosetta, home):
    code, out, err = rosetta("bench", "--home", home, "--questions", 10, "--no-rivals", "--json")
    assert code == 0, err
    figures = json.loads(out)
    assert figures["counts"]["texts"] == 107
    assert {"engine", "service"} <= figures["search"]["Chinese clause"].keys()
    assert [one["clients"] for one in figures["server"]["loads"]] == [1, 8, 32]
    assert [one["errors"] for one in figures["server"]["loads"]] == [0, 0, 0]


def test_a_corpus_is_built_for_the_run_alone(rosetta, corpus, tmp_path):
    code, out, err = rosetta("--home", tmp_path / "home", "bench", "--corpus", corpus, "--build")
    assert code == 0, err
    assert "linking" in out and "as rosetta build does" in out
    assert "build, s" in out and "MB (at most 1500)" in out
    assert "unchanged" in out and "build with one page added" in out
    assert not (tmp_path / "home").exists()


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["bench"], "nothing is built yet"),
        (["bench", "--build"], "--build needs --corpus"),
        (["bench", "--corpus", "nowhere"], "rulings_en.jsonl.gz"),
    ],
)
def test_what_cannot_be_measured_is_said(rosetta, tmp_path, monkeypatch, arguments, said):
    monkeypatch.chdir(tmp_path)
    code, out, err = rosetta("--home", tmp_path / "home", *arguments)
    assert (code, out) == (2, "") and said in err


def test_a_load_counts_what_is_no_answer(monkeypatch):
    monkeypatch.setattr(loading, "PATIENCE", 0.2)
    with loading.socket.socket() as closed:
        closed.bind((loading.HOST, 0))  # bound and not listening: every connection is refused
        met = loading.load(closed.getsockname()[1], ["/a", "/b", "/c"], 2)
    assert met.errors == 3
