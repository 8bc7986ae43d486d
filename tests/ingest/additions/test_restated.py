"""A page that states what was stated before is patched in, too: the versions of one ruling come together."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from contextlib import closing
from typing import Any

import pytest

from ingest.pipeline import Built
from ingest.snapshot import RECORD, Snapshot
from ingest.store import Store

Builder = Callable[..., Built]
Told = Callable[[Snapshot], dict[str, Any]]
Row = tuple[str, str, str, str]

ENGLISH = [
    ("Cloudform", "2014-11-24", "en", "A face-down permanent you control can be turned up at any time."),
    ("Cloudform", "2014-11-24", "en", "If the permanent leaves the battlefield, you must reveal it."),
    ("Cloudform", "2014-11-24", "en", "The manifested creature is exiled if its Aura would leave."),
    ("Cloudform", "2014-11-24", "en", "Manifested creatures have no name until they are turned up."),
    ("Cloudform", "2014-11-24", "en", "You manifest the card even if the Aura can't enter."),
    ("Lightform", "2014-11-24", "en", "A face-down permanent you control can be turned up at any time."),
    ("Lightform", "2014-11-24", "en", "You gain life for each creature that was manifested."),
    ("Mastery of the Unseen", "2014-11-24", "en", "You gain life once for each creature that you control."),
    ("Mastery of the Unseen", "2016-07-13", "en", "If the permanent leaves the battlefield, you must reveal it."),
]
CHINESE = [
    ("Cloudform", "2014-11-24", "zh-Hans", "你可以在任意时刻将由你操控的牌面朝下之永久物翻回正面。"),
    ("Cloudform", "2014-11-24", "zh-Hans", "如果该永久物离开战场，你必须展示它。"),
    ("Lightform", "2014-11-24", "zh-Hans", "每有一个被显化的生物，你便获得生命。"),
    ("Mastery of the Unseen", "2014-11-24", "zh-Hans", "你每操控一个生物，便获得一次生命。"),
]


def feed(rows: Sequence[Row]) -> str:
    lines = (dict(zip(("card", "date", "lang", "text"), row, strict=True)) for row in rows)
    return "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines)


def page(day: str, *versions: Sequence[str]) -> str:
    return "".join(f"• ({day} official)\n\n" + "".join(f"  {text}\n\n" for text in some) for some in versions)


PAGES = {"m-english.jsonl": feed(ENGLISH), "n-chinese.jsonl": feed(CHINESE)}
NEW = ("放逐的牌在下一个维持开始时移回战场。", "The exiled card returns at the beginning of the next upkeep.")
AGAIN = {
    "the English of one with another Chinese": page("2014-11-24", ("离战场时须展示该永久物。", ENGLISH[1][3])),
    "the versions of two feeds together": page("2014-11-24", (CHINESE[1][3], ENGLISH[1][3]), NEW),
    "all of a card": "Cloudform\n\n"
    + page("2014-11-24", *((zh[3], en[3]) for zh, en in zip(CHINESE, ENGLISH, strict=False))),
    "one version that is there": page("2014-11-24", (ENGLISH[2][3],), NEW),
    "the words of another day": page("2016-07-13", ("如果该永久物离开战场，你必须展示它。", ENGLISH[8][3])),
    "in Spanish": "Cloudform\n\n24/11/2014\n\nSi el permanente deja el campo de batalla, debes mostrarlo.\n\n"
    f"24/11/2014\n\n{ENGLISH[2][3]}\n",
}


PLAIN = ("the words of another day", "the English of one with another Chinese", "one version that is there")


@pytest.mark.parametrize("name", ["a-first.txt", "z-last.txt"])
@pytest.mark.parametrize("what", AGAIN)
def test_what_is_stated_again_comes_to_what_a_whole_build_comes_to(
    more: Builder, whole: Builder, told: Told, patched: list[str], what: str, name: str
) -> None:
    added = more({name: AGAIN[what]})
    anew = whole()
    assert patched == [added.snapshot.name]
    assert told(added.snapshot) == told(anew.snapshot)
    assert added.snapshot.manifest.counts == anew.snapshot.manifest.counts
    assert added.snapshot.manifest.content == anew.snapshot.manifest.content
    assert not more({}).new


def test_page_upon_page_states_it_again(more: Builder, whole: Builder, told: Told, patched: list[str]) -> None:
    for number, what in enumerate(PLAIN):
        added = more({f"z-{number}.txt": AGAIN[what]})
    anew = whole()
    assert len(patched) == 3
    assert told(added.snapshot) == told(anew.snapshot)
    assert added.snapshot.manifest.content == anew.snapshot.manifest.content
    with closing(Store(added.snapshot.path / RECORD)) as store:
        kinds = [change.kind for change in store.changes()]
    assert kinds.count("version-added") == 2 and set(kinds) == {"added", "version-added"}


@pytest.mark.parametrize(
    "text",
    [
        page("2024-06-07", NEW),
        page("2014-11-24", *((zh[3], en[3]) for zh, en in zip(CHINESE[2:], ENGLISH[6:], strict=False))),
    ],
    ids=["on a page of its own", "the page of a card turns on something else"],
)
def test_what_concerns_more_than_new_rulings_is_built_whole(more: Builder, patched: list[str], text: str) -> None:
    more({"b-page.txt": page("2024-06-07", NEW)})
    again = more({"c-page.txt": text})
    assert len(patched) == 1 and again.new
    assert again.snapshot.manifest.counts["sources"] == 4
