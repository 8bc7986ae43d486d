"""Everything linked together: the five documents, the gold standard, and what nobody should send."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from ingest.assemble import assemble
from ingest.catalogue import CardNames, Catalogue
from ingest.collect import Found
from ingest.evaluate import links as figures
from ingest.linking.link import Linked, link
from ingest.model import Entry
from ingest.paths import resource_dir
from ingest.pipeline import read_file

from .conftest import Told, feed, page

SUBJECTS = {
    "000": "kozilek-the-broken-reality",
    "001": "stolen-identity",
    "002": "ransom-note",
    "003": "fblthp-lost-on-the-range",
    "004": "lightform",
}


def read(*paths: Path) -> list[Entry]:
    return [entry for path in paths for entry in read_file(Found(path, path.name))[1]]


@pytest.fixture(scope="module")
def documents() -> list[Path]:
    found = sorted((resource_dir("data") / "sources").glob("0*.txt"))
    assert len(found) == 5
    return found


@pytest.fixture(scope="module")
def linked(documents: list[Path], catalogue: Catalogue) -> Linked:
    return link(assemble(read(*documents), catalogue.origin_of), catalogue)


def of_file(linked: Linked, name: str) -> dict[str, set[str]]:
    """Card to roles, over the rulings of a file."""
    roles: dict[str, set[str]] = {}
    for ruling in linked.rulings:
        if any(source.file.startswith(name) for text in ruling.texts for source in text.sources):
            for one in ruling.links:
                if one.kind == "card":
                    roles.setdefault(one.target, set()).add(one.role)
    return roles


@pytest.mark.parametrize(("file", "card"), SUBJECTS.items())
def test_each_of_the_five_documents_is_about_its_card(linked: Linked, file: str, card: str) -> None:
    roles = of_file(linked, file)
    assert roles.pop(card) == {"subject"}
    assert all(found == {"mention"} for found in roles.values())


@pytest.mark.parametrize("file", SUBJECTS)
def test_each_document_alone_is_about_the_same_card(documents: list[Path], catalogue: Catalogue, file: str) -> None:
    (path,) = [path for path in documents if path.name.startswith(file)]
    alone = link(assemble(read(path), catalogue.origin_of), catalogue)
    assert {card for card, roles in of_file(alone, file).items() if "subject" in roles} == {SUBJECTS[file]}


def test_a_card_that_a_ruling_only_names_is_a_mention(linked: Linked) -> None:
    assert of_file(linked, "001")["clone"] == {"mention"}


def test_the_order_of_the_documents_says_nothing(documents: list[Path], linked: Linked, catalogue: Catalogue) -> None:
    again = link(assemble(read(*documents[::-1]), catalogue.origin_of), catalogue)
    assert again.relations == linked.relations
    assert again.families == linked.families
    assert {one.id: set(one.links) for one in again.rulings} == {one.id: set(one.links) for one in linked.rulings}


@pytest.mark.shared
def test_the_gold_standard(linked: Linked, shared: Path) -> None:
    gold = figures.load_gold(shared / "eval" / "gold_pairs.json")
    report = figures.evaluate(gold, linked.rulings, linked.families, linked.relations)
    assert report.unit.right >= 20
    assert len(report.unit.wrong) <= 1
    assert report.unit.precision >= 0.96
    assert report.unit.recall >= 0.95
    assert report.type_right >= 0.95
    assert report.parallel_in_family == ()


def test_an_empty_catalogue_links_nothing_and_breaks_nothing(told: Callable[..., Told]) -> None:
    bare = Catalogue(terms={})
    a, b = "The creature stays tapped for the whole turn.", "The creature stays tapped for that whole turn."
    found = told(
        [*page("Storm Crow", {"en": a}), *page(None, {"en": b}, file="b.txt"), *feed([("Opt", "Draw.")])], bare
    )
    assert all(ruling.links == () for ruling in found.linked.rulings)
    assert found.linked.families


def test_no_cards_at_all(told: Callable[..., Told], catalogue: Catalogue) -> None:
    body = "Storm Crow is a card that nobody knows."
    assert told(page("Storm Crow", {"en": body}), replace(catalogue, cards=CardNames())).links(body) == []


def test_nothing_in_nothing_out(catalogue: Catalogue) -> None:
    linked = link(assemble([], catalogue.origin_of), catalogue)
    assert (linked.rulings, linked.families, linked.relations) == ((), (), ())


@pytest.mark.parametrize(
    "body",
    [
        "(" * 4000,
        "manifest, " * 800,
        "face down " * 800,
        "such as " * 900,
        "面朝下" * 1500,
        "'" * 3000,
        "not " * 2000,
        "{X}{2}{W/U}" * 500,
        "+1/+1 " * 800,
        "a\u0301" * 1500,
        "\u202ecloak\u202c \u200bmanifest\u200d",
        "İstanbul ß ﬁ ǅ " * 200,
        "Opt Opt Opt " * 400,
    ],
)
def test_hostile_texts_are_linked_like_any_other(told: Callable[..., Told], body: str) -> None:
    found = told([*page("Storm Crow", {"en": body}), *page("光形", {"zh": body + "。"}, file="b.txt")])
    assert len(found.linked.rulings) == 2


def test_a_crowd_of_like_rulings_stays_bounded(told: Callable[..., Told]) -> None:
    rows = [("Storm Crow", f"You may cloak card number {at}, then look at it.") for at in range(600)]
    linked = told(feed(rows, every=1)).linked
    assert len(linked.relations) <= 600 * 60
    assert sum(len(family.rulings) for family in linked.families) == 600
