"""What the record keeps for marking says the same as analysing a text anew."""

from __future__ import annotations

from app.knowledge import Knowledge
from ingest.linking.finder import Finder
from ingest.model import Text


def texts(knowledge: Knowledge) -> list[Text]:
    return [text for ruling in knowledge.store.list_rulings(0, 100) for text in ruling.texts]


def test_spans_of_terms_are_those_of_the_tokens(knowledge: Knowledge) -> None:
    compared = 0
    for text in texts(knowledge):
        language = knowledge.languages.of(text.lang)
        tokens = language.tokens(text.body, text.insertions)
        terms = frozenset(sorted({token.term for token in tokens})[::3])
        expected = {(token.start, token.end) for token in tokens if token.term in terms}
        assert set(language.spans_of(text.body, terms, text.insertions)) == expected
        compared += len(expected)
    assert compared > 1000


def test_kept_spans_are_those_that_the_finder_finds(knowledge: Knowledge) -> None:
    held = knowledge.store.term_spans([text.id for text in texts(knowledge)])
    finder = Finder(knowledge.terms, knowledge.languages, knowledge.catalogue.contexts)
    for text in texts(knowledge):
        found = finder.find(text.body, text.lang, text.insertions)
        assert held[text.id] == [(match.target, match.start, match.end) for match in found]


def test_a_text_nobody_has_holds_nothing(knowledge: Knowledge) -> None:
    assert knowledge.store.term_spans(["nothing"]) == knowledge.store.term_spans([]) == {}
