"""Every language keeps the contract: folding, boundaries, tokens, sentences, inflection."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ingest.languages import LANGUAGES, Language, canonical, language
from ingest.languages.detect import detect, insertions
from ingest.model import LANGUAGES as OFFERED
from ingest.model import Insertion

TAGS = (*LANGUAGES, "zh-Hant", "und")
SAMPLES = (
    "Turn it face-up: it’s a 2/2 with “ward {2}”.",
    "¿Está boca abajo? ¡Sí! El niño man\u0303ana.",
    "牌面朝下的艾娜·索特，費用為{X}。",
    "Kozilek  的\n触发式异能 🃏 会先结算；a : b。",
    "mana\u0301\u200bx ﬁve ½ … ™ ２／２",
    "\ufeff \u00a0",
    "",
)
ANY_TEXT = st.text(
    st.one_of(st.sampled_from("aé ñ\u0301\u0303n-'’{}[]+/2牌面顯·•。🃏\u200b\ufe0fß…"), st.characters()), max_size=40
)


@pytest.fixture(params=TAGS)
def spoken(request: pytest.FixtureRequest) -> Language:
    return language(request.param)


def test_the_registry_offers_the_languages_of_the_product() -> None:
    assert set(LANGUAGES) == set(OFFERED)
    for tag, one in LANGUAGES.items():
        assert one.tag == tag
        assert one.name
        assert {canonical(code) for code in one.codes} == {tag}


@pytest.mark.parametrize("text", SAMPLES)
def test_folding_keeps_offsets_into_the_original(spoken: Language, text: str) -> None:
    folded = spoken.fold(text)
    assert len(folded.offsets) == len(folded.text) + 1
    assert len(folded.ends) == len(folded.text)
    assert list(folded.offsets) == sorted(folded.offsets)
    assert folded.offsets[-1] == len(text)
    assert all(start < end for start, end in zip(folded.offsets, folded.ends, strict=False))


@pytest.mark.parametrize("text", SAMPLES)
def test_folding_twice_changes_nothing(spoken: Language, text: str) -> None:
    once = spoken.fold(text).text
    assert spoken.fold(once).text == once


@pytest.mark.parametrize("text", SAMPLES)
def test_tokens_stand_in_the_text_in_order(spoken: Language, text: str) -> None:
    tokens = spoken.tokens(text)
    assert [token.position for token in tokens] == sorted(token.position for token in tokens)
    assert all(0 <= token.start < token.end <= len(text) for token in tokens)
    assert [(token.term, token.position) for token in tokens] == spoken.postings(text)


@pytest.mark.parametrize("tag", TAGS)
@given(text=ANY_TEXT)
def test_no_text_breaks_a_language(tag: str, text: str) -> None:
    spoken = language(tag)
    for token in spoken.tokens(text):
        assert 0 <= token.start < token.end <= len(text)
    for word in spoken.query_tokens(text):
        assert word.alternatives
        assert 0 <= word.start < word.end <= len(text)
    for start, end in spoken.sentences(text):
        assert text[start:end].strip() == text[start:end] != ""
    spoken.phrase(text)
    for found in insertions(text, detect(text)):
        assert 0 <= found.start < found.end <= len(text)


@pytest.mark.parametrize("text", SAMPLES[:5])
def test_a_text_finds_itself(spoken: Language, text: str) -> None:
    held = {token.term for token in spoken.tokens(text)}
    words = spoken.query_tokens(text)
    assert words
    assert all(held & {term for term, _ in word.alternatives} for word in words)


@pytest.mark.parametrize("text", SAMPLES[:5])
def test_a_phrase_stands_at_its_places(spoken: Language, text: str) -> None:
    held = set(spoken.postings(text))
    phrase = spoken.phrase(text)
    assert phrase
    assert set(phrase) <= held


@pytest.mark.parametrize("text", SAMPLES[:5])
def test_sentences_cover_the_text_without_overlap(spoken: Language, text: str) -> None:
    spans = spoken.sentences(text)
    assert spans == sorted(spans)
    assert all(first[1] <= second[0] for first, second in pairwise(spans))
    assert "".join("".join(text[start:end].split()) for start, end in spans) == "".join(text.split())


@pytest.mark.parametrize("part", ["noun", "verb", "adj"])
@pytest.mark.parametrize("lemma", ["plot", "girar", "显化", "carta boca abajo"])
def test_the_lemma_is_one_of_its_forms(spoken: Language, lemma: str, part: str) -> None:
    forms = spoken.inflect(lemma, part)
    assert lemma in forms
    assert all(form == form.strip() and form for form in forms)


def test_boundaries_are_where_words_end(spoken: Language) -> None:
    text = "a2 b牌面x."
    assert [spoken.is_boundary(text, index) for index in range(len(text) + 1)] == [
        True, False, True, True, True, True, True, True, True,
    ]  # fmt: skip


@pytest.mark.parametrize("text", ["", "a2 b牌面x.", "除非生物，非x", " 非", "并非a 非"])
def test_the_boundaries_of_a_text_are_its_places_that_are_one(spoken: Language, text: str) -> None:
    every = range(len(text) + 1)
    assert [*spoken.boundaries(text)] == [index for index in every if spoken.is_boundary(text, index)]
    assert 0 in spoken.boundaries(text)


def test_an_insertion_is_read_in_its_language() -> None:
    text = "Pagando su coste (turning costs) gira."
    at = text.index("turning")
    terms = {token.term for token in LANGUAGES["es"].tokens(text, [Insertion(at, at + 13, "en")])}
    assert {"en~turn", "en~cost", "es~cost", "es~gir"} <= terms
    assert "en~turn" not in {token.term for token in LANGUAGES["es"].tokens(text)}
