"""A real Chromium against the real command, and a witness that fails a test on what no person would see."""

from __future__ import annotations

import os
import re
import shutil
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urljoin, urlsplit

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, ConsoleMessage, Page, Request, sync_playwright

PHONE, DESKTOP = (375, 667), (1280, 800)
CHROMIUM_NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
CHROMIUM_PLACES = (
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
)
# Chromium calls home at every start unless told not to; as root it has no sandbox.
FLAGS = [
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    *(["--no-sandbox"] if hasattr(os, "geteuid") and os.geteuid() == 0 else []),
]
COMMAND = [sys.executable, "-c", "import sys; from app.cli import main; sys.exit(main())"]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Everything in this folder needs the browser, whether it says so or not."""
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.browser)


def find_chromium() -> str | None:
    """The Chromium to drive: the one named in ROSETTA_CHROMIUM, else the machine's."""
    found = [os.environ.get("ROSETTA_CHROMIUM"), *map(shutil.which, CHROMIUM_NAMES), *CHROMIUM_PLACES]
    return next((path for path in found if path and Path(path).exists()), None)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """The running Chromium; skips where there is none, which under CI=true is a failure."""
    path = find_chromium()
    if path is None:
        say = "no Chromium found: install Debian's chromium or Chrome, or set ROSETTA_CHROMIUM"
        (pytest.fail if os.environ.get("CI") == "true" else pytest.skip)(say)
    with sync_playwright() as driver:
        chromium = driver.chromium.launch(executable_path=path, args=FLAGS)
        yield chromium
        chromium.close()


@pytest.fixture(scope="session")
def live_server(home: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of `rosetta serve` over the five documents, on a free port."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    address = f"http://127.0.0.1:{port}"
    log = tmp_path_factory.mktemp("server") / "log"
    with log.open("wb") as output:
        command = [*COMMAND, "serve", "--home", str(home), "--port", str(port)]
        server = subprocess.Popen(command, stdout=output, stderr=output, cwd=Path(__file__).parents[2])
        try:
            wait_until_ready(address, server, log)
            yield address
        finally:
            server.terminate()
            server.wait(20)


def wait_until_ready(address: str, server: subprocess.Popen[bytes], log: Path) -> None:
    """Returns once the server answers; fails with its last words if it ends or never does."""
    for _ in range(300):
        try:
            with urllib.request.urlopen(f"{address}/readyz", timeout=5):
                return
        except urllib.error.HTTPError as error:
            error.close()
        except OSError:
            pass
        if server.poll() is not None:
            break
        time.sleep(0.1)
    pytest.fail(f"the server did not start:\n{log.read_text('utf-8', 'replace')[-2000:]}")


@dataclass
class Witness:
    """Collects what goes wrong behind a page: script errors, refused content, strangers asked."""

    address: str
    complaints: list[str] = field(default_factory=list)
    allowed: list[str] = field(default_factory=list)

    def allow(self, pattern: str) -> None:
        """This test brings about complaints that match, and they don't fail it."""
        self.allowed.append(pattern)

    def watch(self, page: Page) -> None:
        page.on("console", self._console)
        page.on("pageerror", lambda error: self.complaints.append(f"page error: {error}"))
        page.on("request", self._request)

    def _console(self, message: ConsoleMessage) -> None:
        # Chromium reports a breach of the Content-Security-Policy here, as an error.
        if message.type in ("error", "warning", "assert"):
            self.complaints.append(f"console {message.type}: {message.text} ({message.location.get('url', '')})")

    def _request(self, request: Request) -> None:
        parts = urlsplit(request.url)
        if parts.scheme in ("http", "https", "ws", "wss") and parts.netloc != urlsplit(self.address).netloc:
            self.complaints.append(f"third party: {request.url}")

    def unexpected(self) -> list[str]:
        """The complaints that no test asked for."""
        return [text for text in self.complaints if not any(re.search(pattern, text) for pattern in self.allowed)]


@pytest.fixture
def witness(live_server: str) -> Iterator[Witness]:
    """The witness of this test; what it saw fails the test when it ends."""
    seen = Witness(live_server)
    yield seen
    assert seen.unexpected() == []


Opener = Callable[..., Page]


@pytest.fixture
def open_page(browser: Browser, live_server: str, witness: Witness) -> Iterator[Opener]:
    """A function that opens a path in a page of its own: `open_page("/help", size=PHONE, dark=True, script=False)`."""
    contexts = []

    def opened(
        path: str = "/", size: tuple[int, int] = DESKTOP, dark: bool = False, script: bool = True, locale: str = "en-US"
    ) -> Page:
        context = browser.new_context(
            viewport={"width": size[0], "height": size[1]},
            color_scheme="dark" if dark else "light",
            java_script_enabled=script,
            has_touch=size == PHONE,
            locale=locale,
            base_url=live_server,
        )
        context.set_default_timeout(10_000)
        contexts.append(context)
        page = context.new_page()
        witness.watch(page)
        page.goto(urljoin(live_server, path))
        return page

    yield opened
    for context in contexts:
        context.close()


@pytest.fixture
def page(open_page: Opener) -> Page:
    """The search page on a desktop, light, with scripts."""
    return open_page()


@pytest.fixture
def phone(open_page: Opener) -> Page:
    """The search page on a phone."""
    return open_page(size=PHONE)


@pytest.fixture(params=[PHONE, DESKTOP], ids=["phone", "desktop"])
def size(request: pytest.FixtureRequest) -> tuple[int, int]:
    """Runs a test once on a phone and once on a desktop; hand it to `open_page`."""
    return request.param


@pytest.fixture(params=[False, True], ids=["light", "dark"])
def dark(request: pytest.FixtureRequest) -> bool:
    """Runs a test once in light and once in dark."""
    return request.param


@pytest.fixture(params=[True, False], ids=["script", "no-script"])
def script(request: pytest.FixtureRequest) -> bool:
    """Runs a test once with JavaScript and once without."""
    return request.param


@pytest.fixture
def accessibility_faults() -> Callable[[Page], list[str]]:
    """A function that names what axe finds wrong with a page, rule by rule, and where."""

    def found(page: Page) -> list[str]:
        violations = Axe().run(page).response["violations"]
        return [f"{fault['id']}: {node['target']}" for fault in violations for node in fault["nodes"]]

    return found
