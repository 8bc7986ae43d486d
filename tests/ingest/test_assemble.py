"""Entries become rulings: met twice is one, modest about who is behind a text, named by its pivot."""

from __future__ import annotations

from datetime import date

import pytest

from ingest.ids import text_id

ZH, EN, ES = "它不会重置。", "It stays tapped.", "Permanece girado."
PAIR = f"• (2024-06-07 official)\n\n  {ZH}\n\n  {EN}\n"
ZH_ONLY = f"• (2024-06-07 official)\n\n  {ZH}\n"


def test_the_same_statement_in_two_files_is_one_ruling_with_both_sources(assembled):
    made = assembled({"a.txt": PAIR, "b.txt": PAIR.replace("  ", "\t")})
    (ruling,) = made.rulings
    assert [(text.lang, text.body) for text in ruling.texts] == [("en", EN), ("zh-Hans", ZH)]
    assert [[source.file for source in text.sources] for text in ruling.texts] == [["a.txt", "b.txt"]] * 2
    assert [entry.file for entry in made.entries[ruling.id]] == ["a.txt", "b.txt"]


def test_versions_from_several_files_gather_around_the_text_they_share(assembled):
    dated = f"Card\n\n07/06/2024\n\n{EN}\n\n{ES}\n\n25/12/2024\n\n{ES}\n"
    made = assembled({"a.txt": PAIR, "b.txt": dated})
    assert [[text.lang for text in ruling.texts] for ruling in made.rulings] == [["es"], ["en", "es", "zh-Hans"]]


def test_the_pivot_names_the_ruling_whatever_the_order_of_files(assembled):
    english, chinese = text_id_of(EN, "en"), text_id_of(ZH, "zh-Hans")
    assert [ruling.id for ruling in assembled({"a.txt": ZH_ONLY}).rulings] == [chinese]
    for names in (("a.txt", "b.txt"), ("b.txt", "a.txt")):
        made = assembled(dict(zip(names, (ZH_ONLY, PAIR), strict=True)))
        assert [ruling.id for ruling in made.rulings] == [english]


def text_id_of(body, lang):
    return text_id(date(2024, 6, 7), lang, body)


def test_equal_dates_alone_pair_nothing(assembled):
    page = f"Card\n\n13/07/2018\n\n{EN}\n\n13/07/2018\n\n{ZH}\n\n13/07/2018\n\n{ES}\n"
    made = assembled({"a.txt": page})
    assert [[text.lang for text in ruling.texts] for ruling in made.rulings] == [["en"], ["zh-Hans"], ["es"]]


@pytest.mark.parametrize(
    ("label", "origin"),
    [
        ("official", "official"),
        ("Official", "official"),
        ("官方", "official"),
        ("gpt", "machine"),
        ("MTGZH", "community"),
        ("not official", "unstated"),
        ("unofficial", "unstated"),
        ("official?", "unstated"),
        ("非官方", "unstated"),
        ("somebody", "unstated"),
        ("official gpt", "unstated"),
    ],
)
def test_unknown_label_is_kept_and_never_made_official(assembled, label, origin):
    (ruling,) = assembled({"a.txt": PAIR.replace("official", label)}).rulings
    chinese, english = ruling.text_in("zh-Hans"), ruling.text_in("en")
    assert (chinese.label, chinese.origin) == (label, origin)
    assert (english.label, english.origin) == (None, "unstated")


@pytest.mark.parametrize("order", [("official", "gpt"), ("gpt", "official")])
def test_where_sources_disagree_the_modest_claim_stands(assembled, order):
    pages = {f"{n}.txt": PAIR.replace("official", label) for n, label in enumerate(order)}
    (ruling,) = assembled(pages).rulings
    text = ruling.text_in("zh-Hans")
    assert (text.origin, text.label) == ("machine", "gpt")
    assert [source.label for source in text.sources] == list(order)


def test_a_source_that_says_nothing_takes_nothing_back(assembled):
    (ruling,) = assembled({"a.txt": PAIR, "b.txt": PAIR.replace(" official", "")}).rulings
    assert ruling.text_in("zh-Hans").origin == "official"


def test_newest_first_and_without_date_last(assembled):
    page = "".join(f"• ({day} gpt)\n\n  第{day}条。\n\n" for day in ("2018-07-13", "2024-02-31", "2024-06-07"))
    dates = [str(ruling.date) for ruling in assembled({"a.txt": page}).rulings]
    assert dates == ["2024-06-07", "2018-07-13", "None"]


def test_entry_without_a_paragraph_states_nothing(assembled):
    made = assembled({"a.txt": "• (2024-06-07 gpt)\n\n" + PAIR})
    assert len(made.rulings) == 1


def test_insertions_are_found(assembled):
    page = "Carta\n\n13/07/2018\n\nDebes mostrarla si tiene disfraz (or a disguise cost).\n"
    (ruling,) = assembled({"a.txt": page}).rulings
    (text,) = ruling.texts
    assert [(text.body[i.start : i.end], i.lang) for i in text.insertions] == [("or a disguise cost", "en")]
