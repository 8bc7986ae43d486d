"""At an event without a network: what was opened stays, the pack answers, and both say that they are kept."""

from __future__ import annotations

import re
from urllib.parse import quote

import pytest
from playwright.sync_api import Page, Route, expect

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


PARTS = re.compile(r"/offline/(?:terms|cards|families)-")


@pytest.fixture
def packed(installed: Page) -> Page:
    """A phone that holds the offline pack and has lost its network."""
    take(installed, "/zh/offline")
    installed.context.set_offline(True)
    return installed


def go(page: Page, path: str) -> None:
    page.goto(re.sub(r"(https?://[^/]+).*", r"\1", page.url) + path)


def take(page: Page, path: str) -> None:
    go(page, path)
    page.locator("[data-act=fetch]").click()
    expect(page.locator("[data-act=remove]")).to_be_visible()


@pytest.mark.parametrize(
    ("prefix", "q", "mark"),
    [
        ("/en", "牌面朝下 横置", "face down"),
        ("/es", "face down tapped", "boca abajo"),
        ("/zh", "boca abajo girado", "牌面朝下"),
        ("/en", "顯化", "manifest"),
    ],
)
def test_the_pack_answers_across_languages_without_a_network(packed: Page, prefix: str, q: str, mark: str) -> None:
    go(packed, f"{prefix}/search?q={quote(q)}")
    lang = {"/en": "en", "/es": "es", "/zh": "zh-Hans"}[prefix]
    expect(packed.locator(f'#pack-hits .body[lang="{lang}"] mark', has_text=mark).first).to_be_visible()
    expect(packed.locator("#offline")).to_be_visible()
    assert packed.locator("#pack-hits .standing .word").first.text_content()


def test_permalinks_cards_and_mechanics_lead_into_the_pack(packed: Page) -> None:
    go(packed, "/zh/mechanics/manifest")
    expect(packed.locator("#pack-total")).to_contain_text("显化")
    packed.locator("#pack-hits .hit-title a").first.click()
    packed.wait_for_url("**/zh/rulings/*")
    expect(packed.locator("#pack-hits .hit")).to_have_count(1)
    go(packed, "/es/cards/lightform")
    expect(packed.locator("#pack-total")).to_contain_text("Forma de luz")
    assert packed.locator("#pack-hits .hit").count() > 3


def test_what_is_typed_is_searched_on_the_device_and_back_leads_out(packed: Page) -> None:
    go(packed, "/en/search?q=manifest")
    field = packed.locator("#pack-form input[name=q]")
    expect(field).to_have_value("manifest")
    expect(packed.locator("#pack-hits [lang=en] mark").first).to_have_text(re.compile("manifest", re.IGNORECASE))
    field.fill("cloak")
    expect(packed.locator("#pack-hits [lang=en] mark").first).to_have_text(re.compile("cloak", re.IGNORECASE))
    packed.go_back()
    expect(packed.locator("#pack-hits [lang=en] mark").first).to_have_text(re.compile("manifest", re.IGNORECASE))
    field.fill("zzzzqqq")
    expect(packed.locator("#pack-total")).to_contain_text("Nothing")


def test_a_citation_can_be_copied_without_a_network(packed: Page) -> None:
    packed.context.grant_permissions(["clipboard-read", "clipboard-write"])
    go(packed, "/es/search?q=origin%20manifestar")
    packed.locator("#pack-hits [data-copy]").first.click()
    copied = packed.evaluate("navigator.clipboard.readText()")
    assert copied.startswith("«")
    assert "/rulings/" in copied


def test_a_download_that_breaks_off_goes_on_where_it_stopped(installed: Page) -> None:
    page = installed
    fetched: list[str] = []
    page.on("request", lambda request: fetched.append(request.url) if PARTS.search(request.url) else None)
    page.route("**/offline/families-*", lambda route: route.fulfill(status=404))
    go(page, "/en/offline")
    page.locator("[data-act=fetch]").click()
    expect(page.locator("#pack-state")).to_contain_text("stopped")
    expect(page.locator("[data-act=go-on]")).to_be_visible()
    assert page.locator("#pack-progress").evaluate("(one) => one.value") > 0
    page.unroute("**/offline/families-*")
    before = len(fetched)
    page.reload()
    page.locator("[data-act=go-on]").click()
    expect(page.locator("#pack-state")).to_contain_text("data of")
    assert before > 1
    assert [url for url in fetched[before:] if "/families-" not in url] == []


def test_a_part_that_was_damaged_on_the_way_is_not_taken(installed: Page) -> None:
    page = installed
    page.route("**/offline/cards-*", lambda route: route.fulfill(body="[]", content_type="application/json"))
    page.clock.install()
    go(page, "/en/offline")
    page.locator("[data-act=fetch]").click()
    expect(page.locator("[data-act=pause]")).to_be_visible()
    for _ in range(8):  # each wait before another try begins only when the try before has failed
        page.clock.run_for(20_000)
        page.wait_for_timeout(100)
    expect(page.locator("#pack-state")).to_contain_text("stopped")
    expect(page.locator("[data-act=go-on]")).to_be_visible()
    assert not page.evaluate("caches.open('pack').then((one) => one.match('/offline/pack.json')).then(Boolean)")


def test_a_newer_pack_is_offered_and_fetches_only_what_is_new(installed: Page) -> None:
    page = installed
    take(page, "/en/offline")
    fetched: list[str] = []
    page.on("request", lambda request: fetched.append(request.url) if PARTS.search(request.url) else None)

    def tomorrow(route: Route) -> None:
        held = route.fetch().json()
        route.fulfill(json={**held, "snapshot": "tomorrow", "created": "2030-01-02T00:00:00+00:00"})

    page.route("**/offline/pack.json", tomorrow)
    page.reload()
    expect(page.locator("#pack-state")).to_contain_text("January 2, 2030")
    page.locator("[data-act=renew]").click()
    expect(page.locator("#pack-state")).to_have_text(re.compile("^On this device: data of January 2, 2030.$"))
    assert fetched == []


def test_the_pack_is_removed_when_its_reader_asks(installed: Page) -> None:
    page = installed
    take(page, "/es/offline")
    page.locator("[data-act=remove]").click()
    expect(page.locator("#pack-state")).to_contain_text("Quitada")
    assert not page.evaluate("caches.has('pack')")
    expect(page.locator("[data-act=fetch]")).to_be_visible()
