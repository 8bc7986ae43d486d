"""A home, pages that come to it, and all that a record says."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Mapping
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from ingest.additions import patched as patching
from ingest.paths import resource_dir
from ingest.pipeline import Built, build
from ingest.snapshot import RECORD, Home, Snapshot
from ingest.store import Store

CATALOGUE = resource_dir("data") / "catalogue"
Builder = Callable[..., Built]


@pytest.fixture(scope="module")
def held(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the `PAGES` of a module, there before anything is added, and the home they were built into."""
    folder = tmp_path_factory.mktemp("held")
    write(folder / "pages", request.module.PAGES)
    build(Home(folder / "home"), [folder / "pages"], CATALOGUE)
    return folder


@pytest.fixture
def more(held: Path, tmp_path: Path) -> Builder:
    """Builds those pages and more into a copy of that home."""
    shutil.copytree(held, tmp_path, dirs_exist_ok=True)

    def made(pages: Mapping[str, str], **how: Any) -> Built:
        write(tmp_path / "pages", pages)
        return build(Home(tmp_path / "home"), [tmp_path / "pages"], CATALOGUE, **how)

    return made


def write(folder: Path, pages: Mapping[str, str]) -> None:
    folder.mkdir(exist_ok=True)
    for name, text in pages.items():
        (folder / name).write_text(text, encoding="utf-8")


@pytest.fixture
def whole(tmp_path: Path) -> Builder:
    """Builds the same pages with nothing known before."""
    return lambda: build(Home(tmp_path / "anew"), [tmp_path / "pages"], CATALOGUE)


@pytest.fixture
def patched(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Takes down each snapshot that was patched and not built whole."""
    names: list[str] = []

    def noted(*given: Any, **more: Any) -> Any:
        snapshot, past = written(*given, **more)
        names.append(snapshot.name)
        return snapshot, past

    written = patching.write_added
    monkeypatch.setattr(patching, "write_added", noted)
    return names


@pytest.fixture
def told() -> Callable[[Snapshot], dict[str, Any]]:
    """What a record says, but for what hangs on the past."""
    return _told


def _told(snapshot: Snapshot) -> dict[str, Any]:
    with closing(Store(snapshot.path / RECORD)) as store:
        ids = store.ruling_ids()
        return {
            "rulings": [store.ruling(id) for id in ids],
            "stretches": [ruling.id for at in range(0, len(ids), 3) for ruling in store.list_rulings(at, 3)],
            "families": store.families(),
            "of": [store.family_of(id) for id in ids],
            "relations": [store.relations(id) for id in ids],
            "findings": store.findings(limit=10_000),
            "spans": store.term_spans([text.id for id in ids if (r := store.ruling(id)) for text in r.texts]),
            "cards": store.cards(limit=10_000),
            "named": store.named_cards(),
            "mechanics": store.mechanics(),
            "terms": store.texts_with_terms,
            "sources": store.sources(),
            "dictionary": (snapshot.path / "index" / "zh.dict").read_text(encoding="utf-8"),
            "suggestions": [store.suggestions(beginning) for beginning in ("a", "li", "cloud", "man", "面", "bo")],
        }
