"""A correction takes the place of the text it corrects, once somebody has accepted it."""

from __future__ import annotations

import json

PAGE = "单卡释疑\n\n• (2024-06-07 gpt)\n\n  它会保持横置。\n\n  It stays tapped.\n"


def stated(made):
    """The texts of the only ruling, with who is behind each."""
    (ruling,) = made.rulings
    return {(text.lang, text.body, text.origin, text.label) for text in ruling.texts}


def line(**fields):
    return json.dumps({"ruling": "r", "date": "2024-06-07", **fields}, ensure_ascii=False)


def correction(made, **more):
    """A source that corrects the Chinese text, beside the English that stays."""
    old = made.rulings[0].text_in("zh-Hans")
    new = {"lang": "zh-Hans", "text": "它仍保持横置。", "origin": "community", "label": "Ana / Li", "replaces": old.id}
    return "\n".join([line(lang="en", text="It stays tapped."), line(**new, **more)])


def test_what_is_accepted_takes_the_text_s_place_and_stands_where_it_stood(assembled):
    before = assembled({"a.txt": PAGE})
    after = assembled({"a.txt": PAGE, "b.jsonl": correction(before, by="Ana", accepted="Li")})
    assert stated(after) == {
        ("en", "It stays tapped.", "unstated", None),
        ("zh-Hans", "它仍保持横置。", "community", "Ana / Li"),
    }
    assert {one.file for one in after.rulings[0].text_in("zh-Hans").sources} == {"a.txt", "b.jsonl"}
    assert after.rulings[0].id == before.rulings[0].id


def test_what_nobody_has_accepted_changes_nothing(assembled):
    before = assembled({"a.txt": PAGE})
    assert stated(assembled({"a.txt": PAGE, "b.jsonl": correction(before, by="Ana")})) == stated(before)


def test_a_correction_of_a_correction_takes_its_place_too(assembled):
    before = assembled({"a.txt": PAGE})
    first = correction(before, by="Ana", accepted="Li")
    once = assembled({"a.txt": PAGE, "b.jsonl": first})
    second = (
        correction(once, by="Bo", accepted="Li")
        .replace("它仍保持横置。", "它依旧保持横置。")
        .replace("Ana / Li", "Bo / Li")
    )
    twice = assembled({"a.txt": PAGE, "b.jsonl": first, "c.jsonl": second})
    assert {text.body for text in twice.rulings[0].texts} == {"It stays tapped.", "它依旧保持横置。"}


def test_a_correction_of_what_is_not_there_is_a_version_beside_the_others(assembled):
    before = assembled({"a.txt": PAGE})
    later = PAGE.replace("它会保持横置。", "它会一直保持横置。")
    after = assembled({"a.txt": later, "b.jsonl": correction(before, by="Ana", accepted="Li")})
    bodies = {text.body for text in after.rulings[0].texts if text.lang == "zh-Hans"}
    assert bodies == {"它会一直保持横置。", "它仍保持横置。"}
