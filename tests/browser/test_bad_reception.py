"""A network that is there in name only, a full device, two tabs: what is at hand is shown, and nothing is half kept."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Route, expect

from tests.browser.conftest import PHONE
from tests.browser.gateway import Gateway, gateway_to


@pytest.fixture
def gateway(live_server: str) -> Iterator[Gateway]:
    """The way to the server, for this test to cut."""
    with gateway_to(live_server) as way:
        yield way


@pytest.fixture
def device(browser: Browser, gateway: Gateway) -> Iterator[BrowserContext]:
    """A phone on which the worker is at work."""
    context = browser.new_context(
        viewport={"width": PHONE[0], "height": PHONE[1]}, base_url=gateway.address, locale="en-US"
    )
    context.set_default_timeout(20_000)
    page = context.new_page()
    page.goto("/en")
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.wait_for_function("() => navigator.serviceWorker.controller !== null")
    page.close()
    yield context
    gateway.back()
    context.close()


def fetched(page: Page) -> Page:
    page.goto("/en/offline")
    page.locator("[data-act=fetch]").click()
    expect(page.locator("[data-act=remove]")).to_be_visible()
    return page


def cut(gateway: Gateway, how: str) -> None:
    (gateway.away if how == "away" else gateway.silence)()


@pytest.mark.parametrize("how", ["away", "silence"])
def test_a_page_read_before_comes_up_where_the_server_is_out_of_reach(
    device: BrowserContext, gateway: Gateway, how: str
) -> None:
    page = device.new_page()
    page.goto("/en/mechanics/manifest")
    cut(gateway, how)
    page.goto("/en/mechanics/manifest")
    expect(page.locator("h1")).to_have_text("manifest")
    expect(page.locator("#offline")).to_be_visible()
    gateway.back()
    page.goto("/en/mechanics/manifest")
    expect(page.locator("#offline")).not_to_be_visible()


@pytest.mark.parametrize("path", ["/en", "/es", "/zh"])
def test_a_return_to_the_front_page_waits_for_no_network(device: BrowserContext, gateway: Gateway, path: str) -> None:
    page = device.new_page()
    page.goto(path)
    page.wait_for_function("(path) => caches.match(path).then(Boolean)", arg=path)
    gateway.silence()
    page.goto(path)
    page.wait_for_function("() => performance.getEntriesByName('first-contentful-paint').length === 1")
    assert page.locator(".brand").evaluate("(one) => getComputedStyle(one).fontWeight") == "700"
    page.locator("#q").fill("face down")


@pytest.mark.parametrize("how", ["away", "silence"])
def test_the_pack_answers_where_the_server_is_out_of_reach(device: BrowserContext, gateway: Gateway, how: str) -> None:
    page = fetched(device.new_page())
    cut(gateway, how)
    page.goto("/en/search?q=cloak")
    expect(page.locator("#pack-hits [lang=en] mark").first).to_have_text(re.compile("cloak", re.IGNORECASE))


def test_an_error_of_the_server_is_shown_where_nothing_is_at_hand(device: BrowserContext, gateway: Gateway) -> None:
    page = device.new_page()
    gateway.away()
    answer = page.goto("/en/cards")
    assert answer is not None
    assert answer.status == 502


FULL = """() => {
  const put = Cache.prototype.put;
  Cache.prototype.put = function (request, response) {
    const full = String(request.url ?? request).includes("/families-");
    return full ? Promise.reject(new DOMException("no room", "QuotaExceededError")) : put.call(this, request, response);
  };
}"""


def test_a_full_device_is_told_of_at_once_and_goes_on_when_there_is_room(device: BrowserContext) -> None:
    page = device.new_page()
    page.goto("/en/offline")
    page.clock.install()  # a wait before another try would never end
    page.evaluate(FULL)
    page.locator("[data-act=fetch]").click()
    expect(page.locator("#pack-state")).to_contain_text("no more room")
    expect(page.locator("[data-act=remove]")).to_be_visible()
    page.reload()
    page.locator("[data-act=go-on]").click()
    expect(page.locator("#pack-state")).to_contain_text("data of")


def test_a_pack_removed_in_one_tab_is_not_kept_by_another_that_still_fetches_it(device: BrowserContext) -> None:
    page, other = device.new_page(), device.new_page()
    held: list[Route] = []
    page.route("**/offline/families-*", lambda route: held.append(route))
    page.goto("/en/offline")
    with page.expect_request("**/offline/families-*"):
        page.locator("[data-act=fetch]").click()
    other.goto("/en/offline")
    expect(other.locator("#pack-state")).to_contain_text("Begun")
    other.locator("[data-act=remove]").click()
    expect(other.locator("#pack-state")).to_contain_text("Removed")
    assert held
    for route in held:
        route.continue_()
    expect(page.locator("[data-act=fetch]")).to_be_visible()
    assert page.evaluate("caches.has('pack')") is False


def test_two_tabs_may_fetch_the_pack_at_once(device: BrowserContext) -> None:
    tabs = [device.new_page(), device.new_page()]
    for tab in tabs:
        tab.goto("/en/offline")
    for tab in tabs:
        tab.locator("[data-act=fetch]").click()
    for tab in tabs:
        expect(tab.locator("#pack-state")).to_contain_text("data of")
    tabs[0].goto("/en/offline")
    expect(tabs[0].locator("[data-act=remove]")).to_be_visible()


def test_a_pack_replaced_while_it_is_fetched_goes_on_as_the_newer_one(device: BrowserContext) -> None:
    page = device.new_page()

    def older(route: Route) -> None:
        held = route.fetch().json()
        gone = {**held["parts"][-1], "name": "families-00000000000000000000"}
        route.fulfill(json={**held, "snapshot": "yesterday", "parts": [*held["parts"][:-1], gone]})

    page.goto("/en/offline")
    page.route("**/offline/pack.json", older, times=1)
    page.locator("[data-act=fetch]").click()
    expect(page.locator("#pack-state")).to_contain_text("On this device")
    assert page.evaluate("caches.match('/offline/pack.json').then((one) => one.json())")["snapshot"] != "yesterday"
