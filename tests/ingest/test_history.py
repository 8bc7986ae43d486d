"""Nothing that a permalink ever pointed to is lost, whatever people do to their files."""

from __future__ import annotations

import json

import pytest

ENTRY = "• (2024-06-07 official)\n\n  {}\n\n  {}\n\n"
TAPPED = ("翻回正面时，它不会横置。", "Turning it face up doesn't tap it.")
NAMES = ("牌面朝下的生物没有名称。", "Face-down creatures don't have a name.")
WARD = ("守护是一个触发式异能。", "Ward is a triggered ability that targets nothing.")


def page(*pairs):
    return "单卡释疑\n\n" + "".join(ENTRY.format(*pair) for pair in pairs)


def ids(store):
    return {text.id: ruling.id for ruling in store.list_rulings(0, 100) for text in ruling.texts}


def bodies(store, id):
    ruling = store.ruling(store.resolve(id))
    return {text.lang: text.body for text in ruling.texts}


def kinds(store):
    return [(change.kind, json.loads(change.data)["lang"]) for change in store.changes()]


@pytest.mark.parametrize(
    "after",
    [
        {"renamed.txt": page(TAPPED, NAMES)},
        {"a.txt": page(NAMES, TAPPED)},
        {"a.txt": page(NAMES), "b.txt": page(TAPPED)},
        {"a.txt": page(TAPPED, NAMES).replace("单卡释疑", "Lightform")},
        {"a.txt": page(TAPPED, NAMES).replace("\n", "\r\n").replace("'", "’").replace("  ", "\t")},
    ],
    ids=["renamed", "reordered", "split in two files", "card learnt", "typography"],
)
def test_no_id_changes(record, after):
    before = ids(record({"a.txt": page(TAPPED, NAMES)}))
    store = record(after)
    assert ids(store) == before and len(before) == 4
    assert store.all_former() == [] == store.changes()


def test_a_translation_that_comes_moves_the_pivot_and_every_id_resolves(record):
    chinese_only = ENTRY.format(TAPPED[0], "").strip()
    (old,) = ids(record({"a.txt": chinese_only}))
    store = record({"a.txt": page(TAPPED)})
    (ruling,) = store.list_rulings()
    assert store.resolve(old) == ruling.id != old
    assert ruling.text_in("en").id == ruling.id
    assert kinds(store) == [("version-added", "en")]


def test_a_mended_typo_answers_under_its_old_id(record):
    old = ids(record({"a.txt": page((TAPPED[0], TAPPED[1].replace("doesn't", "dosn't")), NAMES)}))
    store = record({"a.txt": page(TAPPED, NAMES)})
    assert {store.resolve(id) for id in old} == {ruling.id for ruling in store.list_rulings()}
    ((former),) = store.all_former()
    assert store.resolve(former.id) == store.resolve(former.successor)
    (change,) = store.changes()
    said = json.loads(change.data)
    assert (change.kind, said["before"], said["after"]) == (
        "corrected",
        "Turning it face up dosn't tap it.",
        "Turning it face up doesn't tap it.",
    )


def test_corrections_one_after_another_leave_no_chain(record):
    wordings = [
        f"Turning it face up doesn't {word} it or anything else." for word in ("tap", "tapp", "untap", "un-tap")
    ]
    stores = [record({"a.txt": page((TAPPED[0], wording))}) for wording in wordings]
    newest = stores[-1]
    every = {id for store in stores for id in ids(store)}
    (ruling,) = newest.list_rulings()
    assert len(every) == 5
    assert {newest.resolve(id) for id in every} == {ruling.id}
    assert {former.successor for former in newest.all_former()} == {ruling.id}


def test_thirty_corrections_in_a_row(record):
    stores = [record({"a.txt": page((TAPPED[0], f"{TAPPED[1]} {number}"))}) for number in range(30)]
    first, store = ids(stores[0]), stores[-1]
    (ruling,) = store.list_rulings()
    assert {store.resolve(id) for id in first} == {ruling.id}
    assert len(store.all_former()) == 29


def test_a_corrected_date_keeps_every_id(record):
    old = ids(record({"a.txt": page(TAPPED, NAMES)}))
    store = record({"a.txt": page(TAPPED, NAMES).replace("2024-06-07", "2024-07-06", 1)})
    for id in old:
        assert bodies(store, id) in [dict(zip(("zh-Hans", "en"), pair, strict=True)) for pair in (TAPPED, NAMES)]
    assert json.loads(store.changes()[0].data)["dates"] == ["2024-06-07", "2024-07-06"]


def test_both_versions_mended_at_once(record):
    old = ids(record({"a.txt": page((TAPPED[0] + "已", TAPPED[1] + " Ever."), NAMES)}))
    store = record({"a.txt": page(TAPPED, NAMES)})
    assert None not in {store.resolve(id) for id in old}
    assert sorted(kinds(store)) == [("corrected", "en"), ("corrected", "zh-Hans")]


def test_a_version_rewritten_from_scratch_leads_to_its_ruling(record):
    old = ids(record({"a.txt": page(("完全不同的译文在此", TAPPED[1]))}))
    store = record({"a.txt": page(TAPPED)})
    (ruling,) = store.list_rulings()
    assert {store.resolve(id) for id in old} == {ruling.id}


def test_what_is_withdrawn_is_kept_with_its_last_wording(record):
    record({"a.txt": page(TAPPED, WARD)})
    store = record({"a.txt": page(TAPPED)})
    assert sorted(kinds(store)) == [("withdrawn", "en"), ("withdrawn", "zh-Hans")]
    former = store.all_former()
    assert [store.resolve(item.id) for item in former] == [None, None]
    assert sorted(text["body"] for text in json.loads(former[0].data)["texts"]) == sorted(WARD)


def test_what_returns_answers_again(record):
    old = ids(record({"a.txt": page(TAPPED, WARD)}))
    record({"a.txt": page(TAPPED)})
    store = record({"a.txt": page(WARD, TAPPED)})
    assert ids(store) == old
    assert store.all_former() == []
    assert [kind for kind, _ in kinds(store)] == ["withdrawn"] * 2 + ["added"] * 2


def test_what_returns_mended_answers_under_its_old_id(record):
    old = ids(record({"a.txt": page(TAPPED, WARD)}))
    record({"a.txt": page(TAPPED)})
    store = record({"a.txt": page(TAPPED, (WARD[0], WARD[1].replace("targets", "would target")))})
    assert None not in {store.resolve(id) for id in old}
    assert [kind for kind, _ in kinds(store)][2:] == ["added"] * 2


def test_a_new_statement_beside_is_no_correction(record):
    old = ids(record({"a.txt": page(TAPPED)}))
    store = record({"a.txt": page(NAMES)})
    assert {store.resolve(id) for id in old} == {None}
    assert sorted(kind for kind, _ in kinds(store)) == ["added", "added", "withdrawn", "withdrawn"]


def test_twins_of_two_mechanics_do_not_swap_when_both_are_mended(record):
    twins = ["A manifested card is a 2/2 creature.", "A cloaked card is a 2/2 creature."]
    old = [f"Card\n\n07/06/2024\n\n{twin}\n" for twin in twins]
    before = record({"a.txt": old[0], "b.txt": old[1]})
    store = record({"a.txt": old[0].replace(" is ", " becomes "), "b.txt": old[1].replace(" is ", " becomes ")})
    for ruling in before.list_rulings():
        (was,) = ruling.texts
        assert bodies(store, ruling.id) == {"en": was.body.replace(" is ", " becomes ")}
