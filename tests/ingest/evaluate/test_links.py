"""Figures of linking: pairs joined, translations aligned, cards recognised, variants told apart."""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable, Iterable, Mapping
from datetime import date as Date
from pathlib import Path

import pytest

from ingest.catalogue import Catalogue, load_catalogue
from ingest.errors import RosettaError
from ingest.evaluate import alignment, links, named, subjects, variants
from ingest.evaluate.corpus import records
from ingest.linking.cards import Subject
from ingest.model import Card, Family, Relation, Ruling, SourceRef, Text
from ingest.paths import resource_dir


@pytest.fixture(scope="module")
def catalogue() -> Catalogue:
    return load_catalogue(resource_dir("data") / "catalogue")


@pytest.fixture
def written(tmp_path: Path) -> Callable[..., Path]:
    def write(name: str, rows: Iterable[Mapping[str, object]]) -> Path:
        text = "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)
        path = tmp_path / name
        path.write_bytes(gzip.compress(text.encode()) if name.endswith(".gz") else text.encode())
        return path

    return write


# --- pairs joined ------------------------------------------------------------


def ruling(id: str, *entries: tuple[str, int]) -> Ruling:
    sources = tuple(SourceRef(file, number, 1, 1) for file, number in entries)
    return Ruling(id, None, (Text(f"text-{id}", "en", id, sources=sources),))


RULINGS = [
    ruling("a", ("000.txt", 1)),
    ruling("b", ("001.txt", 1)),
    ruling("c", ("001.txt", 2)),
    ruling("d", ("9.txt", 1)),
]
A, B, C = "000#01", "001#01", "001#02"


def measured(
    gold: dict[tuple[str, str], str], families: Iterable[str], *relations: tuple[str, str, str]
) -> links.LinkReport:
    made = [Family(group[0], tuple(group)) for group in families]
    return links.evaluate(gold, RULINGS, made, [Relation(*one) for one in relations])


def test_all_right() -> None:
    report = measured(
        {(A, B): "same", (A, C): "parallel"}, ["ab", "c", "d"], ("a", "b", "same"), ("a", "c", "parallel")
    )
    assert (report.unit.precision, report.unit.recall, report.unit.f1) == (1, 1, 1)
    assert (report.found, report.type_right, report.parallel_in_family) == (2, 1, ())


def test_a_wrong_a_missed_and_a_parallel_in_one_family() -> None:
    report = measured({(A, B): "same", (A, C): "parallel"}, ["ac", "b", "d"], ("a", "c", "reworded"))
    assert report.unit.wrong == ((A, C),)
    assert report.unit.missed == ((A, B),)
    assert (report.unit.precision, report.unit.recall, report.unit.f1) == (0, 0, 0)
    assert report.parallel_in_family == ((A, C),)
    assert report.mistyped == (((A, C), "parallel", "reworded"),)


def test_pairs_joined_through_a_third_are_pairs() -> None:
    gold = {(A, B): "same", (B, C): "same", (A, C): "reworded"}
    report = measured(gold, ["abc", "d"], ("a", "b", "same"), ("b", "c", "reworded"))
    assert report.unit.right == 3
    assert report.mistyped == (((B, C), "same", "reworded"),)
    assert report.type_right == pytest.approx(2 / 3)


def test_entries_that_the_gold_standard_does_not_speak_of_count_for_nothing() -> None:
    report = measured({(A, B): "same"}, ["abd", "c"], ("a", "b", "same"), ("a", "d", "same"))
    assert (report.unit.right, report.unit.wrong) == (1, ())


def test_gold_pairs_are_read_in_any_order(tmp_path: Path) -> None:
    file = tmp_path / "gold.json"
    file.write_text(json.dumps({"eq": [[B, A]], "near": [[A, C]], "parallel": [], "related": [[B, C]]}), "utf-8")
    assert links.load_gold(file) == {(A, B): "same", (A, C): "reworded"}


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"eq": [1]}', '{"eq": [["a"]]}', "{"])
def test_a_file_without_gold_pairs_is_refused_by_name(tmp_path: Path, text: str) -> None:
    file = tmp_path / "gold.json"
    file.write_text(text, "utf-8")
    with pytest.raises(RosettaError, match=r"gold\.json: no gold pairs"):
        links.load_gold(file)


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
