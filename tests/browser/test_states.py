"""What opens over a page has no barrier either: suggestions, menus, filters, keys, a question put right."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import DESKTOP, PHONE, Opener
from tests.browser.test_everyone import barriers


def suggestions(page: Page) -> Locator:
    page.locator("#q").press_sequentially("mani")
    return page.get_by_role("option").first


def recent_searches(page: Page) -> Locator:
    page.evaluate("localStorage.setItem('recent-searches', JSON.stringify(['显化', 'cloak']))")
    page.locator("#q").focus()
    return page.get_by_role("option").first


def menu(page: Page) -> Locator:
    page.evaluate("document.querySelector('.menu').open = true")
    return page.locator(".nav a").first


def keys(page: Page) -> Locator:
    page.keyboard.press("?")
    return page.locator("#keys")


def filters(page: Page) -> Locator:
    page.goto(page.url + "/search?q=manifest&mechanic=manifest")
    page.evaluate("document.querySelector('.facets').open = true")
    return page.locator(".facets a").first


def did_you_mean(page: Page) -> Locator:
    page.goto(page.url + "/search?q=manifset")
    return page.locator(".meant")


@pytest.mark.parametrize("state", [suggestions, recent_searches, menu, keys, filters, did_you_mean])
def test_axe_finds_no_barrier_in_any_state(open_page: Opener, state: Callable[[Page], Locator], dark: bool) -> None:
    page = open_page("/es", size=PHONE, dark=True) if dark else open_page("/zh", size=DESKTOP)
    expect(state(page)).to_be_visible()
    assert barriers(page) == []
