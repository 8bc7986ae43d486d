"""The record gives back what was put in, to any number of threads, and says when it can't."""

from __future__ import annotations

import sqlite3
import threading
from contextlib import closing
from datetime import date

import pytest

from ingest.errors import Problem, SnapshotError
from ingest.model import Card, Family, Finding, Insertion, Link, Relation, Ruling, Source, SourceRef, Term, Text
from ingest.store import Store, write_store
from ingest.store.writer import Change, Former, Record

REF = SourceRef("a?b#c.txt", 1, 3, 4, "gpt")
RULINGS = (
    Ruling(
        "r1",
        date(2024, 6, 7),
        (
            Text("r1", "en", 'A "quoted" \U0001f3b2 text.', sources=(REF,)),
            Text("t2", "zh-Hans", "文（or a morph cost）。", "machine", "gpt", (Insertion(2, 17, "en"),), (REF, REF)),
        ),
        (
            Link("card", "lightform", "heading", "subject", evidence="heading “光形”"),
            Link("mechanic", "manifest", "term-in-text", "about", "en", "r1", (2, 8)),
            Link("card", "cloudform", "evidence", "candidate"),
        ),
    ),
    Ruling("r3", date(2018, 7, 13), (Text("r3", "es", "Está."),), (Link("card", "lightform", "heading", "subject"),)),
    Ruling("r4", None, (Text("r4", "und", "2/2."),), (Link("card", "lightform", "name-in-text", "mention"),)),
)
RECORD = Record(
    rulings=RULINGS,
    families=(Family("r3", ("r3", "r1")), Family("r4", ("r4",))),
    sources=(Source("a.txt", "dated", "0" * 64),),
    relations=(Relation("r1", "r3", "same", "said so", 0.9), Relation("r4", "r1", "related", "", 0.4)),
    cards={
        "lightform": Card("lightform", {"en": "Lightform", "zh-Hans": "明光赋形"}, {"zh-Hans": ("光形",)}, "oracle"),
        "cloudform": Card("cloudform", {"en": "Cloudform"}),
    },
    terms={
        "manifest": Term("manifest", "keyword action", {"en": "manifest"}, {"en": ("manifests",)}, rule="701.40", siblings=("cloak",), mechanic=True),
        "library": Term("library", "zone", {"en": "library"}, ambiguous={"es": ("biblioteca",)}),
    },
    findings=(
        Finding("numbers", "error", "r1", "zh-Hans", (0, 1), "t2", {"found": "2"}, "3"),
        Finding("length", "info", "r3", "es"),
    ),
    problems=(Problem("a.txt", 3, "missing-label", "warning", "x"),),
    former=(Former("old", "t2", "s1", "{}"), Former("older", "old", "s0", "{}"), Former("gone", None, "s1", "{}")),
    changes=(Change("s0", "added", "r1", "{}"), Change("s1", "corrected", "r1", "{}")),
    meta={"snapshot": "s1"},
)  # fmt: skip


@pytest.fixture
def path(tmp_path):
    path = tmp_path / "odd ?#% name" / "record.sqlite"
    path.parent.mkdir()
    write_store(path, RECORD)
    return path


@pytest.fixture
def store(path):
    store = Store(path)
    yield store
    store.close()


def test_rulings_come_back_as_they_were_put_in(store):
    assert store.list_rulings(0, 10) == list(RULINGS)
    assert store.list_rulings(1, 1) == [RULINGS[1]]
    assert store.count_rulings() == 3
    assert store.rulings(["r4", "nowhere", "r1"]) == [RULINGS[2], RULINGS[0]]


@pytest.mark.parametrize(
    ("id", "ruling"), [("r1", "r1"), ("t2", "r1"), ("old", "r1"), ("older", "r1"), ("gone", None), ("x' OR 1=1", None)]
)
def test_every_id_resolves_to_its_ruling(store, id, ruling):
    assert store.resolve(id) == ruling


def test_families_and_relations_are_seen_from_each_side(store):
    assert store.family("r3") == RECORD.families[0]
    assert (store.family_of("r1"), store.family_of("nowhere"), store.family("r1")) == ("r3", None, None)
    assert [(r.a, r.b, r.kind) for r in store.relations("r1")] == [("r1", "r4", "related"), ("r1", "r3", "same")]
    assert [(r.a, r.b) for r in store.relations("r3")] == [("r3", "r1")]


def test_cards_come_with_the_rulings_that_stand_on_them(store):
    assert store.cards() == [(RECORD.cards["lightform"], 2)]
    assert store.count_cards() == 1
    assert store.card("cloudform") == RECORD.cards["cloudform"]
    assert store.card_rulings("lightform") == ["r1", "r3"]
    assert store.card_rulings("lightform", "mention") == ["r4"]
    assert store.card_rulings("cloudform") == []


def test_terms_and_mechanics(store):
    assert store.terms() == [RECORD.terms["library"], RECORD.terms["manifest"]]
    assert store.mechanics() == [(RECORD.terms["manifest"], 1)]
    assert (store.term("manifest"), store.term("x")) == (RECORD.terms["manifest"], None)
    assert store.mechanic_rulings("manifest") == ["r1"]


def test_findings_are_narrowed(store):
    numbers, length = RECORD.findings
    assert store.findings() == (2, [numbers, length])
    assert store.findings(check="numbers") == (1, [numbers])
    assert store.findings(severity="info", lang="es") == (1, [length])
    assert store.findings(card="lightform", limit=1, offset=1) == (2, [length])
    assert store.findings(ruling="r9") == (0, [])


def test_notes(store):
    assert store.problems() == list(RECORD.problems)
    assert store.sources() == list(RECORD.sources)
    assert (store.meta("snapshot"), store.meta("x")) == ("s1", None)
    assert store.changes("s0") == [RECORD.changes[1]]
    assert len(store.changes()) == 2
    assert store.former("gone").since == "s1"
    assert {item.id for item in store.all_former()} == {"old", "older", "gone"}


def test_many_threads_ask_at_once(store):
    found, errors = [], []

    def ask():
        try:
            found.extend(store.resolve("older") for _ in range(50))
        except SnapshotError as error:
            errors.append(error)

    threads = [threading.Thread(target=ask) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not errors and found == ["r1"] * 400


def test_equal_records_are_equal_files(path, tmp_path):
    write_store(tmp_path / "again.sqlite", RECORD)
    assert (tmp_path / "again.sqlite").read_bytes() == path.read_bytes()


def test_reading_writes_nothing(path, store):
    store.list_rulings()
    assert [entry.name for entry in path.parent.iterdir()] == [path.name]


@pytest.mark.parametrize("content", [None, b"", b"no database", b"SQLite format 3\x00" + bytes(90)])
def test_what_is_no_record_is_said(tmp_path, content):
    path = tmp_path / "record.sqlite"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(SnapshotError, match=r"record\.sqlite"):
        Store(path)


def test_record_of_another_version_is_said(path):
    with closing(sqlite3.connect(path)) as database:
        database.execute("UPDATE meta SET value = '0' WHERE key = 'schema'")
        database.commit()
    with pytest.raises(SnapshotError, match="another version"):
        Store(path)


def test_a_record_that_cannot_be_written_is_an_operating_system_error(tmp_path):
    with pytest.raises(OSError, match="record not written"):
        write_store(tmp_path / "nowhere" / "record.sqlite", RECORD)
