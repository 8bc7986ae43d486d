"""What tests of every room share: the knowledge base built once, the app over it, the shared corpus."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from flask import Flask
from flask.testing import FlaskClient
from hypothesis import settings

if TYPE_CHECKING:
    from app.services import Knowledge

ROOT = Path(__file__).resolve().parents[1]

# How long an example takes depends on what else the machine does: never a reason to fail.
# In CI hypothesis tries the same examples every time; elsewhere it looks for new ones.
settings.register_profile("house", deadline=None, derandomize=os.environ.get("CI") == "true")
settings.load_profile("house")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--update-golden", action="store_true", help="Write the golden files anew instead of comparing.")


@pytest.fixture
def golden(request: pytest.FixtureRequest) -> Callable[[str, str], None]:
    """Compares a text with the golden file of that name, or writes it under --update-golden."""

    def check(name: str, text: str) -> None:
        file = ROOT / "tests" / "golden" / name
        if request.config.getoption("--update-golden"):
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, encoding="utf-8")
        assert text, "nothing to compare"
        assert text == file.read_text(encoding="utf-8"), f"see {file}; right now? run pytest --update-golden"

    return check


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of the shared corpus and gold standard; skips where there is none."""
    folder = Path(os.environ.get("ROSETTA_SHARED") or ROOT.parent / "shared")
    if not (folder / "corpus").is_dir():
        pytest.skip(f"no shared corpus at {folder}: set ROSETTA_SHARED to read it")
    return folder


@pytest.fixture(scope="session")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A home with the five documents built, once for all tests; read it, change nothing."""
    from ingest.paths import resource_dir
    from ingest.pipeline import build
    from ingest.snapshot import Home

    base = tmp_path_factory.getbasetemp()
    # Workers of one run share it: a build waits for its lock and finds that nothing changed.
    folder = (base.parent if os.environ.get("PYTEST_XDIST_WORKER") else base) / "home"
    data = resource_dir("data")
    build(Home(folder), [data / "sources"], data / "catalogue")
    return folder


@pytest.fixture(scope="session")
def app(home: Path) -> Flask:
    """The application over that home."""
    from app import create_app

    made = create_app(home=home)
    made.testing = True
    return made


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    """A fresh client of that application, without cookies."""
    return app.test_client()


@pytest.fixture(scope="session")
def knowledge(home: Path) -> Knowledge:
    """The five documents' knowledge base, open for search."""
    return _opened(home)


@pytest.fixture(scope="session")
def knowledge_of(tmp_path_factory: pytest.TempPathFactory) -> Callable[[Mapping[str, str]], Knowledge]:
    """Builds small knowledge bases from pages, given by file name; the same pages are built once."""
    made: dict[tuple[tuple[str, str], ...], Knowledge] = {}

    def knowledge_of_pages(pages: Mapping[str, str]) -> Knowledge:
        from ingest.paths import resource_dir
        from ingest.pipeline import build
        from ingest.snapshot import Home

        key = tuple(sorted(pages.items()))
        if key not in made:
            folder = tmp_path_factory.mktemp("small")
            (folder / "sources").mkdir()
            for name, text in pages.items():
                (folder / "sources" / name).write_text(text, encoding="utf-8")
            build(Home(folder / "home"), [folder / "sources"], resource_dir("data") / "catalogue")
            made[key] = _opened(folder / "home")
        return made[key]

    return knowledge_of_pages


def _opened(home: Path) -> Knowledge:
    from app.services import Services
    from app.settings import Settings

    return Services(Settings.from_environment(home=home)).current()
