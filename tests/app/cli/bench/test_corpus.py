"""The corpus of a measurement: real texts as they are, Spanish made as the method says."""

from __future__ import annotations

import pytest

from app.cli.bench.corpus import read_corpus
from ingest.errors import RosettaError

SPANISH = {"Gira la criatura objetivo.", "La criatura objetivo no se endereza durante el turno."}


def test_english_and_chinese_are_what_the_corpus_has(corpus):
    held = read_corpus(corpus, None, seed=1).languages
    assert (len(held["en"]), len(held["zh-Hans"])) == (6, 2)
    assert held["zh-Hans"][0]["text"].startswith("此灯会燃烧")
    assert held["zh-Hans"][0]["origin"] == "official"


def test_made_spanish_is_whole_sentences_of_card_texts_without_reminders_as_many_as_chinese(corpus):
    made = read_corpus(corpus, None, seed=1).languages["es"]
    assert len(made) == 2
    for ruling in made:
        rest = ruling["text"]
        for sentence in [*SPANISH, "Roba dos cartas del mazo ."]:
            rest = rest.replace(sentence, "")
        assert rest.strip() == ""
        assert ruling["card"] in ("Lamp 0", "Lamp 1") and ruling["date"].endswith("-02-03")


def test_the_same_seed_gives_the_same_texts_another_gives_others(corpus):
    runs = [read_corpus(corpus, 9, seed=seed).languages for seed in (1, 1, 2, 3, 4)]
    assert runs[0] == runs[1]
    assert any(run != runs[0] for run in runs[2:])
    assert len(runs[0]["en"]) == 3


def test_a_folder_that_is_no_corpus_is_refused_naming_what_is_missing(tmp_path):
    with pytest.raises(RosettaError, match=r"rulings_en\.jsonl\.gz"):
        read_corpus(tmp_path, None, seed=1)
