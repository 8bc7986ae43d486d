"""Findings in the record: filtered, counted and cut by the database."""

from __future__ import annotations

import pytest

from ingest.model import Finding, Ruling, Text
from ingest.store import Store
from ingest.store.writer import Record, write_store

LACKING = "wrong-language"


@pytest.fixture
def store(tmp_path):
    rulings = [Ruling(id, None, (Text(f"{id}t", "es", id),)) for id in "abc"]
    findings = [
        Finding(LACKING, "warning", "a", "en", params={"expected": "es"}),
        Finding("numbers", "error", "a", "es", params={"expected": "es"}),
        Finding("spacing", "info", "b", "es"),
        Finding(LACKING, "warning", "c", "en", params={"expected": "zh-Hans"}),
    ]
    write_store(tmp_path / "record.sqlite", Record(rulings, (), findings=findings))
    opened = Store(tmp_path / "record.sqlite")
    yield opened
    opened.close()


def told(answer):
    total, found = answer
    return total, [(one.check, one.ruling) for one in found]


def test_a_language_has_what_it_lacks_at_its_end(store):
    assert told(store.findings(lang="es")) == (2, [("numbers", "a"), ("spacing", "b")])
    asked = store.findings(lang="es", lacking=LACKING)
    assert told(asked) == (3, [("numbers", "a"), ("spacing", "b"), (LACKING, "a")])
    assert told(store.findings(lang="es", check=LACKING, lacking=LACKING)) == (1, [(LACKING, "a")])
    assert told(store.findings(lang="es", check="numbers", lacking=LACKING)) == (1, [("numbers", "a")])


def test_a_page_is_cut_where_it_is_asked_for(store):
    assert told(store.findings(lang="es", lacking=LACKING, offset=2, limit=5)) == (3, [(LACKING, "a")])
    assert told(store.findings(limit=0)) == (4, [])


def test_counts_are_of_what_each_choice_would_leave(store):
    assert store.tally_findings("check", {}) == {LACKING: 2, "numbers": 1, "spacing": 1}
    assert store.tally_findings("severity", {"lang": "es"}, LACKING) == {"error": 1, "info": 1, "warning": 1}
    assert store.tally_findings("lang", {"lang": "es", "ruling": "a"}) == {"en": 1, "es": 1}
