"""Failures people reported of feeds that change under those who rely on them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from ingest.errors import RosettaError
from ingest.paths import resource_dir
from ingest.pipeline import Built, build
from ingest.snapshot import RECORD, Home
from ingest.store import Store

CATALOGUE = resource_dir("data") / "catalogue"


def oracle(number: int) -> str:
    return f"{number:08x}-1111-4111-8111-111111111111"


def ruling(oracle_id: str, day: str, comment: str, source: str = "wotc") -> dict[str, str]:
    return {"oracle_id": oracle_id, "source": source, "published_at": day, "comment": comment}


def card(oracle_id: str, name: str, layout: str = "normal", lang: str = "en", **more: object) -> dict[str, object]:
    return {"oracle_id": oracle_id, "name": name, "layout": layout, "lang": lang} | more


class TestAnUpstreamThatChanges:
    """DAT-16: a changed wording is a new version, a vanished one is kept and said, a great loss stops the build."""

    OLD, NEW = "Choose his or her card at random.", "Choose their card at random."
    A, B = oracle(500), oracle(501)
    PAGE = f"• (2020-01-01 official)\n\n  随机选择其一张牌。\n\n  {OLD}\n"

    @pytest.fixture
    def build_day(self, tmp_path: Path):
        def built(statements: list[str], others: int, **options: object) -> Built:
            folder = tmp_path / "sources"
            folder.mkdir(exist_ok=True)
            records = [ruling(self.A, "2020-01-01", text) for text in statements]
            records += [ruling(oracle(600 + n), "2015-03-27", f"The creature number {n} stays.") for n in range(others)]
            (folder / "rulings.json").write_text(json.dumps(records), encoding="utf-8")
            (folder / "cards.json").write_text(json.dumps([card(self.A, "Test Chooser")]), encoding="utf-8")
            (folder / "page.txt").write_text(self.PAGE, encoding="utf-8")
            spanish = {"lang": "es", "text": "Elige su carta al azar.", "date": "2020-01-01", "ruling": "1"}
            english = spanish | {"lang": "en", "text": self.OLD}
            rows = "".join(json.dumps(row) + "\n" for row in (english, spanish))
            (folder / "es.jsonl").write_text(rows, encoding="utf-8")
            return build(Home(tmp_path / "home"), [folder], CATALOGUE, **options)

        return built

    def test_day_two(self, build_day) -> None:
        first = build_day([self.OLD, "It stays tapped meanwhile."], 30)
        with pytest.raises(RosettaError, match="31 of 32 statements it had are gone"):
            build_day([self.NEW], 0)
        second = build_day([self.NEW], 0, accept_loss=True)
        assert second.changed == {"corrected": 1, "withdrawn": 31}
        assert second.snapshot.name > first.snapshot.name
        store = Store(second.snapshot.path / RECORD)
        _, found = store.findings(check="source-changed")
        assert sorted((one.lang, one.params["before"], one.params["after"]) for one in found) == [
            (lang, self.OLD, self.NEW) for lang in ("es", "zh-Hans")
        ]
        gone = [json.loads(one.data)["texts"][0]["body"] for one in store.all_former()]
        assert "It stays tapped meanwhile." in gone and len(gone) == 31
        assert {one.since for one in store.all_former()} == {second.snapshot.name}
        store.close()
