"""Hashes of files: of all that they hold, however long they are."""

from __future__ import annotations

import hashlib
from pathlib import Path

import pytest

from ingest import files


@pytest.mark.parametrize("size", [0, 1, 63, 64, 65, 1000])
def test_a_hash_is_that_of_the_whole_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, size: int) -> None:
    monkeypatch.setattr(files, "_STEP", 64)
    held = bytes(number % 251 for number in range(size))
    (tmp_path / "held").write_bytes(held)
    assert files.sha256_of(tmp_path / "held") == hashlib.sha256(held).hexdigest()
    assert files.sha256_or_none(tmp_path / "none") is None
