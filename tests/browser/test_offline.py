"""At an event without a network: what was opened stays, and says that it is kept."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import PHONE, Opener, Witness


@pytest.fixture
def installed(open_page: Opener, witness: Witness) -> Page:
    """A phone on which the pages' worker is at work."""
    page = open_page("/zh", size=PHONE)
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.reload()
    page.wait_for_function("navigator.serviceWorker.controller !== null")
    witness.allow("ERR_INTERNET_DISCONNECTED|Failed to load resource")
    return page


def test_a_page_opened_lately_can_be_read_without_a_network(installed: Page) -> None:
    page = installed
    page.goto(page.url.split("/zh")[0] + "/zh/mechanics/manifest")
    expect(page.locator("#offline")).not_to_be_visible()
    page.context.set_offline(True)
    page.reload()
    expect(page.locator("h1")).to_have_text("显化")
    expect(page.locator("#offline")).to_be_visible()
    expect(page.locator("#offline")).to_contain_text("年")
    page.context.set_offline(False)
    page.reload()
    expect(page.locator("#offline")).not_to_be_visible()


def test_a_page_that_was_not_kept_says_so_in_its_language(installed: Page) -> None:
    page = installed
    page.context.set_offline(True)
    page.goto(page.url.split("/zh")[0] + "/es/cards")
    expect(page.locator("h1")).to_have_text("Sin conexión")
    assert page.locator("html").get_attribute("lang") == "es"
    expect(page.locator(".brand")).to_be_visible()
    assert page.locator(".brand").evaluate("(one) => getComputedStyle(one).fontWeight") == "700"


def test_the_app_can_be_installed(open_page: Opener) -> None:
    page = open_page("/es")
    manifest = page.evaluate("fetch(document.querySelector('link[rel=manifest]').href).then((one) => one.json())")
    assert manifest["start_url"] == "/es"
    assert {icon["sizes"] for icon in manifest["icons"]} >= {"192x192", "512x512"}
    for icon in manifest["icons"]:
        assert page.evaluate("(src) => fetch(src).then((one) => one.status)", icon["src"]) == 200
