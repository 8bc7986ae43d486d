"""What else a ruling may speak of: every id is a term's; and words told from slips."""

from __future__ import annotations

from pathlib import Path

import pytest

from ingest.catalogue import load_catalogue
from ingest.catalogue.associations import FILE, load_associations, unknown_associations
from ingest.catalogue.words import KnownWords
from ingest.errors import CatalogueError
from ingest.paths import resource_dir

CATALOGUE = resource_dir("data") / "catalogue"


def test_every_association_is_between_terms() -> None:
    catalogue = load_catalogue(CATALOGUE)
    assert len(catalogue.associations) > 50
    assert unknown_associations(catalogue.associations, catalogue.terms) == []


def test_no_term_is_associated_with_itself() -> None:
    assert [id_ for id_, others in load_associations(CATALOGUE).items() if id_ in others] == []


@pytest.mark.parametrize("text", ["die = 'leaves'", "die = [1]", "die = ["])
def test_a_damaged_file_is_named(tmp_path: Path, text: str) -> None:
    (tmp_path / FILE).write_text(text, encoding="utf-8")
    with pytest.raises(CatalogueError) as error:
        load_associations(tmp_path)
    assert FILE in str(error.value)


def test_words_of_the_game_and_of_names() -> None:
    words = KnownWords(CATALOGUE)
    assert words.counts["creature"] > words.counts["enderezar"] > 0
    assert words.is_in_a_name("humility")
    assert not words.is_in_a_name("humillity")


def test_a_folder_without_files_knows_nothing(tmp_path: Path) -> None:
    words = KnownWords(tmp_path)
    assert (dict(words.counts), words.is_in_a_name("opt"), load_associations(tmp_path)) == ({}, False, {})
