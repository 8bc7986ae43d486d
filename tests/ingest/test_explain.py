"""Why two rulings were joined, and why near ones were kept apart: in words, from the file or from the record."""

from __future__ import annotations

from pathlib import Path

import pytest

from ingest.catalogue import Catalogue, load_catalogue
from ingest.explain import explain
from ingest.explain_relations import MOST_APART, Known, relations_in_words, shortened
from ingest.linking.link import Linked
from ingest.model import Family, Relation, Ruling, SourceRef, Text
from ingest.paths import resource_dir

TRAP = "While a manifested creature lies face down, its owner may look at it at any time, and nobody else may."


@pytest.fixture(scope="module")
def catalogue() -> Catalogue:
    return load_catalogue(resource_dir("data") / "catalogue")


def notes(tmp_path: Path, catalogue: Catalogue, *bodies: str) -> list[str]:
    """What is said of the first of some rulings, each of a day of its own."""
    file = tmp_path / "page.txt"
    rulings = "".join(f"\n{at:02}/06/2018\n\n{body}\n" for at, body in enumerate(bodies, start=1))
    file.write_text(f"Storm Crow\n{rulings}", encoding="utf-8")
    return "\n".join(explain(file, catalogue, None)).split("\n\n")[1].splitlines()


def test_why_two_were_joined(tmp_path, catalogue) -> None:
    said = notes(tmp_path, catalogue, TRAP, TRAP.replace("at any time", "whenever they want"))
    assert said[-2] == "  joined, for it"
    assert said[-1].startswith("    says the same as page.txt entry 2 “While a manifested creature lies fa…”: ")
    assert said[-1].endswith("% of the words, in en")


@pytest.mark.parametrize(
    ("other", "why"),
    [
        (TRAP.replace("manifested", "cloaked"), "another mechanic: manifest here, cloak there"),
        (TRAP.replace("may look", "can't look"), "negation: "),
        (TRAP + " It has two counters.", ""),
    ],
)
def test_why_a_near_one_was_kept_apart(tmp_path, catalogue, other: str, why: str) -> None:
    said = "\n".join(notes(tmp_path, catalogue, TRAP, other))
    assert ("kept apart, though it" in said) is bool(why)
    assert why in said


def test_numbers_and_cards_that_differ_are_named(tmp_path, catalogue) -> None:
    three = "Exile three cards face down, and put two +1/+1 counters on the creature for each of them."
    assert "other numbers: " in "\n".join(notes(tmp_path, catalogue, three, three.replace("three", "four")))


def test_a_file_alone_is_explained_without_a_record(tmp_path, catalogue) -> None:
    assert notes(tmp_path, catalogue, TRAP)[-1].startswith("  about: ")


def known(kinds: str, families: dict[str, str]) -> tuple[Ruling, Known]:
    """A ruling `a` with a relation of a kind to each of `b`, `c` …, the likest first, and what is known."""
    ids = "abcdefghijklmnop"[: len(kinds.split()) + 1]
    made = [
        Ruling(id, None, (Text(id, "en", f"Body {id}.", sources=(SourceRef("f", at, 1, 1),)),))
        for at, id in enumerate(ids)
    ]
    relations = [
        Relation("a", id, kind, f"because {id}", 0.9 - at / 100)
        for at, (id, kind) in enumerate(zip(ids[1:], kinds.split(), strict=True))
    ]
    groups = [Family(name, tuple(id for id in ids if families[id] == name)) for name in sorted(set(families.values()))]
    return made[0], Known(Linked(tuple(made), tuple(groups), tuple(relations)), None)


def test_alike_as_a_pair_and_yet_of_another_family() -> None:
    said = list(relations_in_words(*known("same same", {"a": "x", "b": "x", "c": "y"})))
    assert said == [
        "  joined, for it",
        "    says the same as f entry 1 “Body b.”: because b",
        "  kept apart, though it",
        "    is much like, but of another family than f entry 2 “Body c.”: because c",
    ]


def test_only_the_likest_are_told_and_how_many_more_there_are() -> None:
    many = MOST_APART + 3
    said = list(relations_in_words(*known("related " * many, {id: id for id in "abcdefghijklmnop"[: many + 1]})))
    assert len(said) == 1 + MOST_APART + 1
    assert said[-1] == "    and 3 more"
    assert "because b" in said[1]


def test_what_is_close_but_in_the_family_by_a_third_is_not_called_apart() -> None:
    assert list(relations_in_words(*known("related", {"a": "x", "b": "x"}))) == []


def test_long_texts_are_cut_to_one_line() -> None:
    assert shortened("two\nlines") == "two lines"
    assert len(shortened("x" * 200)) == 72
