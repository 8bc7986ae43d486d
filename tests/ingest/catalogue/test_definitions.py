"""What terms mean: in every language, of terms that exist, in our own words."""

from __future__ import annotations

import json

import pytest

from ingest.catalogue import load_terms
from ingest.catalogue.definitions import FILE, load_definitions
from ingest.errors import CatalogueError
from ingest.languages import detect
from ingest.model import LANGUAGES
from ingest.paths import resource_dir

FOLDER = resource_dir("data") / "catalogue"


@pytest.fixture(scope="module")
def definitions():
    return load_definitions(FOLDER)


def test_each_is_of_a_term_of_the_catalogue(definitions):
    assert len(definitions) > 50
    assert set(definitions) <= set(load_terms(FOLDER))


def test_each_is_a_sentence_in_its_own_language(definitions):
    for term, said in definitions.items():
        for lang in LANGUAGES:
            assert said[lang].endswith((".", "。")), (term, lang)
            assert detect.detect(said[lang]) == lang, (term, said[lang])


def test_none_is_copied_from_the_reminders_printed_on_cards(definitions, shared):
    printed = set()
    for line in (shared / "corpus/reminder_texts.jsonl").read_text("utf-8").splitlines():
        printed |= {str(value).strip("()（） ").lower() for value in json.loads(line).values()}
    assert len(printed) > 100
    assert not [said for term in definitions.values() for said in term.values() if said.lower() in printed]


def test_one_that_lacks_a_language_is_refused(tmp_path):
    (tmp_path / FILE).write_text('[tap]\nen = "To turn."\nes = "Girar."\n', "utf-8")
    with pytest.raises(CatalogueError, match="tap needs"):
        load_definitions(tmp_path)
