"""Small knowledge bases for tests of reading and building: pages in, a record or a snapshot out."""

from __future__ import annotations

import itertools
import shutil
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path

import pytest

from ingest.analysis import Analysis
from ingest.assemble import Assembled, assemble
from ingest.catalogue import Catalogue, load_catalogue
from ingest.catalogue.labels import load_labels
from ingest.formats import choose, decode
from ingest.history import history
from ingest.linking.link import Linked
from ingest.model import Entry, Family
from ingest.paths import resource_dir
from ingest.pipeline import Built, build
from ingest.snapshot import Home
from ingest.store import Store, write_store
from ingest.store.writer import Record

Pages = Mapping[str, str]
CATALOGUE = resource_dir("data") / "catalogue"


def entries_of(pages: Pages) -> list[Entry]:
    documents = (decode(text.encode(), name) for name, text in sorted(pages.items()))
    return [entry for document in documents for entry in choose(document).read(document).entries]


@pytest.fixture(scope="session")
def assembled() -> Callable[[Pages], Assembled]:
    """Assembles the pages, given by file name."""
    labels = load_labels(CATALOGUE)
    return lambda pages: assemble(entries_of(pages), labels.origin_of)


@pytest.fixture
def record(tmp_path: Path, assembled: Callable[[Pages], Assembled]) -> Iterator[Callable[..., Store]]:
    """Writes one record after another from pages, each knowing the history of the one before; not linked."""
    stores: list[Store] = []
    numbers = itertools.count(1)

    def written(pages: Pages) -> Store:
        number = next(numbers)
        rulings = assembled(pages).rulings
        former, changes = history(stores[-1] if stores else None, rulings, f"build-{number}")
        path = tmp_path / f"{number}.sqlite"
        write_store(path, Record(rulings, (), former=former, changes=changes))
        stores.append(Store(path))
        return stores[-1]

    yield written
    for store in stores:
        store.close()


@pytest.fixture(scope="session")
def catalogue_dir(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The catalogue with few cards, so that a build takes a second."""
    folder = tmp_path_factory.mktemp("few") / "catalogue"
    shutil.copytree(CATALOGUE, folder)
    lines = (folder / "cards.tsv").read_text(encoding="utf-8").splitlines(keepends=True)
    few = [lines[0], *(line for line in lines if line.startswith(("Lightform\t", "Cloudform\t", "Ransom Note\t")))]
    (folder / "cards.tsv").write_text("".join(few), encoding="utf-8")
    return folder


@pytest.fixture
def build_pages(tmp_path: Path, catalogue_dir: Path) -> Callable[..., Built]:
    """Builds the pages in `tmp_path/home` from the folder `tmp_path/sources`."""

    def built(pages: Pages, **options) -> Built:
        sources = tmp_path / "sources"
        shutil.rmtree(sources, ignore_errors=True)
        sources.mkdir()
        for name, text in pages.items():
            (sources / name).write_text(text, encoding="utf-8")
        return build(Home(tmp_path / "home"), [sources], catalogue_dir, **options)

    return built


@pytest.fixture(scope="session")
def few_terms(catalogue_dir: Path) -> Catalogue:
    """The labels and decisions of the catalogue, with hardly any terms."""
    catalogue = load_catalogue(catalogue_dir)
    return replace(catalogue, terms=dict(list(catalogue.terms.items())[:10]))


@pytest.fixture
def unlinked(monkeypatch: pytest.MonkeyPatch, few_terms: Catalogue) -> None:
    """Builds take no time: nothing is linked, checked or indexed. For tests of all the rest."""

    def link_nothing(assembled: Assembled, *_: object) -> Linked:
        return Linked(assembled.rulings, tuple(Family(ruling.id, (ruling.id,)) for ruling in assembled.rulings))

    monkeypatch.setattr("ingest.pipeline.load_catalogue", lambda _: few_terms)
    monkeypatch.setattr("ingest.pipeline.analyse", lambda *_: Analysis())
    monkeypatch.setattr("ingest.pipeline.link", link_nothing)
    monkeypatch.setattr("ingest.pipeline.check", lambda *_: [])
    monkeypatch.setattr("ingest.recording.write_index", lambda folder, *_: (folder / "index").write_bytes(b"x"))
    monkeypatch.setattr("ingest.recording.write_lookup", lambda *_: None)
