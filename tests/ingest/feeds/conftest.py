"""Feeds as their publishers shape them, with sentences of our own."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from ingest import collect
from ingest.catalogue import Catalogue
from ingest.checks import run_checks
from ingest.checks.context import CheckContext
from ingest.checks.source_changed import SourceChanged
from ingest.feeds import choose_feed, read_feed
from ingest.feeds.base import FeedReading
from ingest.feeds.fetch import fetch
from ingest.feeds.http import Client
from ingest.linking.link import Linked
from ingest.model import Finding, Ruling
from ingest.pipeline import Built, build
from ingest.snapshot import RECORD, Home
from ingest.store import Store

from .server import serving

A, B, C = (f"{letter * 8}-{letter * 4}-4{letter * 3}-8{letter * 3}-{letter * 12}" for letter in "abc")


def ruling(oracle_id: str, day: str, comment: str, source: str = "wotc", **more: Any) -> dict[str, Any]:
    """A record of Scryfall's rulings."""
    return {
        "object": "ruling",
        "oracle_id": oracle_id,
        "source": source,
        "published_at": day,
        "comment": comment,
    } | more


def card(oracle_id: str, name: str, layout: str = "normal", lang: str = "en", **more: Any) -> dict[str, Any]:
    """A record of Scryfall's cards."""
    return {"object": "card", "oracle_id": oracle_id, "name": name, "lang": lang, "layout": layout} | more


def bulk(records: list[Any]) -> str:
    """A list with an item a line, as bulk data comes."""
    return "[\n" + ",\n".join(json.dumps(record, ensure_ascii=False) for record in records) + "\n]\n"


def found(path: Path) -> collect.Found:
    return collect.Found(path, path.name)


RULINGS = bulk([ruling(A, "2009-10-01", f"Statement {n} of many.") for n in range(50)]).encode()
CARDS = bulk([card(A, "Storm Oracle")]).encode()
NAMES = (("zhs", "风暴神谕"), ("es", "Oráculo de la tormenta"), ("en", "Storm Oracle"))
ALL_CARDS = bulk([card(A, "Storm Oracle", lang=lang, printed_name=name) for lang, name in NAMES]).encode()
PATH = "/files/rulings.json"


@pytest.fixture
def read(tmp_path: Path) -> Callable[[str | bytes], FeedReading]:
    """Reads a feed from its text or bytes; fails where no feed claims it."""

    def reading(content: str | bytes) -> FeedReading:
        path = tmp_path / "feed.json"
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        file = found(path)
        feed = choose_feed(lambda: collect.opened(file), file.name)
        assert feed, "no feed claims it"
        return read_feed(feed, lambda: collect.opened(file), file.name)[1]

    return reading


class Base:
    """A build opened for questions."""

    def __init__(self, built: Built, home: Path) -> None:
        self.built, self.home = built, home
        self.store = Store(built.snapshot.path / RECORD)

    def rulings(self, card: str) -> list[str]:
        """The English of the rulings on a card, newest first."""
        return [_english(one) for one in self.store.rulings(self.store.card_rulings(card))]

    def kinds(self) -> list[tuple[str, str]]:
        return [(change.kind, json.loads(change.data)["lang"]) for change in self.store.changes()]


def _english(one: Ruling) -> str:
    text = one.text_in("en")
    return text.body if text else ""


def _source_changed(linked: Linked, _: object, __: object, reworded: Mapping[str, Any]) -> list[Finding]:
    return run_checks(linked.rulings, CheckContext(reworded=reworded), [SourceChanged()])


@pytest.fixture
def built(
    tmp_path: Path, catalogue_dir: Path, few_terms: Catalogue, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Callable[..., Base]]:
    """Builds from files given by name, one after another in one home; with few terms and one check, no index."""
    monkeypatch.setattr("ingest.pipeline.load_catalogue", lambda _: few_terms)
    monkeypatch.setattr("ingest.pipeline.check", _source_changed)
    monkeypatch.setattr("ingest.recording.write_index", lambda folder, *_: (folder / "index").write_bytes(b"x"))
    monkeypatch.setattr("ingest.recording.write_lookup", lambda *_: None)
    opened: list[Base] = []

    def make(files: Mapping[str, str], **options: Any) -> Base:
        folder = tmp_path / "sources"
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir()
        for name, text in files.items():
            (folder / name).write_text(text, encoding="utf-8")
        home = tmp_path / "home"
        opened.append(Base(build(Home(home), [folder], catalogue_dir, **options), home))
        return opened[-1]

    yield make
    for one in opened:
        one.store.close()


@pytest.fixture
def site():
    with serving() as site:
        items = [
            {"type": kind, "download_uri": f"{site.address}/files/{name}", "size": len(body)}
            for kind, name, body in (
                ("rulings", "rulings.json", RULINGS),
                ("oracle_cards", "cards.json", CARDS),
                ("all_cards", "all.json", ALL_CARDS),
            )
        ]
        site.bodies = {
            "/bulk-data": json.dumps({"object": "list", "data": items}).encode(),
            PATH: RULINGS,
            "/files/cards.json": CARDS,
            "/files/all.json": ALL_CARDS,
        }
        yield site


@pytest.fixture
def get(site, tmp_path):
    """Fetches, and gives the files, by name, as they lie there afterwards; `get.slept` are the pauses."""
    slept = []

    def run(feed="scryfall", cards=None):
        environment = {f"ROSETTA_{feed.upper()}_URL": site.address}
        client = Client(timeout=2.0, sleep=slept.append)
        return fetch(feed, tmp_path, lambda *_: None, cards=cards, client=client, environment=environment)

    run.slept = slept
    run.folder = tmp_path / "feeds" / "scryfall"
    return run
