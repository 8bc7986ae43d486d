"""Figures of linking on a corpus: translations aligned, cards recognised, variants told apart."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date as Date
from pathlib import Path

import pytest

from ingest.catalogue import Catalogue
from ingest.errors import RosettaError
from ingest.evaluate import alignment, named, subjects, variants
from ingest.evaluate.corpus import records
from ingest.linking.cards import Subject
from ingest.model import Card

# --- the files read ----------------------------------------------------------


@pytest.mark.parametrize("name", ["a.jsonl", "a.jsonl.gz"])
def test_records_are_read_plain_and_packed(written: Callable[..., Path], name: str) -> None:
    assert list(records(written(name, [{"card": "Opt"}, {"card": "Clone"}]), "card")) == [
        {"card": "Opt"},
        {"card": "Clone"},
    ]


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b'{"card": "Opt"}\n{}\n', r":2: no card"),
        (b"[]\n", ":1: no JSON object"),
        (b"x", ":1: Expecting"),
        (b"\xff", ":0: "),
    ],
)
def test_a_line_that_is_none_is_named(tmp_path: Path, content: bytes, said: str) -> None:
    file = tmp_path / "rulings.jsonl"
    file.write_bytes(content)
    with pytest.raises(RosettaError, match=said):
        list(records(file, "card"))


def test_what_is_not_packed_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "rulings.jsonl.gz"
    file.write_bytes(b"plain")
    with pytest.raises(RosettaError, match="gz"):
        list(records(file))


# --- alignment ---------------------------------------------------------------

REFERENCE = [
    {"card": "Storm Crow", "date": "2020-01-24", "text": "one"},
    {"card": "Storm Crow", "date": "2020-01-24", "text": "two"},
    {"card": "Lightning Bolt", "date": "2020-01-24", "text": "two"},
    {"card": "Lightning Bolt", "date": "2020-01-24", "text": "three"},
    {"card": "Opt", "date": "2020-01-24", "text": "alone"},
]
VECTORS = {"one": {"a": 1.0}, "two": {"b": 1.0}, "three": {"b": 1.0, "c": 1.0}, "alone": {"d": 1.0}}


def pair(zh: str, en: str, card: str = "Storm Crow", score: float = 5.0, margin: float = 3.0) -> dict[str, object]:
    return {"card": card, "date": "2020-01-24", "en": en, "zh": zh, "score": score, "margin": margin}


def test_only_trusted_pairs_whose_english_stands_beside_another_are_cases(written: Callable[..., Path]) -> None:
    reference = alignment.load_reference(written("en.jsonl", REFERENCE))
    rows = [
        pair("好", "one"),
        pair("低", "one", score=3.9),
        pair("近", "one", margin=1.9),
        pair("无", "three"),
        pair("独", "alone", card="Opt"),
    ]
    cases = alignment.load_cases(written("pairs.jsonl", rows), reference)
    assert [case.body for case in cases] == ["好"]


def test_first_by_day_and_first_of_all_are_told_apart(written: Callable[..., Path]) -> None:
    reference = alignment.load_reference(written("en.jsonl", REFERENCE))
    rows = [pair("一", "one"), pair("二", "two"), pair("错", "two")]
    cases = alignment.load_cases(written("pairs.jsonl", rows), reference)
    asked = {"一": {"a": 1.0}, "二": {"b": 1.0, "c": 0.9}, "错": {"a": 1.0}}
    report = alignment.evaluate(cases, reference, lambda body, lang: VECTORS[body] if lang == "en" else asked[body])
    assert (report.cases, report.by_day, report.first, report.in_ten) == (3, 2, 1, 3)
    assert [case.body for case, _ in report.mistaken] == ["错"]


def test_a_tie_is_not_right(written: Callable[..., Path]) -> None:
    reference = alignment.load_reference(written("en.jsonl", REFERENCE))
    cases = alignment.load_cases(written("pairs.jsonl", [pair("一", "one")]), reference)
    report = alignment.evaluate(cases, reference, lambda *_: {"a": 1.0})
    assert (report.by_day, report.first) == (0, 0)


def test_a_sample_is_the_same_for_the_same_seed() -> None:
    cases = [alignment.Case(("Opt", "2020-01-24"), "one", str(at)) for at in range(100)]
    assert alignment.sample(cases, 10, 1) == alignment.sample(cases, 10, 1) != alignment.sample(cases, 10, 2)
    assert alignment.sample(cases, 0, 1) == alignment.sample(cases, 500, 1) == cases


# --- subjects ----------------------------------------------------------------


def subject(card: str, role: str = "subject") -> Subject:
    return Subject(card, "name-in-text", role, "")


@pytest.mark.parametrize(
    ("found", "outcome"),
    [
        ([subject("opt")], "right"),
        ([subject("clone")], "wrong"),
        ([subject("opt", "candidate"), subject("clone", "candidate")], "ambiguous"),
        ([], "silent"),
    ],
)
def test_outcomes(found: list[Subject], outcome: str) -> None:
    assert subjects.outcome("opt", found) == outcome


def test_only_pages_that_bear_the_name_are_asked(written: Callable[..., Path], catalogue: Catalogue) -> None:
    rows = [
        {"card": "Storm Crow", "date": "2020-01-24", "text": "Storm Crow flies; two Storm Crows fly too."},
        {"card": "Lightning Bolt", "date": "2020-01-24", "text": "It deals damage."},
        {"card": "Nobody's Card", "date": "2020-01-24", "text": "Nobody's Card is unknown."},
    ]
    pages = subjects.load_pages(written("en.jsonl", rows), catalogue)
    assert [page.card.id for page in pages] == ["storm-crow"]
    report = subjects.evaluate(pages, catalogue)
    assert [outcome for _, outcome, _ in report.results] == ["right"]
    assert (report.share("right"), report.count("wrong")) == (1, 0)


def test_a_report_of_nothing_has_no_shares() -> None:
    assert subjects.SubjectReport(()).share("right") == 0


def test_cards_that_others_name_are_counted_once_for_each_card(catalogue: Catalogue) -> None:
    crow, bolt, identity = (catalogue.cards.get(id) for id in ("storm-crow", "lightning-bolt", "stolen-identity"))
    text = "For example, you may copy Storm Crow."
    counts = named.count(
        [(crow, text), (bolt, text), (bolt, text + " Twice."), (identity, "Copy Storm Crow.")], catalogue
    )
    assert counts == {"storm-crow": 2}


# --- variants ----------------------------------------------------------------


@pytest.fixture
def changes(catalogue: Catalogue) -> variants.Changes:
    return variants.Changes(catalogue, [Card("reed-imp", {"en": "Reed Imp"})], 1)


def test_a_ruling_is_changed_in_all_it_has_something_for(changes: variants.Changes, catalogue: Catalogue) -> None:
    body = "If Storm Crow with unearth enters the battlefield, it can't get three +1/+1 counters."
    crow = catalogue.cards.get("storm-crow")
    made = {one.kind: one for one in changes.all(variants.Original(crow, Date(2020, 1, 24), body))}
    assert set(made) == {"mechanic", "number", "negation", "wording", "card"}
    assert all(one.body != body for one in made.values())
    assert "unearth" not in made["mechanic"].body
    assert "can't" not in made["negation"].body
    assert "enters the battlefield" not in made["wording"].body
    assert made["card"].card.id == "reed-imp" and "Reed Imp" in made["card"].body


def test_nothing_to_change_no_variant(changes: variants.Changes, catalogue: Catalogue) -> None:
    original = variants.Original(catalogue.cards.get("storm-crow"), Date(2020, 1, 24), "Draw.")
    assert list(changes.all(original)) == []


# --- on the corpus -----------------------------------------------------------


@pytest.mark.shared
@pytest.mark.slow
def test_translations_find_their_english(shared: Path, catalogue: Catalogue) -> None:
    reference = alignment.load_reference(shared / "corpus" / "rulings_en.jsonl.gz")
    cases = alignment.load_cases(shared / "corpus" / "rulings_zh_en_pairs.jsonl.gz", reference)
    chosen = alignment.sample(cases, 300, 1)
    report = alignment.evaluate(chosen, reference, alignment.product_vectors(catalogue))
    assert report.cases == 300 and report.reference > 25_000
    assert report.by_day / report.cases >= 0.97
    assert report.first / report.cases >= 0.80
    assert report.in_ten / report.cases >= 0.93


@pytest.mark.shared
@pytest.mark.slow
def test_pages_without_heading_find_their_card(shared: Path, catalogue: Catalogue) -> None:
    pages = subjects.load_pages(shared / "corpus" / "rulings_en.jsonl.gz", catalogue)
    report = subjects.evaluate(subjects.sample(pages, subjects.SIZE, 1), catalogue)
    assert len(report.results) == subjects.SIZE
    assert report.share("right") >= 0.95
    assert report.share("wrong") <= 0.01


@pytest.mark.shared
@pytest.mark.slow
def test_variants_of_real_rulings_are_told_apart(shared: Path, catalogue: Catalogue) -> None:
    originals = [
        variants.Original(card, Date.fromisoformat(record["date"]), record["text"])
        for record in records(shared / "corpus" / "rulings_en.jsonl.gz", "card", "date", "text")
        if (card := catalogue.cards.by_oracle_id(record.get("oracle_id", "")))
    ]
    report = variants.evaluate(variants.drawn(originals, catalogue, 60, 1), catalogue)
    assert sum(report.tried.values()) == 300
    assert report.accuracy >= 0.97
    assert all(report.right[kind] >= 0.93 * tried for kind, tried in report.tried.items())
