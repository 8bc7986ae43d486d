"""A record that pages were added to gives what one gives that was written whole, but for inner numbers."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from itertools import accumulate
from pathlib import Path

import pytest

from ingest.addition import Addition
from ingest.errors import NotPatched
from ingest.model import Family, Ruling, Text
from ingest.store import Store, write_store
from ingest.store.patching import patch_store
from ingest.store.places import LEAST, between
from ingest.store.writer import Change, Former, Record

TABLES = {
    "rulings": "SELECT id, family, date, data FROM rulings ORDER BY n",
    "findings": "SELECT check_id, severity, ruling, lang, data FROM findings ORDER BY n",
    "problems": "SELECT file, line, code, severity, detail FROM problems ORDER BY n",
    "links": "SELECT kind, target, id, role FROM links JOIN rulings USING (n) ORDER BY kind, target, n",
    "suggestions": "SELECT key, weight, kind, id, text, lang FROM suggestions ORDER BY key, kind, id",
    "heads": "SELECT head, place, key, kind, id FROM suggestion_heads JOIN suggestions USING (n) ORDER BY head, place",
    "sources": "SELECT * FROM sources ORDER BY 1",
    "texts": "SELECT * FROM texts ORDER BY 1",
    "spans": "SELECT * FROM spans ORDER BY 1",
    "families": "SELECT * FROM families ORDER BY 1",
    "relations": "SELECT * FROM relations ORDER BY 1, 2",
    "cards": "SELECT * FROM cards ORDER BY 1",
    "terms": "SELECT * FROM terms ORDER BY 1",
}


@pytest.fixture(scope="module")
def grown(steps, tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[tuple[Path, Path]]]:
    """For each page more the record that was added to, one after the other, and the one that was written whole."""
    folder = tmp_path_factory.mktemp("records")
    first = folder / "0.sqlite"
    write_store(first, steps[0].come.record("s0"))
    found, last = [], first
    for number, step in enumerate(steps[1:], 1):
        patched, whole = folder / f"{number}.sqlite", folder / f"{number}.whole.sqlite"
        write_store(whole, step.come.record(f"s{number}"))
        patch_store(last, patched, step.addition, step.come.catalogue.terms, (), (), {"snapshot": f"s{number}"})
        found.append((patched, whole))
        last = patched
    return found


def rows(path: Path, statement: str) -> list[tuple]:
    with closing(sqlite3.connect(path)) as database:
        return database.execute(statement).fetchall()


@pytest.fixture
def stores(grown) -> Iterator[list[tuple[Store, Store]]]:
    held = [(Store(patched), Store(whole)) for patched, whole in grown]
    yield held
    for store in (one for pair in held for one in pair):
        store.close()


@pytest.mark.parametrize("table", TABLES)
def test_every_table_holds_the_same(grown, table: str) -> None:
    for patched, whole in grown:
        assert rows(patched, TABLES[table]) == rows(whole, TABLES[table])
    assert rows(whole, TABLES[table])


def test_the_record_says_of_which_snapshot_it_is(stores) -> None:
    assert [patched.meta("snapshot") for patched, _ in stores] == [f"s{n}" for n in range(1, len(stores) + 1)]


def test_typing_is_completed_alike_whatever_is_typed(stores) -> None:
    patched, whole = stores[-1]
    typed = {begun for (key,) in rows(whole.path, "SELECT key FROM suggestions") for begun in accumulate(key[:8])}
    assert len(typed) > 1000
    for begun in typed:
        found = patched.suggestions(begun)
        assert found
        assert found == whole.suggestions(begun)


def test_every_stretch_of_the_rulings_is_the_same(stores) -> None:
    for patched, whole in stores:
        total = whole.count_rulings()
        every = whole.list_rulings(0, total)
        assert len(every) == total > 60
        assert patched.list_rulings(0, total) == every
        assert [patched.list_rulings(offset, 3) for offset in range(total + 1)] == [
            every[offset : offset + 3] for offset in range(total + 1)
        ]
        assert patched.ruling_ids() == whole.ruling_ids() == [ruling.id for ruling in every]


def test_terms_and_findings_are_counted_alike(stores) -> None:
    for patched, whole in stores:
        assert patched.texts_with_terms == whole.texts_with_terms
        assert patched.mechanics() == whole.mechanics()
        assert patched.findings(limit=-1) == whole.findings(limit=-1)
        for by in ("check", "severity", "lang"):
            assert patched.tally_findings(by, {}, "missing") == whole.tally_findings(by, {}, "missing")
    assert whole.findings(limit=-1)[0] > 40


def test_cards_have_the_same_rulings_in_the_same_order(stores) -> None:
    patched, whole = stores[-1]
    cards = whole.cards()
    assert patched.cards() == cards
    assert {"opt", "counterspell"} <= {card.id for card, _ in cards}
    for card, count in cards:
        assert len(whole.card_rulings(card.id)) >= count > 0
        assert patched.card_rulings(card.id) == whole.card_rulings(card.id)


# --- small records, made by hand ---


def ruling(id: str) -> Ruling:
    return Ruling(id, None, (Text(f"t{id}", "en", f"{id}."),))


def record(path: Path, ids: str, **more) -> Path:
    rulings = [ruling(id) for id in ids]
    write_store(path, Record(rulings, [Family(id, (id,)) for id in ids], meta={"snapshot": "s0"}, **more))
    return path


def one_more(id: str, follows: str | None, **more) -> Addition:
    new = ruling(id)
    return Addition((new,), {id: follows}, (Family(id, (id,)),), (), {id: new}, **more)


def test_ten_pages_in_the_same_place_and_each_still_in_its_order(tmp_path: Path) -> None:
    last, order = record(tmp_path / "0", "az"), ["a", "z"]
    for number, follows in enumerate("abbdaegfia", 1):
        id = "abcdefghijk"[number]
        patch_store(last, tmp_path / str(number), one_more(id, follows), {}, (), (), {})
        last = tmp_path / str(number)
        order.insert(order.index(follows) + 1, id)
    assert [id for (id,) in rows(last, "SELECT id FROM rulings ORDER BY n")] == order


def test_a_page_that_joins_two_families_leaves_one(tmp_path: Path) -> None:
    before = record(tmp_path / "before", "ab")
    joined = replace(
        one_more("c", "b"),
        families=(Family("b", ("b", "a", "c")),),
        gone=("a", "b"),
        members={id: ruling(id) for id in "abc"},
    )
    patch_store(before, tmp_path / "after", joined, {}, (), (), {})
    assert rows(tmp_path / "after", "SELECT id, rulings FROM families") == [("b", '["b","a","c"]')]
    assert rows(tmp_path / "after", "SELECT id, family FROM rulings ORDER BY n") == [("a", "b"), ("b", "b"), ("c", "b")]


def test_a_text_that_is_stated_again_is_no_former_one_and_changes_are_appended(tmp_path: Path) -> None:
    past = (Former("tb", None, "s0", "{}"), Former("old", "ta", "s0", "{}"), Former("older", "ta", "s0", "{}"))
    told = Change("s0", "added", "a", "{}")
    before = record(tmp_path / "before", "a", former=past, changes=(told,))
    late = Former("old", "tb", "s0", "{}")
    came = Change("s1", "added", "b", "{}")
    patch_store(before, tmp_path / "after", one_more("b", "a"), {}, (late,), (came,), {})
    store = Store(tmp_path / "after")
    assert store.all_former() == [late, past[2]]
    assert store.changes() == [told, came]
    assert store.resolve("old") == store.resolve("tb") == "b"
    store.close()


def test_no_more_changes_are_kept_than_by_a_whole_build(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ingest.store.patching.KEPT_CHANGES", 2)
    before = record(tmp_path / "before", "a", changes=[Change("s0", "added", id, "{}") for id in "xy"])
    patch_store(before, tmp_path / "after", one_more("b", "a"), {}, (), [Change("s1", "added", "b", "{}")], {})
    assert rows(tmp_path / "after", "SELECT ruling FROM changes ORDER BY n") == [("y",), ("b",)]


def test_what_the_record_holds_already_is_not_added(tmp_path: Path) -> None:
    before = record(tmp_path / "before", "ab")
    with pytest.raises(NotPatched):
        patch_store(before, tmp_path / "after", one_more("b", "a"), {}, (), (), {})


def test_a_record_of_another_version_is_read_and_not_added_to(tmp_path: Path) -> None:
    before = record(tmp_path / "before", "abc")
    with closing(sqlite3.connect(before)) as database:
        database.execute("UPDATE meta SET value = '4' WHERE key = 'schema'")
        database.commit()
    store = Store(before)
    assert [one.id for one in store.list_rulings(1, 5)] == ["b", "c"]
    store.close()
    with pytest.raises(NotPatched, match="version 4"):
        patch_store(before, tmp_path / "after", one_more("d", "a"), {}, (), (), {})


def test_where_no_room_is_left_a_whole_build_must_follow() -> None:
    assert between(0, 3 * LEAST, 1) == [LEAST]
    with pytest.raises(NotPatched, match="no room"):
        between(0, 3 * LEAST, 2)
