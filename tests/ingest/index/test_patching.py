"""An index that texts are added to is, array by array, the one that is written of all of them together."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from whoosh.index import open_dir

from ingest.errors import NotPatched
from ingest.index import ENGINES, Doc, Plan, whoosh_engine
from ingest.index.engine import TABLES
from ingest.index.whoosh_engine import WHOOSH, read_postings
from tests.ingest.index.library import LIBRARY, Line, doc

SHARES = {"manifest": 0.02, "morph": 0.01}
DOCS = [doc(number, line) for number, line in enumerate(LIBRARY)]
MORE = [
    doc(100 + number, line)
    for number, line in enumerate(
        (
            Line("first", "en", "A zeppelin floats above everything nobody ever said.", "1999-01-01"),
            Line("last", "zh-Hans", "飞艇漂浮在战场上。", "2031-01-01", cards=("air-ship",), mechanics=("manifest",),
                 concepts=(("manifest", 1.0), ("card:air-ship", 0.8))),
            Line("timeless", "es", "El dirigible no tiene fecha.", "2024-06-07", origin="community",
                 checks=("a-check-with-a-much-longer-name-than-others",), concepts=(("card:air-ship", 0.5),)),
            Line("between", "en", "Turn it face up at any time.", "2024-03-01", cards=("paper-mirror", "air-ship")),
        )
    )
]  # fmt: skip
MORE[2] = replace(MORE[2], day=0)


def written(directory: Path, docs: Sequence[Doc]) -> Path:
    builder = ENGINES["whoosh"].builder(SHARES)
    for one in docs:
        builder.add(one)
    builder.finish(directory)
    return directory


def patched(before: Path, after: Path, held: Sequence[Doc], changed: Sequence[Doc]) -> Path:
    """The index after those of `changed` came that are new, and others changed what is said of them."""
    known = {one.text_id: one.family_id for one in held}
    gone = {known[one.text_id] for one in changed if one.text_id in known}
    docs = [replace(one, terms=(), positions=()) if one.text_id in known else one for one in changed]
    after.mkdir()
    whoosh_engine.patch(before, after, docs, sorted(gone), SHARES)
    return after


def differing(one: Path, other: Path) -> list[str]:
    """The tables that two indexes do not have alike, byte for byte."""
    names = sorted({file.name for index in (one, other) for file in (index / TABLES).iterdir()})
    assert len(names) > 100
    return [name for name in names if _bytes(one, name) != _bytes(other, name)]


def _bytes(index: Path, name: str) -> bytes:
    file = index / TABLES / name
    return file.read_bytes() if file.is_file() else b""


def of_family(docs: Sequence[Doc], *families: str) -> list[Doc]:
    return [one for one in docs if one.family_id in families]


def moved(docs: Sequence[Doc], family: str) -> list[Doc]:
    return [replace(one, family_id=family) for one in docs]


CHANGES = {
    "families of their own": MORE,
    "nothing": [],
    "one that joins a family, which turns newer": [
        *of_family(DOCS, "nameless"),
        *moved(MORE[1:2], "nameless"),
    ],
    "one that makes two families one, under another id": moved([*of_family(DOCS, "plot", "size"), MORE[0]], "first"),
    "one that takes what another had alone": [
        replace(one, checks=(), origin="official", concepts=()) for one in of_family(DOCS, "mana", "morph")
    ],
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=list(CHANGES))
def test_tables_are_those_of_all_texts_together(tmp_path: Path, change: list[Doc]) -> None:
    together = {one.text_id: one for one in [*DOCS, *change]}
    before, whole = written(tmp_path / "before", DOCS), written(tmp_path / "whole", list(together.values()))
    after = patched(before, tmp_path / "after", DOCS, change)
    assert differing(after, whole) == []
    assert bool(change) == bool(differing(before, after))
    ENGINES["whoosh"].verify(after)
    one, other = (ENGINES["whoosh"].open(index).search(Plan()) for index in (after, whole))
    assert one == other
    assert one.total >= len({one.family_id for one in together.values()})


def test_ten_in_a_row_are_those_of_all_texts_together(tmp_path: Path) -> None:
    held, index = DOCS[:6], written(tmp_path / "0", DOCS[:6])
    for number, at in enumerate(range(6, 26, 2), 1):
        new = DOCS[at : at + 2]
        beside = of_family(held, *(one.family_id for one in new))
        index = patched(index, tmp_path / str(number), held, [*beside, *new])
        held = [*held, *new]
    assert len(held) > 20
    assert differing(index, written(tmp_path / "whole", held)) == []
    ENGINES["whoosh"].verify(index)


def test_whoosh_has_a_segment_more_and_finds_what_is_in_it(tmp_path: Path) -> None:
    after = patched(written(tmp_path / "before", DOCS), tmp_path / "after", DOCS, MORE)
    whole = written(tmp_path / "whole", [*DOCS, *MORE])
    index = open_dir(str(after / WHOOSH))
    with index.searcher() as searcher:
        assert len(list(searcher.reader().leaf_readers())) == 2
        assert index.doc_count() == len(DOCS) + len(MORE)
        ids = {searcher.stored_fields(number)["text_id"] for number in searcher.document_numbers()}
    assert ids == {one.text_id for one in [*DOCS, *MORE]}
    read, expected = read_postings(after / WHOOSH), read_postings(whole / WHOOSH)
    assert read.terms == expected.terms
    assert np.diff(read.offsets[read.starts]).tolist() == np.diff(expected.offsets[expected.starts]).tolist()


def test_what_cannot_be_patched_is_said_to_be_so(tmp_path: Path) -> None:
    before = written(tmp_path / "before", DOCS)
    with pytest.raises(NotPatched, match="go"):
        patched(before, tmp_path / "one", DOCS, moved(of_family(DOCS, "plot")[:1], "other"))
    (tmp_path / "two").mkdir()
    with pytest.raises(NotPatched, match="again"):
        whoosh_engine.patch(before, tmp_path / "two", of_family(DOCS, "plot"), [], SHARES)
    (before / TABLES / "held.weights.npy").unlink()
    with pytest.raises(NotPatched, match="held"):
        patched(before, tmp_path / "three", DOCS, MORE)


def test_after_many_patches_an_index_is_written_as_a_whole(tmp_path: Path) -> None:
    before = written(tmp_path / "before", DOCS)
    for number in range(whoosh_engine.SEGMENTS):
        (before / WHOOSH / f"{number}.seg").touch()
    with pytest.raises(NotPatched, match="segments"):
        patched(before, tmp_path / "after", DOCS, MORE)
