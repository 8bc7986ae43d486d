"""Why a hit answers is said as it is: what only stands for a thing that was asked is not that thing."""

from __future__ import annotations

import pytest
from bs4 import BeautifulSoup
from flask.testing import FlaskClient

from app.knowledge import Knowledge
from app.search.request import SearchRequest
from app.search.service import search
from ingest.linking.finder import Finder
from ingest.model import Hit, Reason

MANIFESTED = "If a double-faced card is manifested, it can't transform."
FACE_DOWN = "A double-faced card that was put onto the battlefield face down can't transform either."


def answers(knowledge: Knowledge, q: str) -> dict[str, Hit]:
    return {hit.rulings[0].texts[0].body: hit for hit in search(knowledge, SearchRequest(q=q)).hits}


@pytest.mark.parametrize("q", ["manifest double-faced", "manifestar doble cara", "显化 双面牌"])
def test_what_stands_for_a_concept_is_named_and_not_that_concept(knowledge_of, q: str) -> None:
    found = answers(
        knowledge_of({"page.txt": f"Twin Page\n\n01/02/2024\n\n{MANIFESTED}\n\n02/02/2024\n\n{FACE_DOWN}\n"}), q
    )
    assert Reason("concept", "manifest") in found[MANIFESTED].reasons
    assert Reason("related", "face-down", "manifest") in found[FACE_DOWN].reasons
    assert Reason("concept", "manifest") not in found[FACE_DOWN].reasons
    assert Reason("concept", "double-faced") in found[FACE_DOWN].reasons


def test_what_stands_for_it_is_marked_in_the_text(knowledge_of) -> None:
    page = f"Twin Page\n\n01/02/2024\n\n{MANIFESTED}\n\n02/02/2024\n\n{FACE_DOWN}\n"
    hit = answers(knowledge_of({"page.txt": page}), "显化 双面牌")[FACE_DOWN]
    marked = {FACE_DOWN[start:end] for spans in hit.marks.values() for start, end in spans}
    assert "face down" in marked


@pytest.mark.parametrize("q", ["manifest", "显化", "criatura manifestada boca abajo", "cloak ward"])
def test_a_concept_that_is_said_to_match_stands_there_or_is_what_it_is_about(knowledge: Knowledge, q: str) -> None:
    hits = search(knowledge, SearchRequest(q=q)).hits
    said = [(hit, one.detail) for hit in hits for one in hit.reasons if one.kind == "concept"]
    assert said
    finder = Finder(knowledge.terms, knowledge.languages, knowledge.catalogue.contexts)
    for hit, concept in said:
        texts = [text for ruling in hit.rulings for text in ruling.texts]
        spoken = {one.target for text in texts for one in finder.find(text.body, text.lang, text.insertions)}
        about = {link.target for ruling in hit.rulings for link in ruling.links}
        assert concept in spoken | about


@pytest.mark.parametrize(
    ("prefix", "words"), [("en", "related to manifest"), ("es", "relacionado con manifestar"), ("zh", "与显化相关")]
)
def test_a_page_says_so_in_its_language(client: FlaskClient, prefix: str, words: str) -> None:
    page = BeautifulSoup(client.get(f"/{prefix}/search", query_string={"q": "manifest cloak"}).text, "html.parser")
    assert any(words in why.get_text() for why in page.select(".why"))


def test_the_api_says_what_was_asked(client: FlaskClient) -> None:
    found = client.get("/api/v1/search", query_string={"q": "manifest cloak"}).get_json()["hits"]
    related = [one for hit in found for one in hit["reasons"] if one["kind"] == "related"]
    assert related
    assert all(set(one) == {"kind", "detail", "asked"} for one in related)
