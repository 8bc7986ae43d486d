"""Card names in queries: however typed, from tables, and the same as a search of every stretch would find."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ingest.catalogue import Catalogue, load_catalogue
from ingest.languages import LANGUAGES
from ingest.linking.card_finder import CardMatch, Named, names_of, plain_words
from ingest.lookup import CardNames
from ingest.model import Card
from ingest.paths import resource_dir


def card(name: str, zh: str = "", es: str = "", kind: str = "card", id: str = "") -> Card:
    names = {"en": name, **({"zh-Hans": zh} if zh else {}), **({"es": es} if es else {})}
    return Card(id or name.lower().replace(",", "").replace(" ", "-"), names, kind=kind)


CARDS = [
    card("Opt", "选择", "Optar"),
    card("Fear", "恐惧", "Miedo"),
    card("Storm Crow", "暴风乌鸦群", "Cuervo de tormenta"),
    card("Storm", es="Tormenta"),
    card("Lightning Bolt", "闪电击", "Relámpago"),
    card("Meria, Scholar of Antiquity", "古物学者梅黎娅"),
    card("Mr. Orfeo, the Boulder", "大块头奥飞欧先生", "Sr. Orfeo, el Pedrusco"),
    card("Fire // Ice", "火 // 冰"),
]


@pytest.fixture(scope="module")
def catalogue() -> Catalogue:
    return load_catalogue(resource_dir("data") / "catalogue")


@pytest.fixture(scope="module")
def of(catalogue: Catalogue) -> Callable[..., CardNames]:
    return lambda *cards: CardNames.of(cards, catalogue.terms, LANGUAGES)


@pytest.fixture(scope="module")
def names(of: Callable[..., CardNames]) -> CardNames:
    return of(*CARDS)


def targets(found: list[CardMatch]) -> set[str]:
    return {match.target for match in found}


@pytest.mark.parametrize(
    ("query", "named"),
    [
        ("storm crow", {"storm-crow"}),
        ("STORM  CROW", set()),
        ("do storm crows fly", {"storm-crow"}),
        ("opt", {"opt"}),
        ("can it be blocked with fear", set()),
        ("un relampago al cuervo de tormenta", {"lightning-bolt", "storm-crow"}),
        ("暴風烏鴉群和閃電擊", {"storm-crow", "lightning-bolt"}),
        ("ice", {"fire-//-ice"}),
        ("orfeo", set()),
        ("Mr. Orfeo attacks", {"mr.-orfeo-the-boulder"}),
        ("lightning bolting", set()),
        ("乌鸦群飞走了", set()),
    ],
)
def test_a_query_finds_names_however_typed(names: CardNames, query: str, named: set[str]) -> None:
    assert targets(names.find_query(query)) == named


def test_places_are_those_of_the_query_as_typed(names: CardNames) -> None:
    assert [(one.start, one.end) for one in names.find_query("¿Qué hace «Relámpago»?")] == [(11, 20)]


def test_the_end_of_a_legend_s_chinese_name_names_it(names: CardNames) -> None:
    assert targets(names.find_query("梅黎娅的所有异能")) == {"meria-scholar-of-antiquity"}
    assert targets(names.find_query("古物学者梅黎娅")) == {"meria-scholar-of-antiquity"}


def test_an_end_that_many_legends_share_is_a_word_of_titles(of: Callable[..., CardNames]) -> None:
    many = [card(f"Name{n}, the Wise", f"第{n}位大法师", id=f"wise-{n}") for n in "一二三四五六"]
    assert of(*many).find_query("大法师") == []
    assert targets(of(*many[:2]).find_query("大法师")) == {"wise-一", "wise-二"}


def test_no_cards_no_names(of: Callable[..., CardNames]) -> None:
    assert of().find_query("storm crow 暴风乌鸦群") == []


def test_what_is_written_is_what_is_read(names: CardNames, tmp_path: Path) -> None:
    names.save(tmp_path)
    read = CardNames.load(tmp_path, LANGUAGES)
    query = "storm crows, 梅黎娅, fire and a lightning bolt"
    assert read.find_query(query) == names.find_query(query)
    assert len(read.find_query(query)) == 4


WORDS = [
    "storm",
    "crow",
    "crows",
    "lightning",
    "bolt",
    "opt",
    "fear",
    "暴风",
    "乌鸦群",
    "梅黎娅",
    "Fire",
    "tormenta",
    ",",
]


@pytest.fixture(scope="module")
def named(catalogue: Catalogue) -> Mapping[str, Mapping[str, Named]]:
    plain = plain_words(catalogue.terms)
    return {lang: names_of(CARDS, language, plain[lang]) for lang, language in LANGUAGES.items()}


def plainly(text: str, lang: str, names: Mapping[str, Named]) -> Iterator[str]:
    """The cards whose folded name stands in a folded text between two boundaries, none of them a plain word."""
    language = LANGUAGES[lang]
    folded = language.fold(text).text
    for name, named in names.items():
        places = (at for at in range(len(folded)) if folded.startswith(name, at))
        whole = (
            at for at in places if language.is_boundary(folded, at) and language.is_boundary(folded, at + len(name))
        )
        if any(True for _ in whole) and not named.word:
            yield from named.cards


@given(st.lists(st.sampled_from(WORDS), max_size=8).map(" ".join))
def test_every_name_that_stands_alone_in_a_query_is_found(
    names: CardNames, named: Mapping[str, Mapping[str, Named]], query: str
) -> None:
    longer = {"storm": "storm-crow"}  # a name inside a longer one is not meant
    expected = {one for lang in LANGUAGES for one in plainly(query, lang, named[lang])}
    found = targets(names.find_query(query))
    assert {one for one in expected if longer.get(one) not in expected} <= found


@pytest.mark.parametrize(
    "text", ["", " ", "\0" * 50, "Opt" * 160, "‮Opt‬", "𝕊𝕥𝕠𝕣𝕞 ℂ𝕣𝕠𝕨", "恐" * 500, "’'“”" * 100, "\ud800"]
)
def test_hostile_queries_are_only_queries(names: CardNames, text: str) -> None:
    assert all(0 <= match.start < match.end <= len(text) for match in names.find_query(text))
