"""Everyone can use every page: no barrier that axe knows, no sideways scrolling, targets for thumbs."""

from __future__ import annotations

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from tests.browser.conftest import DESKTOP, PHONE, Opener, Witness

PATHS = (
    "/en",
    "/es/search?q=face%20down",
    "/zh/search?q=%E6%98%BE%E5%8C%96",
    "/es/search?q=zzzzqqq",
    "/zh/cards",
    "/en/cards/lightform",
    "/es/mechanics",
    "/zh/mechanics/manifest",
    "/es/compare",
    "/zh/quality",
    "/en/glossary",
    "/es/help",
    "/zh/api",
    "/es/offline",
)
SMALL = (320, 640)

BROAD = "document.documentElement.scrollWidth - document.documentElement.clientWidth"


def first_ruling(page: Page) -> str:
    return page.locator(".hit-title a").first.get_attribute("href") or ""


def barriers(page: Page) -> list[str]:
    found = Axe().run(
        page, options={"runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]}
    )
    return [f"{one['id']}: {one['nodes'][0]['html'][:160]}" for one in found.response["violations"]]


@pytest.mark.parametrize("path", PATHS)
def test_axe_finds_no_barrier(open_page: Opener, path: str, dark: bool) -> None:
    assert barriers(open_page(path, size=PHONE if dark else DESKTOP, dark=dark)) == []


def test_axe_finds_no_barrier_on_a_ruling_with_everything_open(open_page: Opener, size: tuple[int, int]) -> None:
    page = open_page("/zh/search?q=origin:machine", size=size)
    page.goto(page.url.split("/zh")[0] + first_ruling(page))
    page.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true; })")
    assert page.locator(".version").count() > 1
    assert barriers(page) == []


def test_axe_finds_no_barrier_where_nothing_is(open_page: Opener, witness: Witness) -> None:
    witness.allow("404")
    assert barriers(open_page("/es/nope")) == []


@pytest.mark.parametrize("path", PATHS)
def test_nothing_scrolls_sideways_on_a_small_phone(open_page: Opener, path: str) -> None:
    page = open_page(path, size=SMALL)
    assert page.evaluate(BROAD) == 0
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    assert page.evaluate(BROAD) == 0


def test_a_long_run_wraps(open_page: Opener) -> None:
    page = open_page("/en/search?q=manifest", size=SMALL)
    page.locator(".body").first.evaluate(
        "(one) => { one.textContent = 'x'.repeat(200) + ' https://r.test/' + 'y'.repeat(200); }"
    )
    assert page.evaluate(BROAD) == 0


SMALL_TARGETS = """() => [...document.querySelectorAll("a, button, input:not([type=hidden]), select, summary")]
    .filter((one) => one.checkVisibility() && !one.closest(".skip, .bench p"))
    .map((one) => [one.outerHTML.slice(0, 120), (one.closest("label") ?? one).getBoundingClientRect().height])
    .filter(([, height]) => height < 44)"""


@pytest.mark.parametrize(
    "path",
    [
        "/en",
        "/zh/search?q=%E6%98%BE%E5%8C%96&lang=zh",
        "/en/search?q=manifset",
        "/es/search?q=%22zzqq%22%20manifestar%20cripta",
        "/zh/cards/lightform",
        "/es/mechanics",
        "/es/mechanics/manifest",
        "/es/help",
        "/zh/offline",
        "/en/nope",
        "/es/compare",
    ],
)
def test_targets_fit_a_thumb(open_page: Opener, witness: Witness, path: str) -> None:
    witness.allow("404")
    page = open_page(path, size=PHONE)
    page.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true; })")
    assert page.locator("a").count() > 8
    assert page.evaluate(SMALL_TARGETS) == []


@pytest.mark.parametrize("prefix", ["/en", "/zh"])
def test_targets_of_a_ruling_fit_a_thumb(open_page: Opener, prefix: str) -> None:
    page = open_page(f"{prefix}/search?q=has:zh%20-has:es%20manifest", size=PHONE)
    page.locator(".hit-title a").first.click()
    page.wait_for_url("**/rulings/*")
    page.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true; })")
    assert page.locator(".beside .hit").count() > 0
    assert page.evaluate(SMALL_TARGETS) == []


def test_the_link_to_a_newer_wording_fits_a_thumb(open_page: Opener) -> None:
    page = open_page("/en/cards/lightform", size=PHONE)
    # None of these cards has a ruling that was worded anew.
    page.locator(".hit-head").first.evaluate(
        """(head) => head.insertAdjacentHTML("beforeend", "<p class='superseded'><a href='/en'>Worded anew</a></p>")"""
    )
    assert page.evaluate(SMALL_TARGETS) == []
    assert barriers(page) == []


def test_the_search_field_never_makes_a_phone_zoom(open_page: Opener) -> None:
    page = open_page("/zh", size=PHONE)
    assert float(page.locator("#q").evaluate("(one) => parseFloat(getComputedStyle(one).fontSize)")) >= 16
    content = page.locator("meta[name=viewport]").get_attribute("content") or ""
    assert "user-scalable" not in content
    assert "maximum-scale" not in content


CONTRAST = """() => {
  const mark = document.querySelector(".body mark");
  const style = getComputedStyle(mark);
  const light = (colour) => {
    const [r, g, b] = colour.match(/[\\d.]+/g).slice(0, 3).map(Number).map((v) => v / 255)
      .map((v) => (v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const [a, b] = [light(style.color), light(style.backgroundColor)];
  return { ratio: (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05),
           weight: Number(style.fontWeight), line: style.textDecorationLine };
}"""


@pytest.mark.parametrize(
    "media",
    [
        {"color_scheme": "light"},
        {"color_scheme": "dark"},
        {"forced_colors": "active"},
        {"forced_colors": "active", "color_scheme": "dark"},
    ],
    ids=str,
)
def test_a_match_can_be_seen_without_colour_and_read_on_its_colour(open_page: Opener, media: dict[str, str]) -> None:
    page = open_page("/zh/search?q=%E6%98%BE%E5%8C%96")
    page.emulate_media(**media)
    seen = page.evaluate(CONTRAST)
    assert seen["ratio"] >= 4.5
    assert seen["weight"] >= 600
    assert seen["line"] == "underline"


def test_a_match_survives_paper(open_page: Opener) -> None:
    page = open_page("/zh/search?q=%E6%98%BE%E5%8C%96")
    page.emulate_media(media="print")
    seen = page.evaluate(CONTRAST)
    assert (seen["weight"] >= 600, seen["line"]) == (True, "underline")
    assert not page.locator(".find").is_visible()
    assert page.locator(".hit .body").last.is_visible()


def test_on_paper_a_ruling_bears_its_citation_and_nothing_to_press(open_page: Opener) -> None:
    page = open_page("/zh/search?q=%E6%98%BE%E5%8C%96", size=(718, 1000))  # the width of A4 less its margins
    page.locator(".hit-title a").first.click()
    page.wait_for_url("**/zh/rulings/*")
    permalink = page.url.split("/zh/")[1].split("#")[0]
    page.emulate_media(media="print")
    citation = page.locator(".citation").first
    expect(citation).to_be_visible()
    expect(citation).to_contain_text(permalink)
    assert [one for one in page.locator("button, input, .menu summary, .cite summary").all() if one.is_visible()] == []
    assert page.evaluate(BROAD) == 0


def test_every_language_is_set_in_glyphs_of_its_own(open_page: Opener) -> None:
    page = open_page("/es/search?q=%E6%98%BE%E5%8C%96")
    fonts = page.locator('.body[lang="zh-Hans"]').first.evaluate("(one) => getComputedStyle(one).fontFamily")
    assert "SC" in fonts
    assert "JP" not in fonts
    latin = page.locator('.body[lang="en"]').first.evaluate("(one) => getComputedStyle(one).fontFamily")
    assert "SC" not in latin


def test_the_keyboard_reaches_the_content_first(open_page: Opener) -> None:
    page = open_page("/en/search?q=manifest")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.className") == "skip"
    page.keyboard.press("Enter")
    expect(page.locator("#main")).to_be_focused()


def test_motion_stays_off_for_who_asked(open_page: Opener) -> None:
    page = open_page("/en/mechanics")
    page.emulate_media(reduced_motion="reduce")
    assert page.evaluate("getComputedStyle(document.documentElement).scrollBehavior") == "auto"
