"""Plans as OpenSearch queries, without a cluster."""

from __future__ import annotations

from ingest.index import Clause, Scope
from ingest.index.opensearch import asking

RARITY = {"=face": 2.0, "en~face": 1.5, "=down": 3.0}


def _asked(clause: Clause) -> asking.Asked:
    return asking.look_up(clause, lambda name: RARITY.get(name, 0.0), lambda name: 1.0, 1.5)


def test_what_nobody_wrote_is_not_asked_for_and_the_rest_weighs_what_it_is_worth() -> None:
    asked = _asked(Clause(groups=((("=face", 1.0), ("en~face", 0.9)), (("=zyzzyva", 1.0),))))
    assert [(ask.label, ask.mass) for ask in asked.asks] == [("g0", 2.0)]
    assert asked.whole == 2.0


def test_a_gap_in_a_phrase_is_as_wide_as_its_row_says() -> None:
    clause = Clause(phrases=((("=face", 0), ("=down", 3)),))
    text = str(asking.scored(_asked(clause), Scope()))
    assert "'span_gap': {'texts.places': 2}" in text
    assert "'slop': 0" in text


def test_a_plan_of_too_many_words_keeps_what_stands_in_best() -> None:
    groups = tuple(tuple((f"w{number}-{at}", 1.0 - at / 100) for at in range(60)) for number in range(60))
    asked = asking.look_up(Clause(groups=groups), lambda name: 1.0, lambda name: 1.0, 1.5)
    (kept,), cut = asking.within_bounds([asked])
    assert cut
    assert sum(len(ask.names) for ask in kept.asks) <= asking.MAX_WORDS
    assert {ask.label for ask in kept.asks} == {f"g{number}" for number in range(60)}
    assert all(share > 0.8 for ask in kept.asks for _, share in ask.names)


def test_the_scope_of_texts_reaches_words_phrases_and_exclusions_alike() -> None:
    clause = Clause(groups=((("=face", 1.0),),), phrases=((("=down", 0),),))
    text = str(asking.scored(_asked(clause), Scope(langs=("es",))))
    assert text.count("{'terms': {'texts.lang': ['es']}}") >= 2
