"""The translators' bench in a real browser: by mouse, by keyboard, by touch, in three languages."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import DESKTOP, PHONE, Opener

PREFIXES = ("/en", "/es", "/zh")
PAGES = ("/compare?mechanic=plot", "/concordance?term=face-down&lang=en", "/coverage")


def lit(page: Page) -> set[tuple[str, str]]:
    """The words that are lit in texts, with their language."""
    found = page.locator("td .term.lit").evaluate_all(
        "all => all.map(one => [one.closest('td').lang, one.textContent])"
    )
    return {tuple(one) for one in found}


@pytest.mark.parametrize("path", PAGES)
@pytest.mark.parametrize("prefix", PREFIXES)
def test_everyone_can_use_it(
    open_page: Opener,
    accessibility_faults: Callable[[Page], list[str]],
    prefix: str,
    path: str,
    dark: bool,
) -> None:
    page = open_page(prefix + path, size=PHONE if dark else DESKTOP, dark=dark)
    for fold in page.locator("main details").all():
        fold.evaluate("one => { one.open = true }")
    assert accessibility_faults(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.parametrize("prefix", PREFIXES)
def test_pointing_at_a_term_lights_its_counterparts_and_only_those(open_page: Opener, prefix: str) -> None:
    page = open_page(f"{prefix}/compare?card=fblthp-lost-on-the-range&q=special", size=DESKTOP)
    row = page.locator(".bench").first
    row.locator('td[lang="en"] [data-term="plot"]').first.hover()
    assert {lang for lang, _ in lit(page)} == {"en", "zh-Hans"}
    assert "设谋" in {word for _, word in lit(page)}
    page.locator("h1").hover()
    assert not lit(page)


def test_the_keyboard_goes_through_a_row_s_terms_with_one_stop_of_tab(open_page: Opener) -> None:
    page = open_page("/zh/compare?card=fblthp-lost-on-the-range&q=special", size=DESKTOP)
    keys = page.locator(".bench").first.locator(".key")
    keys.first.focus()
    first = lit(page)
    page.keyboard.press("ArrowRight")
    expect(keys.nth(1)).to_be_focused()
    assert first and lit(page) and lit(page) != first
    page.keyboard.press("ArrowLeft")
    expect(keys.first).to_be_focused()
    page.keyboard.press("Tab")
    assert page.evaluate("!document.activeElement.classList.contains('key') || "
                         "document.activeElement.closest('.bench') !== document.querySelector('.bench')")  # fmt: skip


def test_the_keyboard_goes_through_the_rows(open_page: Opener) -> None:
    page = open_page("/en/compare", size=DESKTOP)
    titles = page.locator(".bench .hit-title a")
    page.locator("h1").click()
    page.keyboard.press("j")
    expect(titles.nth(0)).to_be_focused()
    page.keyboard.press("j")
    expect(titles.nth(1)).to_be_focused()
    page.keyboard.press("k")
    expect(titles.nth(0)).to_be_focused()


def test_a_touch_keeps_a_term_lit_until_the_next(open_page: Opener) -> None:
    page = open_page("/es/compare?card=fblthp-lost-on-the-range&q=special", size=PHONE)
    term = page.locator('td[lang="en"] [data-term="plot"]').first
    term.scroll_into_view_if_needed()
    term.tap()
    assert {lang for lang, _ in lit(page)} == {"en", "zh-Hans"}
    term.tap()
    assert not lit(page)


def test_without_scripts_everything_is_there_to_read(open_page: Opener) -> None:
    page = open_page("/es/compare?mechanic=plot&text_lang=en&text_lang=zh", script=False)
    assert page.locator(".bench").count() > 3
    assert page.locator(".bench .term").count() > 20
    page.locator(".bench .key").first.click()
    expect(page.locator("h1")).to_have_text("Concordancia")


def test_the_address_of_a_comparison_can_be_sent_to_somebody(open_page: Opener) -> None:
    page = open_page("/en/compare", size=DESKTOP)
    page.locator(".narrow summary").click()
    page.get_by_role("textbox", name="Mechanic").fill("manifest")
    page.locator('input[name="lacks"][value="es"]').check()
    page.locator('input[name="text_lang"][value="es"]').uncheck()
    page.get_by_role("button", name="Show").click()
    total, address = page.locator(".total").text_content(), page.url
    again = open_page(address[address.index("/en/") :], size=PHONE)
    assert again.locator(".total").text_content() == total
    assert again.locator(".bench").first.locator("th").count() == 2


def test_a_number_of_the_coverage_leads_to_as_many_rows(open_page: Opener) -> None:
    page = open_page("/en/coverage?by=mechanic", size=DESKTOP)
    cell = page.locator(".matrix td.machine a").first
    number = cell.text_content() or ""
    cell.click()
    assert (page.locator(".total").text_content() or "").startswith(f"{number} ")
    assert page.locator(".bench").count() == int(number)


def test_on_paper_the_versions_stand_beside_each_other_without_what_is_to_press(open_page: Opener) -> None:
    page = open_page("/en/compare?mechanic=plot", size=DESKTOP)
    page.emulate_media(media="print")
    expect(page.locator(".compare-form")).to_be_hidden()
    cells = page.locator(".bench").first.locator("tbody tr").first.locator("td")
    tops = {round(cell.bounding_box()["y"]) for cell in cells.all()}
    assert cells.count() == 3 and len(tops) == 1
