"""How long a phone waits on a slow network: `make pace`, or `python -m tests.browser.pace ADDRESS`.

Chromium's own emulation adds the latency to every request and emulates no handshakes, so two networks are
measured: slow 3G as it is (400 ms there and back) and as the preset of Chromium's tools has it, which adds
2,000 ms to each request in place of the handshakes. A visit is the first of a browser that knows nothing
of the site, or a return to the front page, which the worker has at hand (what the worker itself asks for is not
slowed by the emulation, so no other return is measured). The best of a few is given: what a busy machine adds is left out.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator

from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from tests.browser.conftest import FLAGS, PHONE, find_chromium

BYTES = 400_000 // 8
NETWORKS = {"slow 3G (400 ms)": 400, "preset of the tools (2,000 ms)": 2_000}
FRONT = ("/en", "/zh")
PATHS = (*FRONT, "/en/search?q=face%20down", "/zh/mechanics/manifest")
TURNS = 4

PAINTED = "() => performance.getEntriesByName('first-contentful-paint').length === 1"
TIMES = """() => {
  const { startTime } = performance.getEntriesByName("first-contentful-paint")[0];
  const { loadEventEnd, transferSize } = performance.getEntriesByType("navigation")[0];
  const rest = performance.getEntriesByType("resource").reduce((sum, one) => sum + one.transferSize, 0);
  return [startTime / 1000, loadEventEnd / 1000, (transferSize + rest) / 1000];
}"""


def slowed(context: BrowserContext, latency: int) -> Page:
    """A page behind a network of 400 kbit/s."""
    page = context.new_page()
    tools = context.new_cdp_session(page)
    limits = {"latency": latency, "downloadThroughput": BYTES, "uploadThroughput": BYTES}
    tools.send("Network.enable")
    tools.send("Network.emulateNetworkConditions", {"offline": False, **limits})
    return page


def visit(page: Page, url: str) -> tuple[float, ...]:
    """Seconds to the first paint and to the whole page, and the kilobytes that came."""
    page.goto(url, wait_until="load", timeout=60_000)
    page.wait_for_function(PAINTED)
    return tuple(page.evaluate(TIMES))


def first(browser: Browser, url: str, latency: int) -> tuple[float, ...]:
    """The first visit of a browser."""
    context = browser.new_context(viewport={"width": PHONE[0], "height": PHONE[1]})
    times = visit(slowed(context, latency), url)
    context.close()
    return times


def again(browser: Browser, url: str, latency: int) -> tuple[float, ...]:
    """A return, once the worker keeps the shell."""
    context = browser.new_context(viewport={"width": PHONE[0], "height": PHONE[1]})
    page = context.new_page()
    page.goto(url)
    page.wait_for_function("() => navigator.serviceWorker.controller !== null")
    page.reload(wait_until="networkidle")
    page.close()
    times = visit(slowed(context, latency), url)
    context.close()
    return times


def rows(address: str) -> Iterator[str]:
    """The lines of the table."""
    yield "| network | page | visit | first paint, s | whole page, s | kB |\n|---|---|---|---|---|---|"
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=find_chromium(), args=FLAGS)
        for network, latency in NETWORKS.items():
            for path in PATHS:
                for name, way in (("first", first), ("return", again))[: 2 if path in FRONT else 1]:
                    paint, whole, size = min(way(browser, address + path, latency) for _ in range(TURNS))
                    yield f"| {network} | `{path}` | {name} | {paint:.2f} | {whole:.2f} | {size:.0f} |"
        browser.close()


if __name__ == "__main__":
    for row in rows(sys.argv[1].rstrip("/")):
        print(row, flush=True)
