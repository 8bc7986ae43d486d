"""Feeds built: linked to their cards, the same from feed and page made one, nothing lost from day to day."""

from __future__ import annotations

import json

import pytest

from ingest.errors import RosettaError

from .conftest import A, B, C, bulk, card, ruling

R = "2009-10-01"
DAY_ONE = [
    ruling(A, R, "Second-day first line."),
    ruling(A, "2006-02-01", "Oldest of all."),
    ruling(A, R, "Second-day second line."),
    ruling(A, R, "A note that the site added.", "scryfall"),
    ruling(B, R, "Second-day first line."),
    ruling(A, R, "Second-day first line."),
]
CARDS = bulk([card(A, "Storm Oracle"), card(B, "Quiet Oracle")])
ON_A = ["Second-day first line.", "Second-day second line.", "A note that the site added.", "Oldest of all."]


def many(count, text="The creature {} stays tapped."):
    return [ruling(f"{n:08x}-0000-4000-8000-000000000000", "2015-03-27", text.format(n)) for n in range(count)]


def test_a_ruling_printed_on_two_cards_is_one(built):
    base = built({"cards.json": CARDS, "rulings.json": bulk(DAY_ONE)})
    assert base.rulings("storm-oracle") == ON_A
    assert base.rulings("quiet-oracle") == ["Second-day first line."]
    shared = base.store.ruling(base.store.card_rulings("quiet-oracle")[0])
    assert {link.target for link in shared.links if link.basis == "feed"} == {"storm-oracle", "quiet-oracle"}
    note = base.store.ruling(base.store.card_rulings("storm-oracle")[2])
    assert [source.publisher for source in note.texts[0].sources] == ["scryfall"]


def test_the_same_again_in_another_order_changes_nothing(built):
    first = built({"cards.json": CARDS, "rulings.json": bulk(DAY_ONE)})
    for records in (DAY_ONE, DAY_ONE[::-1]):
        again = built({"cards.json": CARDS, "rulings.json": bulk(records)}, force=True)
        assert again.rulings("storm-oracle") == first.rulings("storm-oracle") == ON_A
        assert again.kinds() == []


def test_what_is_owed_to_a_feed_is_kept(built):
    base = built({"rulings.json": bulk(DAY_ONE), "a.txt": "Lightform\n\n13/07/2018\n\nIt stays tapped.\n"})
    page, feed = base.store.sources()
    assert "Scryfall" in feed.attribution and feed.licence
    assert (page.attribution, page.licence) == ("", "")


def test_a_page_and_a_feed_that_say_the_same_are_one_ruling(built):
    page = "Storm Oracle\n\n• (2006-02-01 gpt)\n\n  最老的一条。\n\n  Oldest of all.\n"
    base = built({"cards.json": CARDS, "rulings.json": bulk(DAY_ONE), "page.txt": page})
    (one,) = [
        base.store.ruling(id)
        for id in base.store.card_rulings("storm-oracle")
        if base.store.ruling(id).date.year == 2006
    ]
    assert {text.lang: text.origin for text in one.texts} == {"en": "unstated", "zh-Hans": "machine"}
    assert {source.file for source in one.text_in("en").sources} == {"rulings.json", "page.txt"}


def test_a_dump_without_cards_finds_them_by_the_english(built):
    dump = [
        {"published_at": "2006-02-01", "comment": "Oldest  of all.", "source": "gpt", "translation": "最老的一条。"},
        {"published_at": R, "comment": "On no card known.", "source": "official", "translation": "不知属于哪张牌。"},
        {
            "published_at": R,
            "comment": "Nor is this one here.",
            "source": "official",
            "translation": "这一条也不知道。",
        },
    ]
    base = built({"cards.json": CARDS, "rulings.json": bulk(DAY_ONE), "zh.json": bulk(dump)})
    (id,) = [id for id in base.store.card_rulings("storm-oracle") if base.store.ruling(id).date.year == 2006]
    assert [text.body for text in base.store.ruling(id).texts] == ["Oldest of all.", "最老的一条。"]
    loose = [one for one in base.store.list_rulings(0, 100) if one.text_in("zh-Hans") and one.date.year == 2009]
    assert [text.origin for one in loose for text in one.texts] == ["unstated", "official"] * 2
    assert [link for one in loose for link in one.links if link.kind == "card"] == []


# --- cards -------------------------------------------------------------------


def test_a_renamed_card_keeps_its_id_and_its_former_name(built):
    rulings = bulk(DAY_ONE)
    built({"cards.json": CARDS, "rulings.json": rulings})
    built({"cards.json": CARDS.replace("Storm Oracle", "Gale Oracle"), "rulings.json": rulings})
    base = built({"cards.json": CARDS.replace("Storm Oracle", "Calm Oracle"), "rulings.json": rulings})
    known = base.store.card("storm-oracle")
    assert (known.names["en"], set(known.aliases["en"])) == ("Calm Oracle", {"Storm Oracle", "Gale Oracle"})
    assert base.rulings("storm-oracle") == ON_A


def test_names_of_feeds_are_added_and_never_replace_simplified_by_traditional(built):
    more = [
        card(A, "Storm Oracle", lang="zht", printed_name="風暴神諭"),
        card(A, "Storm Oracle", lang="zhs", printed_name="风暴神谕"),
    ]
    base = built({"cards.json": CARDS, "more.json": bulk(more), "rulings.json": bulk(DAY_ONE)})
    names = base.store.card("storm-oracle").names
    assert (names["zh-Hans"], names["zh-Hant"]) == ("风暴神谕", "風暴神諭")


def test_a_token_never_takes_the_place_of_a_card(built):
    cards = [card(C, "Storm Oracle", "token"), card(A, "Storm Oracle"), card(B, "Quiet Oracle", "token")]
    rulings = [ruling(A, R, "Of the card."), ruling(C, R, "Of the token.")]
    base = built({"cards.json": bulk(cards), "rulings.json": bulk(rulings)})
    assert base.rulings("storm-oracle") == ["Of the card."]
    assert base.rulings("storm-oracle-token") == ["Of the token."]
    assert base.store.card("storm-oracle-token").kind == "token"
    assert base.store.card("quiet-oracle-token") is None  # no ruling stands on it


# --- from day to day -----------------------------------------------------------

HIS = "When you do, choose his or her card at random."
THEIR = HIS.replace("his or her", "their")
PAGE = f"Storm Oracle\n\n• (2020-01-01 official)\n\n  随机选择其一张牌。\n\n  {HIS}\n"


def day(*texts, cards=40):
    records = [ruling(A, "2020-01-01", text) for text in texts]
    return {"cards.json": CARDS, "rulings.json": bulk([*records, *many(cards)])}


def stale(base):
    total, found = base.store.findings(check="source-changed", limit=100)
    assert total == len(found)
    return [(one.lang, one.params["before"], one.params["after"]) for one in found]


def test_a_wording_that_changed_under_its_translation(built):
    assert stale(built(day(HIS, "It stays tapped.") | {"page.txt": PAGE})) == []
    for _ in range(2):
        base = built(day(THEIR) | {"page.txt": PAGE}, force=True)
        assert stale(base) == [("zh-Hans", HIS, THEIR)]
        assert sorted(base.kinds()) == [("corrected", "en"), ("withdrawn", "en")]
    (gone,) = base.store.all_former()
    assert json.loads(gone.data)["texts"][0]["body"] == "It stays tapped."
    assert THEIR in base.rulings("storm-oracle")


def test_it_ends_when_the_translation_changes_or_the_source_goes_back(built):
    built(day(HIS) | {"page.txt": PAGE})
    assert len(stale(built(day(THEIR) | {"page.txt": PAGE}))) == 1
    assert stale(built(day(THEIR) | {"page.txt": PAGE.replace("选择其", "选择该牌手的")})) == []
    assert len(stale(built(day(THEIR) | {"page.txt": PAGE}))) == 1
    assert stale(built(day(HIS) | {"page.txt": PAGE})) == []


def test_a_page_whose_english_is_mended_under_its_chinese(built):
    built({"page.txt": PAGE})
    assert stale(built({"page.txt": PAGE.replace("his or her", "their")})) == [("zh-Hans", HIS, THEIR)]


def test_a_short_wording_changed_is_told_by_its_card(built):
    built(day("Choose his or her card."))
    base = built(day("Choose their card."))
    assert base.kinds() == [("corrected", "en")]
    assert base.built.changed == {"corrected": 1}


def test_a_great_loss_stops_the_build_until_accepted(built):
    before = built(day(HIS, cards=100))
    with pytest.raises(RosettaError, match=r"scryfall rulings: 100 of 101 statements it had are gone.*--accept-loss"):
        built(day(HIS, cards=0))
    assert (before.home / "CURRENT").read_text().strip() == before.built.snapshot.name
    after = built(day(HIS, cards=0), accept_loss=True)
    assert after.built.changed == {"withdrawn": 100}
    assert len(after.store.all_former()) == 100


def test_a_feed_that_can_not_be_read_any_more_is_a_loss(built):
    built(day(HIS, cards=100) | {"page.txt": PAGE})
    with pytest.raises(RosettaError, match="101 of 101 statements"):
        built(day() | {"page.txt": PAGE, "rulings.json": "<html><p>Sorry</p></html>"})


def test_a_feed_that_a_person_takes_out_or_that_is_reworded_is_none(built):
    built(day(HIS, cards=100) | {"page.txt": PAGE})
    renamed = bulk(many(100, "That creature {} remains tapped."))
    assert built({"cards.json": CARDS, "rulings-2.json": renamed}).built.new
    assert built({"page.txt": PAGE}).built.new


def test_news_do_not_make_up_for_a_loss(built):
    built(day(HIS, cards=100))
    news = [ruling(A, "2021-01-01", f"News number {n} of many.") for n in range(200)]
    with pytest.raises(RosettaError, match="100 of 101"):
        built({"cards.json": CARDS, "rulings.json": bulk([ruling(A, "2020-01-01", HIS), *news])})
