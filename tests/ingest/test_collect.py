"""Which files are read, and the names they go by."""

from __future__ import annotations

import gzip
import json
import os
import unicodedata

import pytest

from ingest import collect
from ingest.errors import RosettaError, UnreadableSource


def names(*sources):
    return [file.name for file in collect.find(sources)]


@pytest.fixture
def folder(tmp_path):
    for name in ("b.txt", "a.txt", "set/c.txt", ".hidden", ".git/d.txt", "set/.e.txt"):
        path = tmp_path / "pages" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(name, encoding="utf-8")
    return tmp_path / "pages"


def test_files_go_by_their_path_below_the_folder(folder):
    assert names(folder) == ["a.txt", "b.txt", "set/c.txt"]
    assert names(folder.rename(folder.with_name("moved"))) == ["a.txt", "b.txt", "set/c.txt"]


def test_a_file_named_twice_is_read_once(folder):
    assert names(folder / "a.txt", folder, folder / "set" / "..") == ["a.txt", "b.txt", "set/c.txt"]


def test_equal_names_in_two_folders_are_told_apart(folder, tmp_path):
    other = tmp_path / "others" / "a.txt"
    other.parent.mkdir()
    other.write_text("x", encoding="utf-8")
    found = names(folder, other.parent)
    assert len(set(found)) == len(found) == 4
    assert sum(name.endswith("/a.txt") for name in found) == 2


def test_names_are_text_in_one_spelling(tmp_path):
    (tmp_path / unicodedata.normalize("NFD", "señal.txt")).write_text("x", encoding="utf-8")
    with open(os.fsencode(tmp_path) + b"/\xff.txt", "w", encoding="utf-8") as handle:  # noqa: PTH123
        handle.write("x")
    assert sorted(names(tmp_path)) == ["señal.txt", "\ufffd.txt"]


def test_a_source_that_is_not_there_is_said(tmp_path):
    with pytest.raises(RosettaError, match="no such file or folder"):
        names(tmp_path / "nowhere")


def test_gzip_is_unpacked(tmp_path):
    path = tmp_path / "a.txt.gz"
    path.write_bytes(gzip.compress("光形".encode()))
    assert collect.read_bytes(collect.Found(path, "a.txt.gz")).decode() == "光形"


@pytest.mark.parametrize("keep", [5, 15, -4])
def test_gzip_cut_short_is_refused_with_its_name(tmp_path, keep):
    path = tmp_path / "a.txt.gz"
    path.write_bytes(gzip.compress(bytes(range(256)) * 20)[:keep])
    with pytest.raises(UnreadableSource, match=r"a\.txt\.gz:1: cannot be read"):
        collect.read_bytes(collect.Found(path, "a.txt.gz"))


def test_what_unpacks_to_too_much_is_refused(tmp_path, monkeypatch):
    monkeypatch.setattr(collect, "MAX_BYTES", 1 << 20)
    path = tmp_path / "bomb.gz"
    path.write_bytes(gzip.compress(bytes(5 << 20)))
    with pytest.raises(UnreadableSource, match="larger than 1 MiB"):
        collect.read_bytes(collect.Found(path, "bomb.gz"))


def test_a_file_that_went_is_refused(tmp_path):
    with pytest.raises(UnreadableSource, match=r"gone\.txt:1: cannot be read"):
        collect.read_bytes(collect.Found(tmp_path / "gone.txt", "gone.txt"))


def test_sources_are_remembered(tmp_path, folder):
    assert collect.remembered(tmp_path) == []
    collect.remember(tmp_path, [folder])
    assert collect.remembered(tmp_path) == [folder]


@pytest.mark.parametrize("kept", ["", "null", "[1]", "{", "5"])
def test_a_damaged_memory_is_none(tmp_path, kept):
    (tmp_path / collect.SOURCE_SET).write_text(kept, encoding="utf-8")
    assert collect.remembered(tmp_path) == []
    collect.remember(tmp_path, [])
    assert json.loads((tmp_path / collect.SOURCE_SET).read_text(encoding="utf-8")) == []
