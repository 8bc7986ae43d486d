"""Whoosh holds the postings; the tables are decoded from it and say the same."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from whoosh.index import open_dir
from whoosh.query import Phrase

from ingest.errors import SnapshotError
from ingest.index import ENGINES, Plan
from ingest.index.engine import TABLES
from ingest.index.inversion import MAX_POSITION, Collector
from ingest.index.whoosh_engine import WHOOSH, read_postings
from tests.ingest.index.library import LIBRARY, build, doc, found, quoted


@pytest.fixture
def directory(tmp_path: Path) -> Path:
    build(tmp_path / "index")
    return tmp_path / "index"


def test_the_whoosh_index_is_one_segment_that_whoosh_itself_can_search(directory: Path) -> None:
    index = open_dir(str(directory / WHOOSH))
    assert index.doc_count() == len(LIBRARY)
    with index.searcher() as searcher:
        assert len(list(searcher.reader().leaf_readers())) == 1
        hits = searcher.search(Phrase("terms", ["=face", "=down"]))
        assert {hit["text_id"].split("-")[1] for hit in hits} == {"down"}


def test_what_is_decoded_is_what_was_written(directory: Path) -> None:
    collector = Collector()
    for number, line in enumerate(LIBRARY):
        one = doc(number, line)
        collector.add(one.terms, one.positions)
    written, read = collector.invert(np.arange(len(LIBRARY))), read_postings(directory / WHOOSH)
    assert len(read.terms) > 100
    assert read.terms == written.terms
    assert read.offsets.tolist()[-1] == len(written.keys)
    assert np.diff(read.starts).tolist() == np.diff(written.starts).tolist()


def test_a_text_too_long_for_a_place_is_searchable_up_to_there() -> None:
    collector = Collector()
    collector.add(["=a", "=b"], [0, MAX_POSITION + 1])
    found = collector.invert(np.arange(1))
    assert (found.terms, found.keys.tolist()) == ([b"=a"], [0])


@pytest.mark.parametrize("name", ["terms.texts.npy", "places.keys.npy", "families.of_text.npy", "texts.ids.npy"])
@pytest.mark.parametrize("damage", ["cut", "gone", "nonsense"])
def test_a_damaged_table_is_said_to_be_damaged(directory: Path, name: str, damage: str) -> None:
    file = directory / TABLES / name
    whole = file.read_bytes()
    file.unlink()
    if damage != "gone":
        file.write_bytes(whole[:-7] if damage == "cut" else b"nonsense" * 40)
    with pytest.raises(SnapshotError, match="build again"):
        ENGINES["whoosh"].open(directory)


def test_tables_that_do_not_fit_together_are_found(directory: Path) -> None:
    ENGINES["whoosh"].verify(directory)
    file = directory / TABLES / "terms.texts.npy"
    np.save(file, np.load(file)[:-1], allow_pickle=False)
    with pytest.raises(SnapshotError, match="damaged"):
        ENGINES["whoosh"].verify(directory)


def test_a_whoosh_index_without_its_contents_is_found(directory: Path) -> None:
    for file in (directory / WHOOSH).glob("*.toc"):
        file.unlink()
    with pytest.raises(SnapshotError):
        ENGINES["whoosh"].verify(directory)


def test_an_index_never_overwrites_another(directory: Path) -> None:
    with pytest.raises(FileExistsError):
        ENGINES["whoosh"].builder().finish(directory)


def test_an_open_index_serves_while_another_is_written(directory: Path, tmp_path: Path) -> None:
    engine = ENGINES["whoosh"].open(directory)
    before = engine.search(Plan())
    build(tmp_path / "next", lines=LIBRARY[:4])
    assert engine.search(Plan()) == before
    assert found(engine, quoted("face up")) == ["up"]
