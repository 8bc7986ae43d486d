"""Offsets point at what they say: insertions, links, findings, terms, whatever the text."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.search.request import SearchRequest
from app.search.service import search
from app.services import Knowledge
from ingest.catalogue import load_catalogue
from ingest.languages import fold
from ingest.languages.detect import detect, insertions
from ingest.linking.statement import StatementReader
from ingest.model import Link, Text
from ingest.paths import resource_dir

PIECES = (
    "It stays tapped until your next untap step.", "(or morph)", "(This includes morph, disguise and a few others.)",
    "Permanece girada hasta tu próximo paso.", "La criatura manifestada no tiene nombre.", "已显化的生物没有名称。", "牌面朝下",
    "{2}{U}", "2/2", "+1/+1", "🃏", "\u200b", "e\u0301", "Kozilek", " ", "\n", "。", "“", "…", "X",
)  # fmt: skip
texts = st.lists(st.sampled_from(PIECES) | st.text(max_size=12), min_size=1, max_size=12).map(" ".join)


def stated(held: Knowledge) -> Iterator[tuple[Text, tuple[Link, ...]]]:
    for ruling in held.store.list_rulings(0, 1000):
        for text in ruling.texts:
            yield text, tuple(link for link in ruling.links if link.text == text.id and link.span)


def test_links_point_at_the_names_and_terms_they_rest_on(knowledge: Knowledge) -> None:
    finder = StatementReader(load_catalogue(resource_dir("data") / "catalogue")).finder
    pointed = 0
    for text, links in stated(knowledge):
        for link in links:
            start, end = link.span
            piece = text.body[start:end]
            assert piece and piece == piece.strip(), (text.body, link)
            if link.kind == "mechanic":
                found = finder.find(text.body, text.lang, text.insertions)
                assert (start, end) in {(one.start, one.end) for one in found}, (text.body, link)
            if link.basis == "name-in-text":
                card = knowledge.store.card(link.target)
                names = [*card.names.values(), *(name for others in card.aliases.values() for name in others)]
                # A legend is called by its first name too.
                assert any(fold(name).text.startswith(fold(piece).text) for name in names), (piece, names)
            pointed += 1
    assert pointed > 100


def test_findings_and_insertions_lie_in_their_text(knowledge: Knowledge) -> None:
    bodies = {text.id: text for text, _ in stated(knowledge)}
    spans = [(one.text, *one.span) for one in knowledge.store.findings(limit=1000)[1] if one.text and one.span]
    spans += [(text.id, one.start, one.end) for text in bodies.values() for one in text.insertions]
    assert len(spans) > 3
    for id, start, end in spans:
        assert 0 <= start < end <= len(bodies[id].body)
    inserted = [(text, one) for text in bodies.values() for one in text.insertions]
    assert all(detect(text.body[one.start : one.end]) in (one.lang, "und") for text, one in inserted)


@settings(max_examples=150)
@given(texts, st.sampled_from(["en", "es", "zh-Hans"]))
def test_insertions_of_any_text_are_spans_of_another_language(body: str, lang: str) -> None:
    found = insertions(body, lang)
    assert all(0 <= one.start < one.end <= len(body) and one.lang != lang for one in found)
    assert [one.start for one in found] == sorted(one.start for one in found)
    assert all(first.end <= second.start for first, second in pairwise(found))


@pytest.mark.parametrize("seed", range(3))
def test_marks_of_any_search_are_words_that_were_asked_for(knowledge: Knowledge, seed: int) -> None:
    chance = random.Random(seed)
    bodies = [text.body for text, _ in stated(knowledge)]
    marked = 0
    for _ in range(25):
        body = chance.choice(bodies)
        start = chance.randrange(max(1, len(body) - 8))
        page = search(knowledge, SearchRequest(q=f'"{body[start : start + 8].strip()}"', per_page=5))
        for hit in page.hits:
            held = {text.id: text.body for ruling in hit.rulings for text in ruling.texts}
            for id, spans in hit.marks.items():
                assert all(0 <= a < b <= len(held[id]) and held[id][a:b].strip() for a, b in spans)
                marked += len(spans)
    assert marked > 10
