"""Each published shape read: what is kept, what is reported, what is refused and why."""

from __future__ import annotations

import gzip
import json

import pytest

from ingest.errors import UnreadableSource
from ingest.feeds import FEEDS

from .conftest import A, B, bulk, card, ruling

TWO = [ruling(A, "2009-10-01", "It stays tapped."), ruling(B, "2011-01-22", "You may choose none.", "scryfall")]
BODIES = ["It stays tapped.", "You may choose none."]
SHAPES = {
    "a line each": bulk(TWO),
    "one line": json.dumps(TWO),
    "indented": json.dumps(TWO, indent=2),
    "JSON Lines": "".join(json.dumps(one) + "\n" for one in TWO),
    "no last line end": "\n".join(json.dumps(one) for one in TWO),
    "a page of the service": json.dumps({"object": "list", "has_more": False, "data": TWO}),
    "byte order mark": "\ufeff" + bulk(TWO),
    "Windows line ends": bulk(TWO).replace("\n", "\r\n"),
}


@pytest.mark.parametrize("shape", SHAPES)
def test_rulings_in_every_shape(read, shape):
    entries = read(SHAPES[shape]).entries
    assert [entry.paragraphs[0].body for entry in entries] == BODIES
    assert [(entry.oracle_id, str(entry.date)) for entry in entries] == [(A, "2009-10-01"), (B, "2011-01-22")]
    assert [entry.paragraphs[0].publisher for entry in entries] == ["wotc", "scryfall"]
    assert [entry.paragraphs[0].label for entry in entries] == [None, None]


def test_rulings_packed(read):
    assert len(read(gzip.compress(bulk(TWO).encode())).entries) == 2


def test_each_entry_knows_its_line(read):
    assert [entry.line for entry in read(bulk(TWO)).entries] == [2, 3]
    indented = read(json.dumps(TWO, indent=1)).entries
    assert [(entry.line, entry.paragraphs[0].last_line) for entry in indented] == [(2, 8), (9, 15)]


def test_what_is_odd_is_reported_and_the_rest_read(read):
    odd = [
        ruling(A, "2009-02-30", "No such day."),
        ruling(A, "2009-10-01", ""),
        ruling("", "2009-10-01", "On no card."),
        ruling(A, "2009-10-01", "Half a \ud83d pair.\x07", "judges", mood="new"),
        ["no", "object"],
        ruling(A, "2009-10-01", "x" * 60_000),
        TWO[0],
    ]
    reading = read("[\n" + ",\n".join(json.dumps(one) for one in odd) + "\n]\n")
    assert [entry.paragraphs[0].body for entry in reading.entries] == ["No such day.", "Half a \ufffd pair.", BODIES[0]]
    assert reading.entries[0].date is None
    codes = {problem.code for problem in reading.problems}
    assert codes == {
        "impossible-date",
        "missing-paragraph",
        "unreadable-record",
        "unknown-publisher",
        "unknown-field",
        "oversized-text",
    }


def test_a_feed_with_a_fault_in_each_record_does_not_drown_the_report(read):
    reading = read(bulk([ruling(A, "2009-10-01", "Fine.", **{f"field{n}": 1}) for n in range(300)]))
    assert len(reading.entries) == 300
    assert len(reading.problems) == 20


REFUSED = {
    "nested deep": ("[" * 100_000, "nested deeper"),
    "a deep member": ('[{"oracle_id":"a","published_at":"b","comment":' + '{"a":' * 100_000, "nested deeper"),
    "a deep line": (bulk(TWO)[:-3] + ',\n{"a":' + "[" * 100_000 + "]" * 100_000 + "}\n]", "nested deeper"),
    "cut in a record": (bulk(TWO)[:-30], "no JSON|ends in the middle"),
    "cut between records": (bulk(TWO)[:-3], "ends in the middle"),
    "cut in one line": (json.dumps(TWO)[:-20], "ends in the middle"),
    "an endless string": ('[{"oracle_id": "' + "x" * (9 << 20), "longer than 8 MiB"),
}


@pytest.mark.parametrize("case", REFUSED)
def test_broken_json_is_refused_with_its_file(read, case):
    content, reason = REFUSED[case]
    with pytest.raises(UnreadableSource, match=reason) as refused:
        read(content)
    assert str(refused.value).startswith("feed.json:")


def test_each_feed_is_owed_something_and_says_what_it_is():
    assert len({feed.name for feed in FEEDS}) == len(FEEDS) >= 6
    assert all(feed.attribution and feed.licence and feed.describes for feed in FEEDS)


# --- cards -------------------------------------------------------------------


def names(reading):
    return {one.name: one for one in reading.known_cards}


def test_cards_with_names_in_other_languages(read):
    cards = [
        card(A, "Test Knight"),
        card(A, "Test Knight", lang="zhs", printed_name="测试骑士"),
        card(A, "Test Knight", lang="zht", printed_name="測試騎士"),
        card(A, "Test Knight", lang="es", printed_name="Caballero de prueba"),
        card(A, "Test Knight", lang="qya", printed_name="xyz"),
        card(A, "Test Knight", lang="fr", printed_name="Chevalier d'essai"),
    ]
    reading = read(bulk(cards))
    assert names(reading)["Test Knight"].names == {
        "en": ["Test Knight"],
        "zh-Hans": ["测试骑士"],
        "zh-Hant": ["測試騎士"],
        "es": ["Caballero de prueba"],
    }
    assert [(one.code, one.severity, one.detail) for one in reading.problems] == [
        ("unknown-language", "warning", "qya: 1 names left out"),
        ("languages-left-out", "info", "fr 1"),
    ]


def test_a_feed_of_which_no_language_is_kept_is_warned_of(read):
    reading = read(bulk([card(A, "Test Knight", lang="fr", printed_name="Chevalier d'essai")]))
    assert ("no-language-kept", "warning") in [(one.code, one.severity) for one in reading.problems]


def test_layouts_are_an_open_set(read):
    faces = [{"name": "Day Side", "printed_name": "白天"}, {"name": "Night Side", "printed_name": "黑夜"}]
    twice = [{"name": "Back to Back", "oracle_id": B}, {"name": "Back to Back", "oracle_id": B}]
    cards = [
        card(A, "Day Side // Night Side", "transform", "zhs", card_faces=faces),
        {"object": "card", "name": "Back to Back // Back to Back", "layout": "reversible_card", "card_faces": twice},
        card("c", "Storm Cat", "token"),
        card("d", "Odd One", "hologram"),
        card("e", "A-Even One"),
    ]
    reading = read(bulk(cards))
    held = names(reading)
    assert {name: one.kind for name, one in held.items()} == {
        "Day Side // Night Side": "card",
        "Back to Back": "card",
        "Storm Cat": "token",
        "Odd One": "card",
        "A-Even One": "rebalanced",
    }
    assert held["Back to Back"].oracle_id == B
    assert held["Day Side // Night Side"].faces == {"en": ("Day Side", "Night Side"), "zh-Hans": ("白天", "黑夜")}
    assert held["Day Side // Night Side"].names["zh-Hans"] == ["白天 // 黑夜"]
    assert [(one.code, one.detail) for one in reading.problems] == [("unknown-layout", "hologram")]


# --- MTGJSON -----------------------------------------------------------------


def face(name, face_name=None, rulings=(), foreign=(), **more):
    held = {"name": name, "layout": "normal", "identifiers": {"scryfallOracleId": A}, "foreignData": list(foreign)}
    return held | {"rulings": list(rulings)} | ({"faceName": face_name} if face_name else {}) | more


ATOMIC = {
    "meta": {"date": "2024-06-07", "version": "5.2"},
    "data": {
        "Day Side // Night Side": [
            face(
                "Day Side // Night Side",
                side,
                [{"date": "2022-02-18", "text": "It turns once."}, {"date": "2022-02-18", "text": "It untaps."}],
                [{"language": "Chinese Simplified", "name": "白天 // 黑夜", "faceName": zh}, {"language": "French", "name": "Jour"}],
            )
            for side, zh in (("Day Side", "白天"), ("Night Side", "黑夜"))
        ],
        "No Rulings": [face("No Rulings", identifiers={}, rulings=[])],
    },
}  # fmt: skip


@pytest.mark.parametrize("indent", [None, 1])
def test_atomic_cards(read, indent):
    reading = read(json.dumps(ATOMIC, indent=indent))
    assert [(entry.card, entry.oracle_id, entry.paragraphs[0].body) for entry in reading.entries] == [
        ("Day Side // Night Side", A, "It turns once."),
        ("Day Side // Night Side", A, "It untaps."),
    ]
    held = names(reading)
    assert held["Day Side // Night Side"].names["zh-Hans"] == ["白天 // 黑夜"]
    assert held["Day Side // Night Side"].faces["zh-Hans"] == ("白天", "黑夜")
    assert held["No Rulings"].oracle_id is None


def test_names_in_other_languages_land_in_theirs(read):
    foreign = [
        {"language": "Chinese Traditional", "name": "測試騎士"},
        {"language": "Chinese Simplified", "name": "测试骑士"},
        {"language": "Spanish", "name": "Caballero de prueba"},
        {"language": "Japanese", "name": "テスト騎士"},
        {"language": "Quenya", "name": "xyz"},
        {"name": "of no language"},
        "no object",
    ]
    reading = read(json.dumps({"meta": {}, "data": {"Test Knight": [face("Test Knight", foreign=foreign)]}}))
    assert names(reading)["Test Knight"].names == {
        "en": ["Test Knight"],
        "zh-Hant": ["測試騎士"],
        "zh-Hans": ["测试骑士"],
        "es": ["Caballero de prueba"],
    }
    assert [(one.code, one.detail) for one in reading.problems] == [
        ("unknown-language", "Quenya: 1 names left out"),
        ("languages-left-out", "Japanese 1"),
    ]


def test_keywords(read):
    data = {"abilityWords": ["Test Word"], "keywordAbilities": ["Flying"], "keywordActions": ["Manifest"], "moods": []}
    reading = read(json.dumps({"meta": {}, "data": data}))
    assert reading.keywords == [
        ("ability word", "Test Word"),
        ("keyword ability", "Flying"),
        ("keyword action", "Manifest"),
    ]
    assert [(one.code, one.detail) for one in reading.problems] == [("unknown-field", "moods")]


# --- mtgch -------------------------------------------------------------------


def told(comment, translation, source="gpt", day="2018-07-13"):
    return {"published_at": day, "comment": comment, "source": source, "translation": translation}


def test_a_dump_of_translations_has_no_card_and_says_who_translated(read):
    reading = read(bulk([told(r"One.\nTwo.", r"第一。\n第二。"), told("Not yet.", None, None)]))
    (first, second) = reading.entries
    assert [(p.lang, p.body, p.label, p.publisher) for p in first.paragraphs] == [
        ("en", "One.\nTwo.", None, None),
        ("zh-Hans", "第一。\n第二。", "gpt", None),
    ]
    assert [p.lang for p in second.paragraphs] == ["en"]
    assert (first.card, first.oracle_id, first.alone) == (None, None, True)


def test_cards_of_mtgch_repeat_rulings_on_other_faces_and_each_counts_once(read):
    rulings = [told("It turns once.", "它只转化一次。", "official")]
    held = {
        "name": "Day Side // Night Side", "zhs_name": "白天 // 黑夜", "atomic_translated_name": "日面 // 夜面",
        "oracle_id": A, "layout": "transform", "rulings": rulings, "other_faces": [{"name": "Night Side", "rulings": rulings}],
    }  # fmt: skip
    for content in (json.dumps(held, indent=1), json.dumps({"items": [held]}), json.dumps(held) + "\n"):
        reading = read(content)
        (entry,) = reading.entries
        assert (entry.card, entry.oracle_id, entry.paragraphs[1].label) == ("Day Side // Night Side", A, "official")
        assert names(reading)["Day Side // Night Side"].names["zh-Hans"] == ["白天 // 黑夜", "日面 // 夜面"]
