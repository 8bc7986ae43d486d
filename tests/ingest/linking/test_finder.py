"""The finder's traps: words that look like a term and are none, and terms that hide in longer words."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ingest.catalogue import load_catalogue
from ingest.linking.finder import Finder
from ingest.model import Insertion
from ingest.paths import resource_dir

Found = Callable[[str, str], list[tuple[str, str]]]


@pytest.fixture(scope="module")
def finder() -> Finder:
    catalogue = load_catalogue(resource_dir("data") / "catalogue")
    return Finder(catalogue.terms, contexts=catalogue.contexts)


@pytest.fixture(scope="module")
def found(finder: Finder) -> Found:
    """The words of a text that are terms, with the term of each."""

    def find(text: str, lang: str) -> list[tuple[str, str]]:
        return [(text[match.start : match.end], match.target) for match in finder.find(text, lang)]

    return find


@pytest.mark.parametrize(
    ("text", "lang", "term"),
    [
        ("Unearthly Power gives +1/+1.", "en", "unearth"),
        ("You pay its flashback cost.", "en", "flash"),
        ("Move toward the end afterward.", "en", "ward"),
        ("Players manage their own clock.", "en", "mana"),
        ("It targets Storm Crow.", "en", "storm"),
        ("Void Stalker leaves the battlefield.", "en", "void"),
        ("If you control an Elvish Champion, it gets +1/+1.", "en", "champion"),
        ("The token never reaches zero; both players reach 0 life.", "en", "reach"),
        ("Roll a die and add one to the result.", "en", "die"),
        ("Los jugadores manejan su reloj.", "es", "mana"),
        ("新宾纳里亚守护者的触发式异能会触发。", "zh-Hans", "ward"),
        ("其他永久物不受影响。", "zh-Hans", "permanently"),
        ("永久物或牌手上面的指示物", "zh-Hans", "hand"),
        ("抓数张牌。", "zh-Hans", "determine"),
        ("施放非生物咒语时触发", "zh-Hans", "creature-spell"),
        ("Casting a non-creature spell triggers it.", "en", "creature-spell"),
        ("除非生物攻击", "zh-Hans", "noncreature"),
    ],
)
def test_a_word_that_means_something_else_is_no_term(found: Found, text: str, lang: str, term: str):
    terms = [target for _, target in found(text, lang)]
    assert terms
    assert term not in terms


@pytest.mark.parametrize(
    ("text", "lang", "word", "term"),
    [
        ("Unearth abilities.", "en", "Unearth", "unearth"),
        ("A spell with flash.", "en", "flash", "flash"),
        ("It stays face-down.", "en", "face-down", "face-down"),
        ("It stays face down.", "en", "face down", "face-down"),
        ("the opponent’s library", "en", "library", "library"),
        ("Creatures without flying or reach.", "en", "reach", "reach"),
        ("Manifest the top card of your library.", "en", "top card of your library", "library-top"),
        ("其为神器生物。", "zh-Hans", "神器生物", "artifact-creature"),
        ("那些永久物会被横置。", "zh-Hans", "永久物", "permanent"),
        ("將其翻成牌面朝下。", "zh-Hant", "翻成牌面朝下", "face-down"),
        ("具有反绿保护的生物", "zh-Hans", "保护", "protection"),
        ("抓数张牌。", "zh-Hans", "数张", "several"),
        ("施放非生物咒语时触发", "zh-Hans", "非生物", "noncreature"),
        ("施放非生物咒语时触发", "zh-Hans", "咒语", "spell"),
        ("除非生物攻击", "zh-Hans", "生物", "creature"),
        ("并非传奇生物", "zh-Hans", "传奇", "legendary"),
        ("它具有守护异能。", "zh-Hans", "守护", "ward"),
        ("Exílialo.", "es", "Exílialo", "exile"),
        ("manifiesta esa carta", "es", "manifiesta", "manifest"),
        ("La criatura está girada.", "es", "girada", "tapped"),
        ("cartas boca abajo", "es", "boca abajo", "face-down"),
        ("ESTIMULO", "es", "ESTIMULO", "kicker"),
        ("Un Aparejador va a ensamblar un Aparato.", "es", "ensamblar", "assemble"),
        ("Cuando pongas en marcha este plan", "es", "pongas en marcha", "set-in-motion"),
        ("Tormenta sepulcral", "es", "Tormenta sepulcral", "gravestorm"),
        ("Cambio de aura {2}", "es", "Cambio de aura", "aura-swap"),
    ],
)
def test_a_term_is_found_as_it_stands(found: Found, text: str, lang: str, word: str, term: str):
    assert (word, term) in found(text, lang)


@pytest.mark.parametrize(
    ("text", "term"),
    [
        ("Counter target spell.", "counter"),
        ("You can't counter it.", "counter"),
        ("This ability counters a spell.", "counter"),
        ("Kozilek was countered.", "counter"),
        ("Put a counter on it.", "counters"),
        ("It has two +1/+1 counters.", "plus-one-counter"),
        ("Choose which counters to remove.", "counters"),
        ("any counters that are on it", "counters"),
        ("with a stun counter", "stun-counter"),
    ],
)
def test_counter_the_noun_is_told_from_the_verb(found: Found, text: str, term: str):
    assert term in [target for _, target in found(text, "en")]
    other = {"counter": "counters", "counters": "counter"}.get(term, "counter")
    assert other not in [target for _, target in found(text, "en")]


@pytest.mark.parametrize(
    ("text", "lang", "term"),
    [
        ("Turning a manifested creature face up triggers nothing.", "en", "turn-face-up"),
        ("A card that is face up in exile.", "en", "face-up"),
        ("将其翻转为牌面朝上。", "zh-Hans", "turn-face-up"),
        ("牌面朝上放逐的牌", "zh-Hans", "face-up"),
        ("Poner un permanente boca arriba no lo gira.", "es", "turn-face-up"),
        ("una carta boca arriba en el exilio", "es", "face-up"),
    ],
)
def test_turning_face_up_is_told_from_being_face_up(found: Found, text: str, lang: str, term: str):
    terms = {target for _, target in found(text, lang)}
    assert terms & {"turn-face-up", "face-up"} == {term}


def test_outdated_words_are_said_to_be_so(finder: Finder):
    match = finder.find("其转换法术力费用为0。", "zh-Hans")[0]
    assert (match.target, match.form, match.deprecated) == ("mana-value", "转换法术力费用", True)
    assert not finder.find("its mana value", "en")[-1].deprecated


def test_the_outdated_word_for_aura_is_told_from_enchanting(found: Found):
    assert ("结附", "aura") in found("附着于该永久物的结附和武具", "zh-Hans")
    assert "aura" not in [target for _, target in found("所结附的生物", "zh-Hans")]


def test_the_longest_match_stands_and_the_nested_come_when_asked(finder: Finder):
    text = "Combat damage is dealt."
    assert next(m.target for m in finder.find(text, "en")) == "combat-damage"
    assert {"combat-damage", "combat", "damage"} <= {m.target for m in finder.find(text, "en", nested=True)}


def test_a_longer_neighbour_does_not_eat_a_term(found: Found):
    assert [word for word, _ in found("生物牌面朝下", "zh-Hans")] == ["生物", "牌面朝下"]


def test_spaces_that_some_set_between_scripts_make_no_difference(finder: Finder):
    text = "放置 +1/+1 指示物，再选 X 的值。"
    found = {text[m.start : m.end]: m.target for m in finder.find(text, "zh-Hans")}
    assert found["+1/+1 指示物"] == "plus-one-counter"
    assert found["X 的值"] == "x-cost"


def test_an_insertion_is_read_in_its_own_language(finder: Finder):
    text = "disfrazarse (or morph)"
    spans = (Insertion(12, 22, "en"),)
    assert ("morph", "en") in [(m.target, m.lang) for m in finder.find(text, "es", spans)]
    assert "morph" not in [m.target for m in finder.find(text, "es")]


@pytest.mark.parametrize(
    ("query", "term"),
    [
        ("dfc", "double-faced"),
        ("etb", "enters-the-battlefield-ability"),
        ("cmc", "mana-value"),
        ("sba", "state-based-action"),
        ("cartas tapadas", "face-down"),
        ("bicho", "creature"),
        ("tapear", "tap"),
        ("盖着的牌", "face-down"),
        ("翻开", "turn-face-up"),
        ("peek", "look"),
        ("flipping", "turn-face-up"),
        ("instantaneo", "instant"),
        ("hechizo que no es de criatura", "noncreature"),
        ("una biblioteca vacía", "library"),
        ("me obliga a descartar", "must"),
        ("robo el control de su criatura", "gain-control"),
        ("dueno", "owner"),
    ],
)
def test_what_people_type_is_understood_in_any_language(finder: Finder, query: str, term: str):
    assert term in [match.target for match in finder.find_query(query)]


def test_slang_is_not_looked_for_in_texts(found: Found):
    assert "creature" not in [target for _, target in found("El bicho ataca.", "es")]


def test_a_query_that_is_open_says_so(finder: Finder):
    matches = finder.find_query("counter", "en")
    assert {match.target for match in matches} == {"counter", "counters"}
    assert all(match.ambiguous for match in matches)


@pytest.mark.parametrize("query", ["does my creature die", "will it die", "they can't die"])
def test_what_a_creature_does_is_told_from_what_is_rolled(finder: Finder, query: str):
    found = [match.target for match in finder.find_query(query)]
    assert "die" in found
    assert "dice" not in found


def test_what_the_words_beside_it_settle_is_settled_in_a_query_too(finder: Finder):
    assert "determine" not in [match.target for match in finder.find_query("人数")]
    assert "determine" in [match.target for match in finder.find_query("数一下指示物")]


def test_a_language_nobody_reads_gives_nothing(finder: Finder):
    assert finder.find("face down", "und") == []


@given(st.text(max_size=200), st.sampled_from(["en", "es", "zh-Hans", "zh-Hant"]))
def test_matches_lie_in_the_text_in_order_and_apart(finder: Finder, text: str, lang: str):
    last = 0
    for match in finder.find(text, lang):
        assert last <= match.start < match.end <= len(text)
        last = match.end
