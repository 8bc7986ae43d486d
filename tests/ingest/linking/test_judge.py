"""How two rulings relate: likeness alone never joins."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from ingest.linking.polarity import denied, opposed

from .conftest import Told, feed, page

TRAP = (
    "While a manifested creature lies face down, its owner may look at it at any time, "
    "and other players may look only when it leaves the battlefield."
)
TRAP_OF_CLOAK = TRAP.replace("manifested", "cloaked")


@pytest.fixture
def kind(told: Callable[..., Told]) -> Callable[..., str]:
    """How two English rulings of cards that a feed names are related."""

    def of(a: str, b: str, cards: tuple[str, str] = ("Storm Crow", "Storm Crow")) -> str:
        return told(feed(zip(cards, (a, b), strict=True))).kind(a, b)

    return of


def test_another_mechanic_is_a_parallel(kind: Callable[..., str]) -> None:
    assert kind(TRAP, TRAP_OF_CLOAK) == "parallel"


def test_the_same_words_but_one_are_the_same(kind: Callable[..., str]) -> None:
    assert kind(TRAP, TRAP.replace("at any time", "whenever they want")) == "same"


def test_another_era_of_wording_is_not_another_rule(told: Callable[..., Told]) -> None:
    new = "Each time a creature enters under your control, count its mana value, then put that many counters on it."
    old = "Each time a creature enters the battlefield under your control, count its converted mana cost, then put that many counters on it."
    found = told(feed([("Storm Crow", new), ("Storm Crow", old)]))
    assert found.kind(new, old) in ("same", "reworded")
    assert found.joined(new, old)


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("Then put three +1/+1 counters on it, and untap it.", "Then put four +1/+1 counters on it, and untap it."),
        ("Pay {2} before you draw from the library.", "Pay {3} before you draw from the library."),
        (
            "It becomes a 2/2 creature for as long as it's tapped.",
            "It becomes a 4/4 creature for as long as it's tapped.",
        ),
    ],
)
def test_another_number_is_another_rule(kind: Callable[..., str], a: str, b: str) -> None:
    assert kind(a, b) in ("parallel", "related")


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("You can't untap the creature while it's enchanted.", "You can untap the creature while it's enchanted."),
        ("The copy isn't cast, so it doesn't count.", "The copy is cast, so it does count."),
        ("Choose the target before the ability resolves.", "Choose the target after the ability resolves."),
        ("A token will never return to the battlefield.", "A token will always return to the battlefield."),
    ],
)
def test_what_one_says_and_the_other_denies_is_not_the_same(kind: Callable[..., str], a: str, b: str) -> None:
    assert kind(a, b) == "related"


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("将你牌库顶的两张牌面朝下地放逐，你可以检视之。", "将你牌库顶的三张牌面朝下地放逐，你可以检视之。"),
        ("如果你牌库中的牌少于X张，则将它们全部展示。", "如果你牌库中的牌少于三张，则将它们全部展示。"),
        ("Muestra las dos primeras cartas de tu biblioteca.", "Muestra las tres primeras cartas de tu biblioteca."),
    ],
)
def test_numbers_in_words_of_every_language(told: Callable[..., Told], a: str, b: str) -> None:
    tag = "es" if a.isascii() else "zh"
    found = told([*page("Storm Crow", {tag: a}), *page("Lightning Bolt", {tag: b}, file="other.txt")])
    assert found.kind(a, b) in ("parallel", "related")
    assert not found.joined(a, b)


def test_x_is_x_however_often_and_however_it_is_written(kind: Callable[..., str]) -> None:
    a = "If a card in your library has {X} in its mana cost, X is 0."
    b = "If a card in your library has {X} in its mana cost, X is considered to be 0, whatever X was."
    assert kind(a, b) in ("same", "reworded")


@pytest.mark.parametrize(
    ("en", "zh"),
    [
        # One dwells on what the other only touches.
        (
            "A source with infect deals damage to it.",
            "具有侵染之来源所造成的伤害也会如常地影响鹏洛客，并且会移除其上的忠诚指示物。",
        ),
        ("Sacrifice a creature with deathtouch to deal damage to any target.", "数个死触或系命异能不会累计。"),
    ],
)
def test_across_languages_a_few_words_in_common_join_nothing(told: Callable[..., Told], en: str, zh: str) -> None:
    found = told([*feed([("Storm Crow", en)]), *page("Lightning Bolt", {"zh": zh}, file="zh.txt")])
    assert not found.joined(en, zh)


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("若该永久物离开战场，你不能再横置它。", "若该永久物离开战场，你能再横置它。"),
        ("El jugador no puede enderezar la criatura.", "El jugador puede enderezar la criatura."),
    ],
)
def test_denial_in_every_language(told: Callable[..., Told], a: str, b: str) -> None:
    tag = "es" if a.isascii() else "zh"
    found = told([*page("Storm Crow", {tag: a}), *page("Lightning Bolt", {tag: b}, file="other.txt")])
    assert found.kind(a, b) == "related"
    assert not found.joined(a, b)


OURS = "If Storm Crow leaves the battlefield first, the exiled card never returns."
THEIRS = OURS.replace("Storm Crow", "Lightning Bolt")


def test_what_two_say_each_of_its_own_card_does_not_join_them(told: Callable[..., Told]) -> None:
    found = told(feed([("Storm Crow", OURS), ("Lightning Bolt", THEIRS)]))
    relation = found.relation(OURS, THEIRS)
    assert relation and relation.kind == "related"
    assert relation.reason == "each of its own card: storm-crow here, lightning-bolt there"
    assert not found.joined(OURS, THEIRS)


def test_those_that_say_it_of_no_card_outvote_two_that_say_it_each_of_its_own(told: Callable[..., Told]) -> None:
    nameless = OURS.replace("Storm Crow", "it")
    likewise = nameless.replace("leaves the battlefield first", "is first to leave the battlefield")
    rows = [("Storm Crow", OURS), ("Stolen Identity", nameless), ("Lightning Bolt", THEIRS)]
    assert not told(feed(rows)).joined(OURS, THEIRS)
    found = told(feed([*rows, ("Ghostly Flicker", likewise)]))
    assert found.kind(OURS, nameless) == found.kind(nameless, THEIRS) == found.kind(nameless, likewise) == "same"
    assert found.joined(OURS, THEIRS)


def test_another_card_than_its_own_is_a_parallel(told: Callable[..., Told]) -> None:
    ours = "A manifested creature that Lightning Bolt destroys is revealed as it leaves the battlefield, before it is exiled."
    theirs = ours.replace("Lightning Bolt", "Ghostly Flicker")
    found = told([*page("Stolen Identity", {"en": ours}), *page("Storm Crow", {"en": theirs}, file="b.txt")])
    assert found.kind(ours, theirs) == "parallel"
    assert not found.joined(ours, theirs)


def test_own_abilities_of_two_cards_are_not_one_ruling(kind: Callable[..., str]) -> None:
    a = "The last ability is a mana ability, so nobody can respond to it."
    b = "The chapter II ability is a mana ability, so nobody can respond to it."
    assert kind(a, b, ("Storm Crow", "Lightning Bolt")) in ("parallel", "related")


def test_page_mates_are_never_the_same_unless_nearly_word_for_word(told: Callable[..., Told]) -> None:
    a = "The exiled card stays exiled until the end of the turn, and its owner may look at it."
    b = "The exiled card stays exiled if its owner leaves the game, and nobody may look at it."
    found = told(page("Storm Crow", {"en": a}, {"en": b}))
    assert found.kind(a, b) not in ("same", "reworded")
    assert not found.joined(a, b)


def test_only_one_that_is_about_a_mechanic_is_not_the_same(kind: Callable[..., str]) -> None:
    a = "Cards that you exile in this manner are exiled face up, and everybody may look at them."
    b = "Cards that you suspend are exiled face up, and everybody may look at them."
    assert kind(a, b, ("Storm Crow", "Lightning Bolt")) in ("related", "parallel", "")


def test_an_example_is_no_subject(told: Callable[..., Told]) -> None:
    a = "You may pay additional costs (such as kicker costs) but no alternative costs for a card that you cast freely."
    b = "You may pay additional costs (such as buyback costs) but no alternative costs for a card that you cast freely."
    assert told(feed([("Storm Crow", a), ("Lightning Bolt", b)])).joined(a, b)


def test_things_that_have_nothing_in_common_have_no_relation(kind: Callable[..., str]) -> None:
    assert kind("Roll a die and add one.", "An Aura stays attached to the planeswalker.") == ""


def test_across_languages_by_concepts(told: Callable[..., Told]) -> None:
    en = "If a manifested instant card would be turned face up, reveal it: it stays on the battlefield face down."
    zh = "如果已显化的瞬间牌将翻回正面，则展示该牌：它会牌面朝下地留在战场上。"
    other = "如果已匿伏的瞬间牌将翻回正面，则展示该牌：它会牌面朝下地留在战场上。"
    found = told([*page("Storm Crow", {"en": en}), *page("光形", {"zh": zh}, {"zh": other}, file="zh.txt")])
    assert found.joined(en, zh)
    assert found.kind(en, other) == "parallel"
    assert not found.joined(en, other)


def test_every_verdict_says_why(told: Callable[..., Told]) -> None:
    found = told(feed([("Storm Crow", TRAP), ("Lightning Bolt", TRAP_OF_CLOAK)]))
    assert found.relation(TRAP, TRAP_OF_CLOAK).reason == "another mechanic: manifest here, cloak there"


def test_what_negations_stand_before() -> None:
    assert denied("it can't be cast".split()) == {"be", "cast"}
    assert denied("你 不 能 抓 牌".split()) == {"能", "抓"}
    assert denied(["not"]) == denied([]) == frozenset()


@pytest.mark.parametrize(
    ("one", "other", "against"),
    [
        ("it can be tapped", "it can't be tapped", True),
        ("it does not count", "it doesn't count", False),
        ("more than two", "fewer than two", True),
        ("more and fewer", "fewer than two", False),
        ("你 不 能 抓 牌", "你 能 抓 牌", True),
        ("no puede girarla", "puede girarla", True),
        ("tap it", "tap it", False),
        ("", "not", True),
    ],
)
def test_opposites(one: str, other: str, against: bool) -> None:
    assert bool(opposed(one.split(), other.split())) is against
    assert bool(opposed(other.split(), one.split())) is against
