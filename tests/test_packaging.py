"""What gets installed: locks that hold, imports that are declared, a wheel that works away from the checkout."""

from __future__ import annotations

import ast
import importlib.metadata
import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from zipfile import ZipFile

import pytest

from ingest import bundle, paths

ROOT = Path(__file__).resolve().parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
# Asked for by name only where somebody chose it, with a message where it is missing; Flask's own parts.
NOT_DECLARED = {"opensearchpy", "jinja2", "markupsafe", "werkzeug", "click", "setuptools"}


def canonical(name: str) -> str:
    """A distribution's name as locks write it."""
    return re.sub(r"[-_.]+", "-", name).lower()


def declared(requirements: list[str]) -> set[str]:
    return {canonical(re.match(r"[\w.-]+", requirement).group()) for requirement in requirements}


def locked(name: str) -> dict[str, list[str]]:
    """Each requirement of a lock (with its marker) and its hashes."""
    text = (ROOT / "requirements" / name).read_text("utf-8")
    entries = re.split(r"\n(?=\S)", re.sub(r"^\s*#.*\n", "", text, flags=re.M))
    return {entry.split(" \\")[0].strip(): re.findall(r"--hash=sha256:[0-9a-f]{64}", entry) for entry in entries}


@pytest.mark.parametrize("name", ["build.txt", "runtime.txt", "test.txt"])
def test_every_requirement_of_a_lock_is_exact_and_has_hashes(name: str) -> None:
    requirements = locked(name)
    assert requirements
    for requirement, hashes in requirements.items():
        assert re.match(r"[a-z0-9-]+==\S+", requirement)
        assert hashes, requirement


def test_the_locks_hold_what_the_project_declares() -> None:
    runtime = {requirement.split("==")[0] for requirement in locked("runtime.txt")}
    test = {requirement.split("==")[0] for requirement in locked("test.txt")}
    assert declared(PROJECT["project"]["dependencies"]) <= runtime
    assert declared(PROJECT["dependency-groups"]["test"]) <= test
    assert set(locked("runtime.txt")) <= set(locked("test.txt"))


def imported_packages(*folders: str) -> set[str]:
    """The packages from elsewhere that the code in these folders imports."""
    names = set()
    for path in (file for folder in folders for file in (ROOT / folder).rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Import):
                names.update(alias.name.split(".")[0] for alias in node.names)
            elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
                names.add(node.module.split(".")[0])
    only_to_measure = declared(PROJECT["dependency-groups"]["bench"])
    return names - set(sys.stdlib_module_names) - {"app", "ingest", "tests"} - NOT_DECLARED - only_to_measure


def needed_by(*folders: str) -> set[str]:
    """The distributions that give those packages."""
    providers = importlib.metadata.packages_distributions()
    return {canonical(providers.get(name, [f"nothing gives {name}"])[0]) for name in imported_packages(*folders)}


def test_the_project_declares_what_its_code_imports_and_no_more() -> None:
    extras = declared([one for extra in PROJECT["project"]["optional-dependencies"].values() for one in extra])
    needed = needed_by("app", "ingest")
    assert needed - extras == declared(PROJECT["project"]["dependencies"])
    assert extras <= needed | declared(PROJECT["dependency-groups"]["test"])


def test_the_project_declares_what_its_tests_import() -> None:
    mine, test = PROJECT["project"]["dependencies"], PROJECT["dependency-groups"]["test"]
    assert needed_by("tests") - declared(mine) - declared(test) == set()


def test_the_build_step_and_the_code_agree_on_where_resources_go() -> None:
    assert (bundle.RESOURCES, bundle.BUNDLED) == (paths.RESOURCES, paths.BUNDLED)


def test_a_folder_that_is_no_resource_is_refused_by_name() -> None:
    with pytest.raises(ValueError, match="data, templates"):
        paths.resource_dir("snapshots")


def test_an_installed_copy_keeps_its_snapshots_in_the_users_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    assert paths.default_home() == ROOT / "data" / "build"
    monkeypatch.setattr(paths, "HERE", Path("/opt/site-packages/ingest"))
    assert paths.resource_dir("data") == Path("/opt/site-packages/ingest/bundled/data")
    assert paths.default_home().name == "rosetta-rulings"


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel of this checkout, built with the locked tools and no network; the checkout stays as it is."""
    folder = tmp_path_factory.mktemp("wheel")
    copy = folder / "checkout"
    copy.mkdir()
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, copy)
    for name in ("app", "ingest", "data", "templates"):
        shutil.copytree(ROOT / name, copy / name, ignore=shutil.ignore_patterns("__pycache__"))
    run(sys.executable, "-m", "pip", "wheel", "--no-deps", "--no-build-isolation", "--wheel-dir", folder, copy)
    (made,) = folder.glob("rosetta_rulings-*.whl")
    return made


def run(*command: object, cwd: Path = ROOT, **environment: str) -> str:
    """What a command prints; fails with what it complained about."""
    # Paths of this checkout, handed down by the test's own surroundings, would hide what the wheel lacks.
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "ROSETTA"))}
    words = [str(part) for part in command]
    done = subprocess.run(words, cwd=cwd, env=kept | environment, capture_output=True, check=False)
    assert done.returncode == 0, done.stderr.decode()
    return done.stdout.decode()


@pytest.mark.slow
def test_the_wheel_holds_every_file_of_the_packages_and_the_resources(wheel: Path) -> None:
    code = {
        path.relative_to(ROOT).as_posix()
        for folder in ("app", "ingest")
        for path in (ROOT / folder).rglob("*")
        if path.is_file() and "__pycache__" not in path.parts and not path.name.startswith(".")
    }
    carried = {f"ingest/{bundle.BUNDLED}/{path.as_posix()}" for path in bundle.resources(ROOT)}
    assert any(name.endswith("000_96a82a7373c7b9ee.txt") for name in carried)
    inside = {name for name in ZipFile(wheel).namelist() if ".dist-info/" not in name}
    assert inside == code | carried


@pytest.mark.slow
def test_the_installed_wheel_builds_and_searches_from_another_folder(wheel: Path, tmp_path: Path) -> None:
    site, elsewhere = tmp_path / "site", tmp_path / "elsewhere"
    elsewhere.mkdir()
    run(sys.executable, "-m", "pip", "install", "--no-deps", "--target", site, wheel)
    asked = {"PYTHONPATH": str(site), "HOME": str(tmp_path), "XDG_DATA_HOME": str(tmp_path / "share")}
    rosetta = [sys.executable, "-c", "import sys; from app.cli import main; sys.exit(main())"]
    where = run(sys.executable, "-c", "import app; print(app.__file__)", cwd=elsewhere, **asked)
    assert Path(where.strip()).is_relative_to(site)
    run(*rosetta, "build", cwd=elsewhere, **asked)
    assert "manifest" in run(*rosetta, "search", "manifest", "--json", cwd=elsewhere, **asked)
    assert list(elsewhere.iterdir()) == []
    assert (site / "bin" / "rosetta").is_file()
