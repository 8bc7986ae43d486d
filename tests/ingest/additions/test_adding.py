"""A page more is patched into the snapshot before, and comes to what a whole build comes to."""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from ingest.fingerprint import Inputs
from ingest.paths import resource_dir
from ingest.pipeline import Built
from ingest.snapshot import RECORD, Home, Snapshot
from ingest.store import Store

CATALOGUE = resource_dir("data") / "catalogue"
PAGES = {
    "b-lightform.txt": """Lightform

• (2018-07-13 official)

  翻开牌张不会将其横置。

  Turning a permanent face up doesn't tap it.

• (2018-07-13 official)

  如果你重复此流程，则每次均须选择不同的生物。

  If you repeat this process, you must choose a different creature each time.
""",
    "d-ward.txt": """Manifest

13/07/2018

El permanente permanece girado.

07/06/2024

Turning a permanent face up never taps it.
""",
}
"""What a knowledge base holds before anything is added to it."""
ADDED = {
    "of its own": "Cloudform\n\n• (2024-06-07 official)\n\n  放逐的牌在下一个维持开始时移回战场。\n\n"
    "  The exiled card returns to the battlefield at the beginning of the next upkeep.\n",
    "newer than all": "• (2025-01-02 official)\n\n  每次均须选择不同的生物与牌。\n\n"
    "  Each time you must choose a different creature and a different card.\n",
    "older than all": "Lightform\n\n• (2001-02-03 gpt)\n\n  展示面朝下的永久物不会将它横置。\n",
    "of one day, read before": "Lightform\n\n• (2018-07-13 official)\n\n  它面朝下。\n\n  It's face down.\n",
    "without a day": '{"lang": "zh-Hans", "text": "它不会因此横置。", "ruling": "1", "card": "Cloudform"}\n'
    '{"lang": "en", "text": "It won\'t be tapped by that.", "ruling": "1", "card": "Cloudform"}\n',
    "the same words, later": "• (2025-01-02 official)\n\n  翻开牌张不会将其横置。\n\n"
    "  Turning a permanent face up doesn't tap it.\n",
    "reworded": "• (2024-06-07 official)\n\n  如果你重复此流程，则每次都必须选择不同的生物。\n\n"
    "  If you repeat the process, you must choose a different creature each time.\n",
    "in Spanish": "Cloudform\n\n01/03/2019\n\nAl ponerlo boca arriba, el permanente no se gira.\n\n"
    "02/03/2019\n\nSi repites este proceso, debes elegir una criatura distinta cada vez.\n",
}
NAMES = {"of one day, read before": "a-first.txt", "without a day": "c-more.jsonl"}

Builder = Callable[..., Built]
Told = Callable[[Snapshot], dict[str, Any]]


@pytest.mark.parametrize("what", ["of one day, read before", "the same words, later", "in Spanish"])
def test_a_page_more_comes_to_what_a_whole_build_comes_to(
    more: Builder, tmp_path: Path, patched: list[str], told: Told, whole: Builder, what: str
) -> None:
    added = more({NAMES.get(what, "c-more.txt"): ADDED[what]})
    anew = whole()
    assert patched == [added.snapshot.name]
    assert added.snapshot.manifest.content == anew.snapshot.manifest.content
    assert added.snapshot.manifest.counts == anew.snapshot.manifest.counts
    assert added.snapshot.manifest.inputs == anew.snapshot.manifest.inputs
    assert added.pairs == anew.pairs and added.judged <= anew.judged
    assert told(added.snapshot) == told(anew.snapshot)
    assert added.changed["added"] > 0 and not more({}).new


def test_page_upon_page_comes_to_the_same(
    more: Builder, tmp_path: Path, patched: list[str], told: Told, whole: Builder
) -> None:
    for number, (what, text) in enumerate(ADDED.items()):
        suffix = Path(NAMES.get(what, "c.txt")).suffix
        added = more({f"c-{number}{suffix}": text})
    anew = whole()
    assert len(patched) == len(ADDED)
    assert added.snapshot.manifest.content == anew.snapshot.manifest.content
    assert told(added.snapshot) == told(anew.snapshot)
    forced = more({}, force=True)
    assert forced.snapshot.manifest.content == anew.snapshot.manifest.content
    with closing(Store(forced.snapshot.path / RECORD)) as store:
        assert {change.kind for change in store.changes()} == {"added"}


def test_a_file_that_nobody_can_read_is_in_nobodys_way(
    more: Builder, tmp_path: Path, patched: list[str], whole: Builder
) -> None:
    noted = more({"a-note.txt": "Just a note to self."})
    added = more({"c-more.txt": ADDED["in Spanish"]})
    assert patched == [added.snapshot.name]
    assert noted.problems and set(noted.problems) < set(added.problems)
    assert added.problems == whole().problems


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("b-lightform.txt", PAGES["b-lightform.txt"].replace("each time", "every time")),
        ("c-known.txt", PAGES["b-lightform.txt"]),
        ("c-nothing.txt", "Just a note to self."),
        ("c-earlier.txt", ADDED["the same words, later"].replace("2025-01-02", "2001-02-03")),
        ("c-line.jsonl", '{"date": "2024-06-07", "lang": "en", "text": "It dies.", "replaces": "aaaaaaaaaaaaaaaa"}\n'),
    ],
)
def test_what_is_more_than_new_rulings_is_built_whole(more: Builder, patched: list[str], name: str, text: str) -> None:
    again = more({name: text})
    assert patched == [] and again.new
    with closing(Store(again.snapshot.path / RECORD)) as store:
        assert store.count_rulings() >= 4


@pytest.mark.parametrize("file", ["additions/facts.json", "additions/stands.data.npy", "compared/weights.npy"])
def test_what_was_kept_and_is_gone_calls_for_a_whole_build(
    more: Builder, tmp_path: Path, patched: list[str], file: str
) -> None:
    home = Home(tmp_path / "home")
    before = home.snapshots / str(home.current_name())
    (before / file).unlink()
    manifest = json.loads((before / "manifest.json").read_text(encoding="utf-8"))
    del manifest["files"][file]
    (before / "manifest.json").write_text(json.dumps(manifest), encoding="utf-8")
    again = more({"c-more.txt": ADDED["in Spanish"]})
    assert patched == [] and again.new and again.snapshot.manifest.counts["sources"] == 3


def test_a_page_that_is_gone_again_is_reported_as_ever(
    more: Builder, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, patched: list[str]
) -> None:
    def gone(*given: Any) -> Inputs:
        (tmp_path / "pages" / "c-more.txt").unlink()
        return summed(*given)

    summed = Inputs.of
    monkeypatch.setattr(Inputs, "of", gone)
    again = more({"c-more.txt": ADDED["in Spanish"]})
    assert patched == []
    assert ("c-more.txt", "unreadable-source") in {(one.file, one.code) for one in again.problems}
