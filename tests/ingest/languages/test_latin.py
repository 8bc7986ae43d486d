"""Words of alphabets: what is indexed, what a query asks for, where sentences end."""

from __future__ import annotations

import pytest

from ingest.languages import language


@pytest.mark.parametrize(
    ("lang", "text", "terms"),
    [
        ("en", "X", ["=x"]),
        ("en", "{X}{U}", ["#{x}", "#{u}"]),
        ("en", "2/2", ["#2/2"]),
        ("en", "+1/+1", ["#+1/+1"]),
        ("en", "gets -3/-3", ["=gets", "#-3/-3"]),
        ("en", "0", ["=0"]),
        ("en", "[+1]: loyalty −2", ["#[+1]", "#+1", "=loyalty", "#-2"]),
        ("en", "2024-06-07", ["=2024", "=06", "=07"]),
        ("en", "7/6/2024", ["=7", "=6", "=2024"]),
        ("es", "están", ["=estan"]),
        ("zh-Hans", "得+1/+1，X为0", ["#+1/+1", "=x", "=0"]),
        ("zh-Hans", "{2}{U}或X/X", ["#{2}", "#{u}", "#x/x"]),
    ],
)
def test_notation_is_text(lang: str, text: str, terms: list[str]) -> None:
    held = [term for term, _ in language(lang).postings(text) if term[0] in "=#"]
    assert held == terms


def test_a_letter_with_tilde_matches_its_bare_form_but_less() -> None:
    held = {term for term, _ in language("es").postings("campaña")}
    bare, spelled = (dict(language("es").query_tokens(word)[0].alternatives) for word in ("campana", "campaña"))
    assert held & set(bare)
    assert max(bare[term] for term in held & set(bare)) < max(spelled[term] for term in held & set(spelled))
    assert not set(spelled) & {term for term, _ in language("es").postings("campana")}


def test_a_possessive_is_found_by_the_name() -> None:
    assert language("en").phrase("Ainara Sote") == (("=ainara", 0), ("=sote", 1))
    assert set(language("en").phrase("Ainara Sote")) <= set(language("en").postings("Ainara\u00a0Sote’s ability"))


def test_words_of_the_other_language_are_found_by_their_stem() -> None:
    asked = dict(language("en").query_tokens("criaturas")[0].alternatives)
    held = {term for term, _ in language("es").postings("criatura")}
    assert held & set(asked)


@pytest.mark.parametrize("query", ["。。。", "？！", "*", "**", "[", "*: *", "¿?", "()", "🃏"])
def test_punctuation_alone_asks_for_nothing(query: str) -> None:
    for lang in ("en", "es", "zh-Hans", "und"):
        assert language(lang).query_tokens(query) == []


@pytest.mark.parametrize("query", ["「设谋」", "设谋，", "，设谋。", "《设谋》", "设谋"])
def test_punctuation_around_a_word_changes_nothing(query: str) -> None:
    assert [word.text for word in language("zh").query_tokens(query)] == ["设谋"]


@pytest.mark.parametrize("query", ["disfraz", "¿disfraz?", "«Disfraz»", "disfraz…"])
def test_spanish_punctuation_changes_nothing(query: str) -> None:
    assert [word.text for word in language("es").query_tokens(query)] == ["disfraz"]


@pytest.mark.parametrize(
    ("lang", "text", "sentences"),
    [
        ("en", "It dies. You draw.", ["It dies.", "You draw."]),
        ("en", "It costs 2 (e.g. {X}). “Plot.” Done?", ["It costs 2 (e.g. {X}).", "“Plot.”", "Done?"]),
        ("en", "Mr. Foo, etc. are out. See no. 3 for it.", ["Mr. Foo, etc. are out.", "See no. 3 for it."]),
        ("es", "¿Sí? ¡No! Roba p. ej. Una carta…", ["¿Sí?", "¡No!", "Roba p. ej. Una carta…"]),
        ("es", "Gira la carta… luego baraja.", ["Gira la carta… luego baraja."]),
    ],
)
def test_sentences(lang: str, text: str, sentences: list[str]) -> None:
    assert [text[start:end] for start, end in language(lang).sentences(text)] == sentences
