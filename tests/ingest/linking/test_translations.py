"""Words that translate each other, learnt from versions of one statement."""

from __future__ import annotations

from datetime import date
from itertools import product

from ingest.languages import LANGUAGES
from ingest.linking.translations import EVIDENCE, KEPT, Translation, aligned, learn, words_of
from ingest.model import Family, Ruling, Text

SAYS = {"concede": "认输", "repeat": "重复", "negative": "负数", "shuffle": "洗牌"}
"""Words of made sentences, with what says the same in Chinese."""


def sentences() -> list[tuple[Text, Text]]:
    """Every two of the words together, so that only all sentences tell which word translates which."""
    return [
        (Text("", "en", f"Players {one} and {other}."), Text("", "zh-Hans", f"牌手{SAYS[one]}，并且{SAYS[other]}。"))
        for one, other in product(SAYS, repeat=2)
        if one != other
    ]


def best(found: list[Translation]) -> dict[str, str]:
    first: dict[str, str] = {}
    for one in found:
        first.setdefault(one.word, one.term)
    return first


def test_each_word_finds_the_one_that_translates_it_both_ways() -> None:
    found = best(learn(sentences(), LANGUAGES))
    for english, chinese in SAYS.items():
        stem = LANGUAGES.of("en").word_terms(english)[-1]
        assert found[f"zh~{chinese}"] == stem
        assert found[stem] == f"zh~{chinese}"


def test_the_order_of_the_pairs_and_of_their_sides_says_nothing() -> None:
    turned = [(other, one) for one, other in reversed(sentences())]
    learnt = learn(sentences(), LANGUAGES)
    assert learnt
    assert learn(turned, LANGUAGES) == learnt


def test_what_stands_together_too_seldom_is_no_evidence() -> None:
    pair = (Text("", "en", "Concede."), Text("", "zh-Hans", "认输。"))
    assert learn([pair] * (EVIDENCE - 1), LANGUAGES) == []
    assert learn([pair] * EVIDENCE, LANGUAGES)
    assert learn([], LANGUAGES) == []


def test_only_so_many_translations_of_a_word_are_kept() -> None:
    pairs = [(Text("", "en", f"Concede {word}."), Text("", "zh-Hans", "认输。")) for word in "abcdefghij" * EVIDENCE]
    pairs = [(Text("", "en", one.body.replace(".", " xq zv wk jf pb.")), other) for one, other in pairs]
    found = [one for one in learn(pairs, LANGUAGES) if one.word == "zh~认输"]
    assert 0 < len(found) <= KEPT


def test_small_words_are_not_learnt_and_names_are_read_as_pairs() -> None:
    assert words_of(Text("", "en", "If it is the creature's, then copies."), LANGUAGES) == ["en~creatur", "en~copi"]
    assert "zh2~妮安" in words_of(Text("", "zh-Hans", "妮安碧结算"), LANGUAGES)


def test_versions_of_one_day_are_read_together() -> None:
    early, late = date(2014, 9, 20), date(2024, 6, 7)
    rulings = [
        Ruling("a", late, (Text("a1", "en", "New wording."),)),
        Ruling("b", early, (Text("b1", "en", "Old wording."),)),
        Ruling("c", early, (Text("c1", "zh-Hans", "旧的叙述。"), Text("c2", "es", "Texto."))),
        Ruling("d", late, (Text("d1", "en", "Another thing."),)),
    ]
    pairs = {(one.id, other.id) for one, other in aligned(rulings, [Family("b", ("a", "b", "c")), Family("d", ("d",))])}
    assert pairs == {("b1", "c1"), ("b1", "c2"), ("c2", "c1")}
