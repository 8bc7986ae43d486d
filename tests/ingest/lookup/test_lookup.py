"""What a build writes to be looked up is what is made of its cards and terms; older snapshots have it made."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from app.services import Services
from app.settings import Settings
from ingest.errors import SnapshotError
from ingest.lookup import FOLDER
from ingest.snapshot import INDEX, Home

QUERIES = [
    "face dwon",
    "criatura encuvierta",
    "先化的生物",
    "xian hua",
    "Kozilek, the Broken Reality",
    "Fblthp",
    "光型",
]


def mended(home: Path) -> list[object]:
    knowledge = Services(Settings.from_environment(home=home)).current()
    return [(knowledge.card_names.find_query(query), knowledge.speller.mend(query, [])) for query in QUERIES]


@pytest.fixture
def copied(home: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(home, tmp_path / "copy"))


def tables(home: Path) -> Path:
    return next((home / "snapshots").iterdir()) / INDEX / FOLDER


def test_a_snapshot_from_before_the_tables_has_them_made(home: Path, copied: Path) -> None:
    shutil.rmtree(tables(copied))
    manifest = tables(copied).parents[1] / "manifest.json"
    listed = manifest.read_text(encoding="utf-8").splitlines()
    kept = [line for line in listed if f"{INDEX}/{FOLDER}/" not in line]
    assert len(kept) < len(listed)
    manifest.write_text("\n".join(kept), encoding="utf-8")
    assert mended(copied) == mended(home)
    assert any(found for found, _ in mended(copied))


def test_a_table_that_is_gone_is_a_damaged_snapshot(copied: Path) -> None:
    (tables(copied) / "words.keys.npy").unlink()
    home = Home(copied)
    assert home.sound() is None
    with pytest.raises(SnapshotError, match="words"):
        home.open(home.current_name() or "").verify()
