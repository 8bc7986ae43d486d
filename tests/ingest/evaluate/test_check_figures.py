"""The checks on real official translations, good and spoilt on purpose.

The shared texts are read where they lie; where they are absent the tests say so.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from ingest.analysis import analyse
from ingest.assemble import assemble
from ingest.catalogue import load_catalogue
from ingest.checking import check
from ingest.checks.data import check_context
from ingest.collect import find
from ingest.evaluate.checks import LOUD, compare_with_defects, false_alarms, loud, recall, sample
from ingest.evaluate.pairs import read_aligned, read_material
from ingest.evaluate.tables import halves
from ingest.ids import text_id
from ingest.linking.link import link
from ingest.pipeline import read_sources

ROOT = Path(__file__).parents[3]
PAIRS = "corpus/rulings_zh_en_pairs.jsonl.gz"
DEFECTS = "eval/translation_defects.tsv"
JUDGED = Path(__file__).with_name("judged_alarms.tsv")
"""Alarms on untouched official translations that a person read beside the English."""

FOUND = {
    "zh-Hans": {
        "wrong number or symbol": 0.98,
        "wrong number in words": 0.95,
        "term replaced everywhere": 0.93,
        "term replaced in one place": 0.76,
        "dropped sentence": 0.81,
        "dropped negation": 0.83,
        "added negation": 0.7,
        "left in English": 1.0,
    },
    "es": {
        "wrong number or symbol": 0.99,
        "wrong number in words": 0.98,
        "term replaced everywhere": 0.92,
        "term replaced in one place": 0.76,
        "dropped sentence": 0.74,
        "dropped negation": 0.85,
        "added negation": 0.93,
        "left in English": 1.0,
    },
}
"""What of each kind is found at least in a small sample; the figures over many are in `ingest/README.md`."""
MATERIAL = {"zh-Hans": (PAIRS, 500), "es": ("corpus/card_texts.jsonl.gz", 300)}
"""The file with each language's translations, and how many are drawn."""


@pytest.fixture(scope="module")
def catalogue():
    return load_catalogue(ROOT / "data/catalogue")


@pytest.fixture(scope="module")
def context(catalogue):
    return check_context(catalogue)


@pytest.fixture(scope="module", params=MATERIAL)
def pairs(request, shared):
    file, size = MATERIAL[request.param]
    return sample(read_material(shared / file), size, seed=5)


def test_good_translations_are_left_alone(pairs, context):
    figure = false_alarms(pairs, context)
    assert figure.of == len(pairs) >= 300 and figure.share <= 0.045, figure


@pytest.mark.parametrize("mutation", FOUND["es"])
def test_spoilt_translations_are_found(pairs, context, mutation):
    figure = recall(mutation, pairs, context)
    assert figure.of > 30 and figure.share >= FOUND[pairs[0].lang][mutation], figure


def test_no_release_is_learnt_from_and_measured_on(shared):
    learning, held_out = halves(read_material(shared / PAIRS))
    assert len(learning) > 5000 < len(held_out)
    assert not {pair.group for pair in learning} & {pair.group for pair in held_out}


def test_the_known_defects_of_the_five_documents_are_found(catalogue, shared):
    rows = [line.split("\t") for line in (shared / DEFECTS).read_text("utf-8").splitlines() if not line.startswith("#")]
    defects = [(entry, kind) for entry, kind, *_ in rows]
    read = read_sources(find([ROOT / "data/sources"]))
    assembled = assemble(read.entries, catalogue.origin_of)
    linked = link(assembled, catalogue)
    findings = check(linked, read.entries, analyse(assembled, catalogue))
    entries = {text.id: _entry(text.sources[0]) for ruling in linked.rulings for text in ruling.texts}
    hits, misses = compare_with_defects(findings, entries, defects)
    assert len(hits) >= 28, misses
    known = {entry for entry, _ in defects}
    alarms = [one for one in findings if one.severity in LOUD and entries[one.text] not in known]
    assert len(alarms) <= 3, alarms


def _entry(source):
    return f"{source.file[:3]}#{source.entry:02d}"


def test_alarms_that_a_person_found_right_are_still_given(shared, context):
    rows = [line.split("\t") for line in JUDGED.read_text("utf-8").splitlines() if not line.startswith("#")][1:]
    right = {text for text, _, judgement, _ in rows if judgement == "right"}
    assert len(rows) >= 50 and {judgement for _, _, judgement, _ in rows} == {"right", "false"}
    by_id = {text_id(pair.date, pair.lang, pair.target): pair for pair in read_aligned(shared / PAIRS)}
    assert right <= by_id.keys()
    lost = [text for text in right if not loud(by_id[text], context)]
    assert len(lost) <= len(right) // 10, lost
