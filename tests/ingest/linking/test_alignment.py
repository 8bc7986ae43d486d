"""Localised pages aligned to the English of their card and day."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

from ingest.linking.alignment import align, pairs, through_their_english
from ingest.linking.profile import Profile, length
from ingest.model import Entry, Link, Paragraph, Relation, Ruling, Text

from .conftest import DAY, Told, page


def profile(id: str, *lists: object, **vector: float) -> Profile:
    return Profile(id, vector, length(vector), vector, {}, lists=frozenset(lists))


def of_storm_crow(number: int, body: str, tag: str, day=DAY) -> Entry:
    return Entry("feed", number, number, None, day, None, (Paragraph(body, number, number, tag),), "Storm Crow")


EN = {
    "tap": "As the ability resolves, you choose which creature is tapped.",
    "mill": "If the library holds fewer cards, mill all of them.",
    "counter": "A counter that is removed does not return.",
}
ZH = {
    "tap": "在异能结算时，由你选择要横置哪个生物。",
    "mill": "如果牌库中的牌不足，则磨掉全部。",
}


def test_each_translation_finds_the_english_of_its_card_and_day(told: Callable[..., Told]) -> None:
    english = [of_storm_crow(at, body, "en") for at, body in enumerate(EN.values(), start=1)]
    found = told([*english, *page("Storm Crow", *({"zh": body} for body in ZH.values()), file="zh.txt")])
    for key, body in ZH.items():
        assert found.joined(EN[key], body)
        assert found.kind(EN[key], body) in ("same", "reworded")
        assert not any(found.joined(EN[other], body) for other in EN if other != key)


def test_feeds_that_name_the_card_alike_are_versions_of_each_other(told: Callable[..., Told]) -> None:
    english = [of_storm_crow(at, body, "en") for at, body in enumerate(EN.values(), start=1)]
    chinese = [of_storm_crow(at, body, "zh-Hans") for at, body in enumerate(ZH.values(), start=101)]
    found = told([*english, *chinese])
    for key, body in ZH.items():
        assert found.joined(EN[key], body)
        assert not any(found.joined(EN[other], body) for other in EN if other != key)
    assert not found.joined(*ZH.values())


def test_two_pages_that_translate_one_ruling_both_find_its_english(told: Callable[..., Told]) -> None:
    english = [of_storm_crow(at, body, "en") for at, body in enumerate(EN.values(), start=1)]
    official = [of_storm_crow(at, body, "zh-Hans") for at, body in enumerate(ZH.values(), start=101)]
    anothers = {"tap": "当此异能结算时，由你来选择横置哪个生物。", "mill": "若牌库中的牌数不足，就磨掉所有的牌。"}
    found = told(
        [*english, *official, *page("Storm Crow", *({"zh": body} for body in anothers.values()), file="b.txt")]
    )
    for key, body in anothers.items():
        assert "card and day" in found.relation(EN[key], body).reason
        assert found.joined(EN[key], body) and found.joined(EN[key], ZH[key])


def test_another_day_is_another_ruling(told: Callable[..., Told]) -> None:
    later = DAY + timedelta(days=300)
    en = "It stays tapped; you may look at the exiled card."
    zh = "你可以检视该张所放逐的牌，且它保持横置。"
    wrong = "它会被放逐，你可以检视该牌。"
    found = told([of_storm_crow(1, en, "en"), *page("Storm Crow", {"zh": wrong}, day=later, file="zh.txt")])
    assert "card and day" not in (found.relation(en, wrong).reason if found.relation(en, wrong) else "")
    same_day = told([of_storm_crow(1, en, "en"), *page("Storm Crow", {"zh": zh}, file="zh.txt")])
    assert same_day.joined(en, zh)


def test_nobody_is_given_to_two_and_the_likest_come_first() -> None:
    profiles = {
        "a": profile("a", cloak=5.0),
        "b": profile("b", cloak=5.0, ward=3.0),
        "x": profile("x", cloak=5.0),
        "y": profile("y", cloak=5.0, ward=3.0, token=1.0),
    }
    assert [(one, other) for one, other, _ in pairs("ab", "xy", profiles)] == [("a", "x"), ("b", "y")]
    assert [(one, other) for one, other, _ in pairs("ab", "x", profiles)] == [("a", "x")]


def test_what_stands_on_one_page_is_never_aligned() -> None:
    profiles = {"a": profile("a", "page", cloak=5.0), "x": profile("x", "page", cloak=5.0)}
    assert list(pairs("a", "x", profiles)) == []


def test_what_is_too_unlike_is_left_alone() -> None:
    profiles = {"a": profile("a", cloak=5.0), "x": profile("x", ward=5.0)}
    assert list(pairs("a", "x", profiles)) == []


def test_a_ruling_without_card_or_day_is_not_aligned() -> None:
    subject = Link("card", "storm-crow", "feed", "subject")
    english = Ruling("x", DAY, (Text("tx", "en", "Cloak it."),), (subject,))
    dateless = Ruling("a", None, (Text("ta", "zh-Hans", "匿伏它。"),), (subject,))
    cardless = Ruling("b", DAY, (Text("tb", "zh-Hans", "匿伏它。"),))
    candidate = Ruling("c", DAY, (Text("tc", "zh-Hans", "匿伏它。"),), (Link("card", "storm-crow", "x", "candidate"),))
    localised = Ruling("d", DAY, (Text("td", "zh-Hans", "匿伏它。"),), (subject,))
    rulings = [english, dateless, cardless, candidate, localised]
    (relation,) = align(rulings, {one.id: profile(one.id, cloak=5.0) for one in rulings})
    assert (relation.a, relation.b, relation.kind) == ("d", "x", "same")


def test_an_aligned_ruling_speaks_through_its_english() -> None:
    tags = {
        "own": ("en",),
        "other": ("en",),
        "zh": ("zh-Hans",),
        "zh2": ("zh-Hans",),
        "both": ("en", "zh-Hans"),
        "es": ("es",),
    }
    rulings = [Ruling(id, DAY, tuple(Text(f"{id}-{tag}", tag, id) for tag in langs)) for id, langs in tags.items()]
    found = [
        Relation(*sorted(pair), kind, "", 0.9)
        for *pair, kind in (
            ("own", "zh", "reworded"),
            ("other", "zh", "reworded"),
            ("zh", "zh2", "same"),
            ("both", "zh", "same"),
            ("es", "zh", "same"),
            ("other", "zh2", "same"),
            ("es", "other", "same"),
        )
    ]
    aligned = [Relation("own", "zh", "same", "", 0.5)]
    left = {(one.a, one.b) for one in through_their_english(found, aligned, rulings)}
    assert left == {("own", "zh"), ("zh", "zh2"), ("both", "zh"), ("other", "zh2"), ("es", "other")}
    assert {(one.a, one.b) for one in through_their_english(found, [], rulings)} == {(one.a, one.b) for one in found}


def test_a_translation_with_its_english_at_hand_joins_no_other_by_guess(told: Callable[..., Told]) -> None:
    english = [of_storm_crow(at, body, "en") for at, body in enumerate(EN.values(), start=1)]
    twin = "As the ability resolves, you choose which artifact is tapped."
    other = Entry("feed", 9, 9, None, DAY, None, (Paragraph(twin, 9, 9, "en"),), "Lightning Bolt")
    found = told([*english, other, of_storm_crow(101, ZH["tap"], "zh-Hans")])
    assert found.joined(EN["tap"], ZH["tap"])
    assert found.kind(twin, ZH["tap"]) not in ("same", "reworded")


def test_of_equals_the_same_is_chosen_whatever_comes_first() -> None:
    def ruling(id: str, lang: str, *cards: str) -> Ruling:
        return Ruling(id, DAY, (Text(id, lang, id),), tuple(Link("card", card, "feed", "subject") for card in cards))

    rulings = [ruling("b", "en", "storm-crow"), ruling("a", "en", "mana-drain")]
    chinese = ruling("z", "zh-Hans", "storm-crow", "mana-drain")
    turned = ruling("z", "zh-Hans", "mana-drain", "storm-crow")
    profiles = {id: profile(id, ((f"{id}.txt", None), None, None), ward=5.0) for id in "abyz"}
    before = ruling("y", "zh-Hans", "storm-crow")
    for order in ([before, *rulings, chinese], [chinese, before, *reversed(rulings)], [turned, *rulings, before]):
        assert {(one.a, one.b) for one in align(order, profiles)} == {("a", "z"), ("b", "y")}


def test_what_a_translation_says_in_another_spacing_is_a_version_of_its_english() -> None:
    def ruling(id: str, **bodies: str) -> Ruling:
        texts = tuple(Text(f"{id}-{tag}", {"zh": "zh-Hans"}.get(tag, tag), body) for tag, body in bodies.items())
        return Ruling(id, DAY, texts, (Link("card", "storm-crow", "feed", "subject"),))

    rulings = [
        ruling("plotted", en="If a plotted card has {X}, choose 0.", zh="如果设谋之牌有{X}，则X为0。"),
        ruling("copied", en="If the copied creature has {X}, X is 0."),
        ruling("spaced", zh="如果设谋之牌有 {X}，则 X 为 0。"),
    ]
    feed = ("feed", None)
    profiles = {one.id: profile(one.id, feed, plot=5.0, x=3.0) for one in rulings}
    profiles["copied"] = profile("copied", copy=2.0, x=3.0)
    assert [(one.a, one.b, one.score) for one in align(rulings, profiles)] == [("plotted", "spaced", 1.0)]
