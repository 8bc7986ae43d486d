"""What a judge does at the table, with scripts and without."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, Request, Route, expect

from tests.browser.conftest import PHONE, Opener, Witness

BUDGET = 60 * 1024


@pytest.mark.parametrize(
    ("prefix", "q", "lang"), [("/en", "face down", "en"), ("/es", "boca abajo", "es"), ("/zh", "牌面朝下", "zh-Hans")]
)
def test_from_question_to_ruling(open_page: Opener, script: bool, prefix: str, q: str, lang: str) -> None:
    page = open_page(prefix, size=PHONE, script=script)
    page.locator("#q").fill(q)
    page.locator("#q").press("Enter")
    page.wait_for_url("**/search?q=*")
    expect(page.locator("mark").first).to_be_visible()
    page.locator(f'.hit:has(.body[lang="{lang}"]) .hit-title a').first.click()
    page.wait_for_url(f"**{prefix}/rulings/*")
    expect(page.locator(f'.body[lang="{lang}"]').first).to_be_visible()
    expect(page.locator(".sources").first).to_contain_text(".txt")


def test_other_versions_are_one_tap_away_on_a_phone(open_page: Opener, script: bool) -> None:
    page = open_page("/zh/search?q=%E6%98%BE%E5%8C%96", size=PHONE, script=script)
    other = page.locator("details.other").filter(has=page.locator("mark")).first
    body = other.locator(".body")
    expect(body).not_to_be_visible()
    other.locator("summary").click()
    expect(body).to_be_visible()


def test_versions_stand_side_by_side_on_a_wide_screen(open_page: Opener, script: bool) -> None:
    page = open_page("/zh/search?q=%E6%98%BE%E5%8C%96", script=script)
    hit = page.locator(".hit").filter(has=page.locator("details.other")).first
    boxes = [box.bounding_box() for box in (hit.locator(".body").nth(0), hit.locator(".body").nth(1))]
    assert boxes[1]["x"] > boxes[0]["x"] + boxes[0]["width"]


def test_the_menu_opens_on_a_phone(open_page: Opener, script: bool) -> None:
    page = open_page("/es", size=PHONE, script=script)
    link = page.locator(".nav a", has_text="Mecánicas")
    expect(link).not_to_be_visible()
    page.locator(".menu summary").click()
    link.click()
    page.wait_for_url("**/es/mechanics")


def test_a_citation_is_copied_whole(open_page: Opener) -> None:
    page = open_page("/es/search?q=origin:machine")
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    button = page.locator("[data-copy]").first
    body = page.locator(f"#{button.get_attribute('data-copy')} .body").text_content()
    button.click()
    expect(page.locator("#status")).to_have_text("Cita copiada")
    expect(button).to_have_text("Cita copiada")
    expect(button.locator("svg")).to_be_visible()
    copied = page.evaluate("navigator.clipboard.readText()")
    assert copied.startswith(f"«{body}»")
    assert "/rulings/" in copied
    assert page.locator(".hit").first.locator(".standing").first.text_content().strip() in copied


def test_a_browser_that_refuses_the_clipboard_is_told_of(open_page: Opener) -> None:
    page = open_page("/en/search?q=manifest")
    page.evaluate("() => { navigator.clipboard.writeText = () => Promise.reject(new Error('no')); }")
    page.locator("[data-copy]").first.click()
    expect(page.locator("#status")).to_have_text("Could not copy")


def test_without_scripts_nothing_is_offered_that_needs_them(open_page: Opener) -> None:
    page = open_page("/en/search?q=manifest", script=False)
    assert page.locator("[data-copy]").count() > 0
    assert [one for one in page.locator("[data-copy]").all() if one.is_visible()] == []


def test_the_switch_is_remembered_where_the_address_says_nothing(open_page: Opener) -> None:
    page = open_page("/search?q=manifest")
    assert page.locator("html").get_attribute("lang") == "en"
    page.locator('.switch a[hreflang="zh-Hans"]').click()
    page.wait_for_url("**/zh/search?q=manifest")
    page.goto(page.url.replace("/zh/", "/"))
    assert page.locator("html").get_attribute("lang") == "zh-Hans"


def weight(page: Page, path: str) -> int:
    requests: list[Request] = []
    page.on("requestfinished", lambda request: requests.append(request))
    page.goto(path, wait_until="networkidle")
    assert len(requests) > 3
    sizes = [request.sizes() for request in requests]
    return sum(size["responseBodySize"] + size["responseHeadersSize"] for size in sizes)


@pytest.mark.parametrize("path", ["/en", "/zh", "/en/search?q=face%20down", "/es/mechanics"])
def test_a_first_visit_fits_the_budget(open_page: Opener, live_server: str, path: str) -> None:
    page = open_page("/healthz")
    assert weight(page, live_server + path) <= BUDGET


LANDINGS = ("/en", "/es", "/zh", "/zh/search?q=%E6%98%BE%E5%8C%96", "/es/mechanics/face-down", "/en/cards/lightform")


@pytest.mark.parametrize("path", LANDINGS)
def test_a_page_that_is_arrived_at_is_painted_and_usable_before_anything_else_comes(
    open_page: Opener, witness: Witness, live_server: str, path: str
) -> None:
    page = open_page("/healthz", size=PHONE)
    held: list[Route] = []
    page.route("**/static/**", lambda route: held.append(route))
    page.goto(live_server + path, wait_until="commit")
    page.wait_for_function("() => performance.getEntriesByName('first-contentful-paint').length === 1")
    page.locator("#q").fill("face down")
    assert len(held) > 3
    assert page.locator(".brand").evaluate("(one) => getComputedStyle(one).fontWeight") == "700"
    page.locator("#q").press("Enter")
    page.wait_for_url(re.compile(r"/search\?(.*&)?q=face\+down"), wait_until="commit")
    witness.allow("ERR_FAILED|ERR_ABORTED")
    for one in held:
        one.abort()


def test_who_walks_on_is_spared_the_style_sheets(open_page: Opener) -> None:
    page = open_page("/en/search?q=manifest")
    assert page.locator("head style").count() == 1
    page.locator(".hit-title a").first.click()
    page.wait_for_url("**/en/rulings/*")
    assert page.locator("head style").count() == 0
    assert page.locator(".brand").evaluate("(one) => getComputedStyle(one).fontWeight") == "700"


def test_nothing_moves_while_a_page_loads(open_page: Opener, size: tuple[int, int]) -> None:
    page = open_page("/en/search?q=face%20down", size=size)
    shift = page.evaluate(
        """() => new Promise((done) => {
            let sum = 0;
            new PerformanceObserver((list) => { for (const one of list.getEntries()) sum += one.value; })
              .observe({ type: "layout-shift", buffered: true });
            setTimeout(() => done(sum), 300);
        })"""
    )
    assert shift == 0


def test_a_page_that_is_not_there_still_searches(open_page: Opener, witness: Witness) -> None:
    witness.allow("404")
    page = open_page("/zh/rulings/nope")
    page.locator("#q").fill("显化")
    page.locator("#q").press("Enter")
    page.wait_for_url("**/zh/search?q=*")
    expect(page.locator(".hit").first).to_be_visible()
