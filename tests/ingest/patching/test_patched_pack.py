"""A pack that pages were added to gives a phone what one gives that was written whole, but for where it is cut."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator
from dataclasses import replace
from itertools import accumulate, pairwise
from pathlib import Path

import pytest

from ingest.errors import NotPatched
from ingest.pack import Pack, open_pack, write_pack
from ingest.pack.patching import patch_pack
from ingest.pack.write import AGES
from ingest.store import Store, write_store


@pytest.fixture(scope="module", autouse=True)
def small_parts() -> Iterator[None]:
    """Few families and cards make a part, so that pages come into several and some grow too large."""
    with pytest.MonkeyPatch.context() as patch:
        for module in ("write", "patching"):
            patch.setattr(f"ingest.pack.{module}.FAMILIES", 6)
            patch.setattr(f"ingest.pack.{module}.CARDS", 2)
        yield


def whole(folder: Path, come) -> Pack:
    return write_pack(folder, come.linked, come.catalogue, come.record("s").cards)


def added_to(before: Pack, folder: Path, step, was: Store | None = None) -> Pack:
    folder.mkdir()
    write_store(folder / "record", step.come.record("s"))
    store = Store(folder / "record")
    try:
        return patch_pack(before.folder, folder / "pack", step.addition, step.come.catalogue, store, was)
    finally:
        store.close()


def parts(pack: Pack, kind: str) -> list:
    names = [part.name for part in pack.parts if part.name.startswith(f"{kind}-")]
    return [json.loads(gzip.decompress(pack.part(name) or b"")) for name in names]


def told(pack: Pack) -> dict:
    """All that a phone gets, put together as it does."""
    families, terms = [], {}
    for part in parts(pack, "families"):
        for term, gaps in part["terms"].items():
            terms.setdefault(term, []).extend(len(families) + place for place in accumulate(gaps))
        families += [
            [(id, day, [part["cards"][at] for at in cards], texts) for id, day, cards, texts in family]
            for family in part["families"]
        ]
    cards = [row for part in parts(pack, "cards") for row in part]
    return {
        "families": families,
        "holders": terms,
        "cards": cards,
        "terms": parts(pack, "terms"),
        "counts": (pack.families, pack.texts),
    }


@pytest.fixture(scope="module")
def packs(steps, small_parts: None, tmp_path_factory: pytest.TempPathFactory) -> list[tuple[Pack, Pack]]:
    """For each page more the pack that was added to, one after the other, and the one that was written whole."""
    folder = tmp_path_factory.mktemp("packs")
    last, found = whole(folder / "0", steps[0].come), []
    for number, step in enumerate(steps[1:], 1):
        last = added_to(last, folder / str(number), step)
        found.append((last, whole(folder / f"{number}.whole", step.come)))
    return found


def test_a_phone_gets_the_same(packs: list[tuple[Pack, Pack]]) -> None:
    for patched, made in packs:
        found, wanted = told(patched), told(made)
        assert len(wanted["families"]) > 40
        assert len(wanted["cards"]) > 3
        for kind, held in wanted.items():
            assert found[kind] == held, kind


def test_families_that_say_what_they_said_need_not_be_named_as_changed(packs, steps, tmp_path: Path) -> None:
    write_store(tmp_path / "was", steps[1].come.record("s"))
    was = Store(tmp_path / "was")
    same = [one for one in steps[2].addition.families if was.family(one.id) == one]
    assert same
    made = added_to(packs[0][0], tmp_path / "after", steps[2], was)
    was.close()
    assert told(made) == told(packs[1][1])


def test_the_list_tells_of_every_part_that_is_there(packs: list[tuple[Pack, Pack]]) -> None:
    for patched, _ in packs:
        listed = open_pack(patched.folder)
        assert listed == patched
        assert {path.stem for path in patched.folder.glob("*.gz")} == {part.name for part in patched.parts}
        assert all(len(patched.part(part.name) or b"") == part.bytes for part in patched.parts)


def test_parts_in_which_nothing_changed_keep_their_names(packs: list[tuple[Pack, Pack]]) -> None:
    names = [{part.name for part in patched.parts} for patched, _ in packs]
    for before, after in pairwise(names):
        assert len(before & after) >= 4


def test_a_part_that_grew_beyond_twice_the_usual_is_halved(packs, monkeypatch, steps, tmp_path: Path) -> None:
    monkeypatch.setattr("ingest.pack.patching.FAMILIES", 2)
    step, before = steps[1], whole(tmp_path / "before", steps[0].come)
    halved = added_to(before, tmp_path / "after", step)
    sizes = [len(part["families"]) for part in parts(halved, "families")]
    assert len(sizes) == len(parts(before, "families")) + 1
    assert told(halved) == told(packs[0][1])


def test_a_pack_that_does_not_say_how_old_its_families_are_is_not_added_to(steps, tmp_path: Path) -> None:
    before = whole(tmp_path / "before", steps[0].come)
    (before.folder / AGES).unlink()
    with pytest.raises(NotPatched, match="how old"):
        added_to(before, tmp_path / "after", steps[1])


def test_a_pack_of_other_families_is_not_added_to(steps, tmp_path: Path) -> None:
    step = steps[2]
    before = whole(tmp_path / "before", steps[0].come)
    stranger = next(iter(step.addition.rulings))
    other = replace(step.addition, rulings=(), members={**step.addition.members, stranger.id: stranger})
    with pytest.raises(NotPatched, match="other families"):
        added_to(before, tmp_path / "after", replace(step, addition=other))
