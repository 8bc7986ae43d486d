"""A hit that holds much less of what was asked than the best does is said to be part of an answer, and what it lacks."""

from __future__ import annotations

import pytest
from bs4 import BeautifulSoup
from flask.testing import FlaskClient

from app.knowledge import Knowledge
from app.search.request import SearchRequest
from app.search.service import glance, search
from ingest.model import Hit, Reason

BOTH = "If a double-faced card is cloaked, it can't transform."
ONE = "A double-faced card has two faces."
PAGE = f"Twin Page\n\n01/02/2024\n\n{BOTH}\n\n02/02/2024\n\n{ONE}\n"


def found(knowledge: Knowledge, q: str) -> dict[str, Hit]:
    return {hit.rulings[0].texts[0].body: hit for hit in search(knowledge, SearchRequest(q=q)).hits}


@pytest.mark.parametrize("q", ["cloak double-faced", "enmascarar carta de doble cara", "匿伏 双面牌"])
def test_a_hit_without_the_rarer_half_is_part_of_an_answer(knowledge_of, q: str) -> None:
    hits = found(knowledge_of({"page.txt": PAGE}), q)
    assert (hits[BOTH].partial, hits[BOTH].missing) == (False, ())
    assert (hits[ONE].partial, hits[ONE].missing) == (True, (Reason("concept", "cloak"),))


def test_where_nothing_holds_more_nothing_is_a_part(knowledge_of) -> None:
    hits = found(knowledge_of({"page.txt": PAGE.replace("is cloaked", "is exiled")}), "cloak double-faced")
    assert len(hits) == 2
    assert not any(hit.partial for hit in hits.values())


def test_the_card_that_was_named_is_missed(knowledge_of) -> None:
    page = "{}\n\n02/02/2024\n\n{}\n"
    small = knowledge_of(
        {"a.txt": page.format("Ransom Note", "If it is cloaked, look at it."), "b.txt": page.format("Storm Crow", ONE)}
    )
    assert Reason("card", "ransom-note") in found(small, "Ransom Note cloak double-faced")[ONE].missing


@pytest.mark.parametrize("q", ["manifest", "显化 OR 匿伏", "boca abajo", "asdfgh the"])
def test_who_asks_for_one_thing_gets_no_parts(knowledge: Knowledge, q: str) -> None:
    assert not any(hit.partial for hit in search(knowledge, SearchRequest(q=q)).hits)


def test_a_glance_says_the_same(knowledge: Knowledge) -> None:
    request = SearchRequest(q="匿伏 双面牌")
    _, glances = glance(knowledge, request)
    hits = search(knowledge, request).hits
    assert [(one.partial, one.missing) for one in glances] == [(hit.partial, hit.missing) for hit in hits]
    assert {hit.partial for hit in hits} == {True, False}


@pytest.mark.parametrize(
    ("prefix", "words"),
    [
        ("en", "Only part of what was asked, nothing about: double-faced"),
        ("es", "Solo una parte de lo preguntado, nada sobre: de dos caras"),
        ("zh", "仅涉及所问的一部分，未提及： 双面"),
    ],
)
def test_the_page_says_so_in_its_language(client: FlaskClient, prefix: str, words: str) -> None:
    page = BeautifulSoup(client.get(f"/{prefix}/search", query_string={"q": "匿伏 双面牌"}).text, "html.parser")
    assert words in [" ".join(one.get_text().split()) for one in page.select(".hit.partial .lacking")]


@pytest.mark.parametrize("prefix", ["en", "es", "zh"])
def test_on_the_page_parts_stand_under_a_heading_of_their_own(client: FlaskClient, prefix: str) -> None:
    page = BeautifulSoup(client.get(f"/{prefix}/search", query_string={"q": "匿伏 双面牌"}).text, "html.parser")
    answers, parts = page.select(".found > .hits")
    assert answers.select(".hit") and not answers.select(".partial")
    assert parts.select(".hit") == parts.select(".partial")
    heading = parts.find_previous_sibling("h2")
    assert heading in answers.find_next_siblings("h2")
    one = BeautifulSoup(client.get(f"/{prefix}/search", query_string={"q": "匿伏"}).text, "html.parser")
    assert len(one.select(".found > .hits")) == 1
    assert not one.select(".found > h2")


def test_parts_come_after_all_answers(knowledge: Knowledge) -> None:
    marks = [hit.partial for hit in search(knowledge, SearchRequest(q="匿伏 双面牌")).hits]
    assert {False, True} == set(marks)
    assert marks == sorted(marks)


def test_the_interface_for_programs_says_so(client: FlaskClient) -> None:
    hits = client.get("/api/v1/search", query_string={"q": "匿伏 双面牌"}).get_json()["hits"]
    assert (hits[0]["partial"], hits[0]["missing"]) == (False, [])
    assert {"kind": "concept", "detail": "double-faced"} in [
        one for hit in hits if hit["partial"] for one in hit["missing"]
    ]
