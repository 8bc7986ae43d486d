"""Checks that look at a page as a whole, or across all rulings."""

from __future__ import annotations

from datetime import date

from ingest.checks import CheckContext, run_checks
from ingest.checks.consistency import SameTextForDifferentSources, SourceRenderedDifferently
from ingest.checks.duplicates import Duplicate
from ingest.checks.provenance import ProvenanceConflict
from ingest.checks.untranslated import WrongLanguage
from ingest.model import Entry, Relation, Ruling, SourceRef, Text


def text(id, lang, body, *refs, label=None):
    sources = tuple(SourceRef(file, entry, entry, entry, label) for file, entry in refs)
    return Text(id, lang, body, label=label, sources=sources)


def ruling(id, *texts, day=date(2024, 2, 2)):
    return Ruling(id, day, texts)


def test_an_english_entry_on_a_spanish_page_is_in_the_wrong_language():
    spanish = ruling("a", text("a1", "es", "La criatura queda girada.", ("page", 1)))
    english = ruling("b", text("b1", "en", "The creature stays tapped.", ("page", 2)))
    found = run_checks([spanish, english], CheckContext(), [WrongLanguage()])
    assert [(one.text, one.params["expected"]) for one in found] == [("b1", "es")]


def test_english_beside_its_translation_is_in_its_place():
    pair = ruling(
        "a", text("a1", "zh-Hans", "它保持横置。", ("page", 1)), text("a2", "en", "It stays tapped.", ("page", 1))
    )
    lone = ruling("b", text("b1", "en", "It untaps.", ("english", 1)))
    assert run_checks([pair, lone], CheckContext(), [WrongLanguage()]) == []


def test_two_entries_of_a_page_that_say_the_same_point_to_each_other():
    older = ruling("a", text("a1", "zh-Hans", "它不能转化。", ("page", 4)), day=date(2014, 11, 24))
    newer = ruling("b", text("b1", "en", "It can't transform.", ("page", 1)))
    elsewhere = ruling("c", text("c1", "en", "It can never transform.", ("other", 1)))
    relations = [Relation("b", "a", "same"), Relation("a", "c", "same")]
    found = run_checks([older, newer, elsewhere], CheckContext(relations=relations), [Duplicate()])
    assert [(one.text, one.params["entry"]) for one in found] == [("a1", "1"), ("b1", "4")]


def test_a_family_through_a_third_ruling_is_no_duplicate():
    one = ruling("a", text("a1", "en", "It stays tapped.", ("page", 1)))
    other = ruling("b", text("b1", "en", "It stays exiled.", ("page", 2)))
    relations = [Relation("a", "b", "parallel"), Relation("a", "c", "same")]
    context = CheckContext(families=dict.fromkeys("abc", "a"), relations=relations)
    assert run_checks([one, other], context, [Duplicate()]) == []


def test_two_labels_for_one_text_are_a_conflict():
    sources = (SourceRef("one", 1, 1, 1, "official"), SourceRef("two", 1, 1, 1, "gpt"))
    one = Ruling("a", None, (Text("a1", "zh-Hans", "它保持横置。", sources=sources),))
    assert [found.params["labels"] for found in run_checks([one], CheckContext(), [ProvenanceConflict()])] == [
        "gpt, official"
    ]


def versions(id, english, chinese):
    return ruling(id, text(f"{id}e", "en", english), text(f"{id}z", "zh-Hans", chinese))


def test_one_source_with_two_translations_is_told_for_both():
    rulings = [
        versions("a", "The token enters tapped.", "该衍生物须横置进战场，不得重置。"),
        versions("b", "The token enters  tapped!", "衍生物是横置着进入战场的，不会重置。"),
        versions("c", "The token is exiled now.", "衍生物在此时被放逐，不再返回。"),
    ]
    found = run_checks(rulings, CheckContext(), [SourceRenderedDifferently()])
    assert [(one.text, one.params["count"]) for one in found] == [("az", "2"), ("bz", "2")]


def test_one_translation_of_two_sources_is_told_for_both():
    rulings = [
        versions("a", "The token enters tapped.", "该衍生物须横置进战场，不得重置。"),
        versions("b", "The token enters untapped.", "该衍生物须横置进战场，不得重置。"),
    ]
    found = run_checks(rulings, CheckContext(), [SameTextForDifferentSources()])
    assert [one.text for one in found] == ["az", "bz"]


def test_what_two_files_share_is_told_once():
    twice = ruling("a", text("a1", "en", "Draw  a card.", ("one", 1), ("two", 1)))
    found = run_checks([twice], CheckContext())
    assert [one.check for one in found] == ["spacing"]


def entry(number, card=None, *, alone=False):
    return Entry("feed", number, number, None, date(2024, 2, 2), None, (), card=card, alone=alone)


def same_on(*entries):
    """What the duplicate check says of two rulings that state the same, read from a feed's entries."""
    one = ruling("a", text("a1", "en", "It stays tapped.", ("feed", 1)))
    other = ruling("b", text("b1", "en", "It will stay tapped.", ("feed", 2)))
    context = CheckContext(relations=[Relation("a", "b", "same")], pages={"feed": entries})
    return [found.text for found in run_checks([one, other], context, [Duplicate()])]


def test_what_two_cards_of_a_feed_share_is_no_duplicate():
    assert same_on(entry(1, "plated-onslaught"), entry(2, "plated-onslaught")) == ["a1", "b1"]
    assert same_on(entry(1, "plated-onslaught"), entry(2, "seize-the-spoils")) == []
    assert same_on(entry(1, alone=True), entry(2, alone=True)) == []
