"""Sentences of versions beside each other: what is dropped, joined or added stays in its place."""

from __future__ import annotations

import itertools
from collections import Counter

import pytest

from ingest.bitext import Body, rows
from ingest.bitext.beads import MOST, Sentence, beads
from ingest.bitext.columns import _sentence
from ingest.catalogue import load_catalogue
from ingest.evaluate.pairs import read_aligned
from ingest.languages import language
from ingest.linking.finder import Finder
from ingest.paths import resource_dir

ENGLISH = "Choose a creature you control. It gets +1/+1 until end of turn. If {X} is 0, nothing happens at all."
CHINESE = "选择一个由你操控的生物。它得+1/+1直到回合结束。若{X}为0，则什么也不会发生。"
SPANISH = "Elige una criatura que controlas. Obtiene +1/+1 hasta el final del turno. Si {X} es 0, no sucede nada."


CATALOGUE = load_catalogue(resource_dir("data") / "catalogue")
FINDER = Finder(CATALOGUE.terms, contexts=CATALOGUE.contexts)


def body_of(lang, words):
    """A text with the terms that the glossary finds in it."""
    return Body(lang, words, [(one.target, one.start, one.end) for one in FINDER.find(words, lang)])


def read(versions):
    """The rows as words."""
    bodies = [body_of(*version) for version in versions]
    return [
        tuple(body.body[slice(*span)] if span else None for body, span in zip(bodies, row, strict=True))
        for row in rows(bodies)
    ]


def test_as_many_sentences_stand_one_beside_the_other_in_three_languages():
    found = read([("en", ENGLISH), ("es", SPANISH), ("zh-Hans", CHINESE)])
    assert len(found) == 3
    assert found[1] == (
        "It gets +1/+1 until end of turn.",
        "Obtiene +1/+1 hasta el final del turno.",
        "它得+1/+1直到回合结束。",
    )


def test_a_sentence_left_out_leaves_a_gap_and_shifts_nothing():
    found = read([("en", ENGLISH), ("zh-Hans", "选择一个由你操控的生物。若{X}为0，则什么也不会发生。")])
    assert [row[1] for row in found] == ["选择一个由你操控的生物。", None, "若{X}为0，则什么也不会发生。"]


def test_two_sentences_made_one_stand_in_one_row_of_every_column():
    joined = "选择一个由你操控的生物，它得+1/+1直到回合结束。若{X}为0，则什么也不会发生。"
    found = read([("en", ENGLISH), ("es", SPANISH), ("zh-Hans", joined)])
    assert len(found) == 2
    assert found[0][1] == "Elige una criatura que controlas. Obtiene +1/+1 hasta el final del turno."


def test_a_sentence_that_only_a_translation_has_stands_alone():
    found = read([("en", ENGLISH), ("es", SPANISH + " Roba 7 cartas y descarta 7 cartas de inmediato.")])
    assert found[-1] == (None, "Roba 7 cartas y descarta 7 cartas de inmediato.")


@pytest.mark.parametrize("versions", [[], [("en", "")], [("en", "One."), ("es", "")], [("xx", "a b"), ("en", "A.")]])
def test_nothing_a_text_can_hold_breaks_the_rows(versions):
    said = [[row[n] for row in read(versions) if row[n]] for n in range(len(versions))]
    assert [" ".join(one) for one in said] == [body.strip() for _, body in versions]


def test_every_sentence_stands_in_one_row_once_and_in_order():
    for bodies in itertools.permutations([("en", ENGLISH), ("es", SPANISH), ("zh-Hans", CHINESE)]):
        for version, spans in zip(bodies, zip(*rows([Body(*one) for one in bodies]), strict=True), strict=True):
            kept = [span for span in spans if span]
            assert kept == sorted(kept)
            assert "".join(version[1][slice(*span)] for span in kept).replace(" ", "") == version[1].replace(" ", "")


def test_a_text_of_very_many_sentences_stands_whole():
    body = "It stays. " * (MOST + 1)
    assert len(rows([Body("en", body), Body("en", body)])) == 1


def test_a_dropped_sentence_is_found_in_official_translations(shared):
    """Of texts of three sentences and more, the one taken out of the translation is told by its gap."""
    right = tried = kept = 0
    for pair in itertools.islice(read_aligned(shared / "corpus" / "rulings_zh_en_pairs.jsonl.gz"), 2000):
        source, target = (
            [_sentence(body_of(lang, body), span) for span in language(lang).sentences(body)]
            for lang, body in (("en", pair.source), (pair.lang, pair.target))
        )
        if 3 <= len(source) == len(target):
            tried += 1
            kept += beads(source, target, "en", pair.lang) == [((n, n + 1), (n, n + 1)) for n in range(len(source))]
            gone = tried % len(target)
            found = beads(source, target[:gone] + target[gone + 1 :], "en", pair.lang)
            right += ((gone, gone + 1), (gone, gone)) in found
    assert tried > 100
    assert kept / tried > 0.97
    assert right / tried > 0.9


def test_terms_and_numbers_outweigh_length():
    plain, named = Sentence(40, Counter()), Sentence(40, Counter({"term tap": 1, "amount 7": 1}))
    assert beads([plain, named], [named], "en", "en") == [((0, 1), (0, 0)), ((1, 2), (0, 1))]
    assert beads([named, plain], [named], "en", "en") == [((0, 1), (0, 1)), ((1, 2), (1, 1))]
