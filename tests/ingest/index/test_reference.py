"""The engine against the plainest way to say what it should answer: every unit, every word, one by one."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from ingest.index import ENGINES, Clause, Doc, Engine, Plan, tables
from ingest.index.arrays import find
from ingest.index.engine import TABLES, TableEngine
from ingest.index.scoring import CUT, FLOOR
from ingest.index.tables import Best, Postings, Units

WORDS, TEXTS = 60, 700


@pytest.fixture(scope="module")
def directory(tmp_path_factory: pytest.TempPathFactory) -> Path:
    chance = random.Random(11)
    builder = ENGINES["whoosh"].builder()
    for number in range(TEXTS):
        # Some words are everywhere and some nearly nowhere, as in any language.
        terms = [f"=w{min(int(chance.expovariate(0.12)), WORDS - 1)}" for _ in range(chance.randrange(3, 25))]
        builder.add(
            Doc(f"t{number:04}", f"r{number:04}", f"f{number // 2:04}", "en", terms=terms, positions=range(len(terms)))
        )
    found = tmp_path_factory.mktemp("reference") / "index"
    builder.finish(found)
    return found


@pytest.fixture(scope="module")
def engine(directory: Path) -> Engine:
    return ENGINES["whoosh"].open(directory)


def reference(directory: Path, clause: Clause) -> dict[str, float]:
    """The families that answer a clause of words, each with its score."""
    folder = directory / TABLES
    names, best = Postings.load(folder, "terms"), Best.load(folder, "terms.families")
    units = Units.load(folder, "families")
    scores, shares = (dict.fromkeys(range(len(units.texts)), 0.0) for _ in range(2))
    whole = 0.0
    for group in clause.groups:
        known = [(n, w) for n, (_, w) in zip(find(names.names, [t for t, _ in group]), group, strict=True) if n >= 0]
        mass = max((w * float(names.weights[n]) for n, w in known), default=0.0)
        held: dict[int, float] = {}
        for n, w in known:
            for unit, added in zip(*(column.tolist() for column in best.row(n)), strict=True):
                held[unit] = max(held.get(unit, 0.0), added * w)
        for unit, added in held.items():
            scores[unit] += added
            shares[unit] += min(added, mass)
        whole += mass
    top = max(shares.values())
    return {
        units.ids[unit].decode(): scores[unit] * (FLOOR + (1 - FLOOR) * min(1.0, share / whole))
        for unit, share in shares.items()
        if share > 0 and share >= CUT * top
    }


def test_hundreds_of_queries_are_answered_as_the_reference_answers_them(directory: Path, engine: Engine) -> None:
    chance = random.Random(5)
    answered = 0
    for _ in range(200):
        count = chance.choice([1, 1, 2, 3, 8])
        groups = tuple(
            tuple((f"=w{chance.randrange(WORDS)}", weight) for weight in (1.0, 0.6)[: chance.choice([1, 2])])
            for _ in range(count)
        )
        clause = Clause(groups)
        expected = reference(directory, clause)
        answer = engine.search(Plan((clause,), limit=200))
        # What stands within a rounding of the cut may fall on either side of it.
        assert abs(answer.total - len(expected)) <= 1
        for row in answer.rows:
            assert row.score == pytest.approx(expected[row.id], rel=1e-4)
        answered += answer.total
    assert answered > 10_000


def test_what_is_kept_of_common_words_changes_no_answer(
    directory: Path, engine: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tables, "_COMMON_BYTES", 0)
    without = ENGINES["whoosh"].open(directory)
    best = Best.load(directory / TABLES, "terms.families")
    families = TEXTS // 2
    assert not tables.common_rows(best, families)
    chance = random.Random(6)
    answered = 0
    for _ in range(200):
        # Heavy and light words in all orders: some are added, some looked up in what was found before them.
        groups = tuple(
            tuple(
                (f"=w{chance.randrange(WORDS)}", chance.choice([1.0, 0.6, 0.05])) for _ in range(chance.choice([1, 2]))
            )
            for _ in range(chance.choice([1, 2, 3, 8]))
        )
        plan = Plan((Clause(groups),), collapse=chance.choice(["family", "none"]), limit=50)  # type: ignore[arg-type]
        answer = engine.search(plan)
        assert answer == without.search(plan)
        answered += answer.total
    assert answered > 10_000


def test_a_common_word_has_its_worth_in_every_family(directory: Path) -> None:
    best = Best.load(directory / TABLES, "terms.families")
    rows = tables.common_rows(best, TEXTS // 2)
    assert 3 < len(rows) < WORDS
    for number, row in rows.items():
        held, impacts = best.row(number)
        assert row[held].tolist() == impacts.tolist()
        assert np.count_nonzero(row) == len(held)


def test_every_thread_of_scores_starts_from_nothing(engine: TableEngine) -> None:
    plan = Plan((Clause(tuple(((f"=w{n}", 1.0), (f"=w{n + 1}", 0.5)) for n in range(6))),))
    first = engine.search(plan)
    for n in range(40):
        engine.search(replace(plan, clauses=(Clause((((f"=w{n}", 1.0), ("=w1", 0.3)),)),)))
    assert first.rows
    assert engine.search(plan) == first
    assert np.isfinite([row.score for row in first.rows]).all()
