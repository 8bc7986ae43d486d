"""The search field: suggestions, results while typing, and an input method left in peace."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import PHONE, Opener


def asked_of(page: Page, part: str) -> list[str]:
    """The requests a page makes from now on to addresses with `part` in them."""
    seen: list[str] = []
    page.on("request", lambda request: seen.append(request.url) if part in request.url else None)
    return seen


@pytest.mark.parametrize(
    ("prefix", "typed", "name"),
    [("/en", "mani", "manifest"), ("/es", "manifesta", "manifestar"), ("/zh", "显", "显化")],
)
def test_suggestions_lead_to_cards_and_mechanics(open_page: Opener, prefix: str, typed: str, name: str) -> None:
    page = open_page(prefix)
    page.locator("#q").press_sequentially(typed)
    option = page.get_by_role("option").filter(has_text=name).first
    expect(option).to_be_visible()
    expect(page.locator("#q")).to_have_attribute("aria-expanded", "true")
    option.click()
    page.wait_for_url(re.compile(rf"{prefix}/(cards|mechanics)/"))


def test_arrows_choose_enter_takes_and_escape_closes(open_page: Opener) -> None:
    page = open_page("/en")
    field = page.locator("#q")
    field.press_sequentially("manif")
    expect(page.get_by_role("option").first).to_be_visible()
    field.press("ArrowDown")
    chosen = page.locator('[role=option][aria-selected="true"]')
    expect(chosen).to_have_count(1)
    expect(field).to_have_attribute("aria-activedescendant", chosen.get_attribute("id") or "")
    field.press("Escape")
    expect(page.get_by_role("option")).to_have_count(0)
    expect(field).to_have_value("manif")
    field.press("ArrowDown")
    expect(page.get_by_role("option").first).to_be_visible()
    field.press("ArrowDown")
    field.press("Enter")
    page.wait_for_url(re.compile("/en/(mechanics|cards)/"))


def test_results_follow_what_is_typed_and_back_leads_out(open_page: Opener) -> None:
    page = open_page("/en/help")
    page.goto(page.url.replace("/help", ""))
    page.locator("#q").press_sequentially("face down")
    page.wait_for_url("**/en/search?q=face*down")
    expect(page.locator("#results mark").first).to_be_visible()
    expect(page.locator("#q")).to_be_focused()
    total = page.locator(".total").text_content()
    expect(page.locator("#status")).to_have_text(re.compile("result|Suggestions"))
    page.reload()
    expect(page.locator(".total")).to_have_text(total or "")
    expect(page.locator("#q")).to_have_value("face down")
    page.go_back()
    page.wait_for_url(re.compile("/en$"))
    expect(page.locator("#q")).to_have_value("")


COMPOSE = """(field) => {
  const key = (more) => field.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true, cancelable: true, ...more }));
  field.focus();
  field.dispatchEvent(new CompositionEvent("compositionstart", { bubbles: true }));
  field.value = "xian hua";
  field.dispatchEvent(new InputEvent("input", { bubbles: true, isComposing: true }));
  const during = key({ isComposing: true, keyCode: 229 });
  const arrow = field.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowDown", bubbles: true, cancelable: true, isComposing: true, keyCode: 229 }));
  field.value = "显化";
  field.dispatchEvent(new CompositionEvent("compositionend", { bubbles: true, data: "显化" }));
  const after = key({});
  field.form.requestSubmit();
  return { during, arrow, after };
}"""


def test_the_enter_that_ends_a_composition_submits_nothing(open_page: Opener) -> None:
    page = open_page("/zh", size=PHONE)
    submitted = asked_of(page, "/search?")
    field = page.locator("#q")
    went_on = field.evaluate(COMPOSE)
    # A key that goes on unprevented after the composition would submit; the arrow is the candidate window's.
    assert went_on == {"during": False, "arrow": True, "after": False}
    page.wait_for_timeout(50)
    assert [url for url in submitted if "/zh/search" in url] == []
    field.press("Enter")
    page.wait_for_url("**/zh/search?q=%E6%98%BE%E5%8C%96")


def test_nothing_is_asked_while_composing_and_suggestions_start_after(open_page: Opener) -> None:
    page = open_page("/zh")
    asked = asked_of(page, "/api/v1/suggest")
    field = page.locator("#q")
    field.evaluate(
        """(field) => {
            field.focus();
            field.dispatchEvent(new CompositionEvent("compositionstart", { bubbles: true }));
            field.value = "xian";
            field.dispatchEvent(new InputEvent("input", { bubbles: true, isComposing: true }));
        }"""
    )
    page.wait_for_timeout(700)
    assert asked == []
    assert "/search" not in page.url
    field.evaluate(
        """(field) => {
            field.value = "显化";
            field.dispatchEvent(new CompositionEvent("compositionend", { bubbles: true, data: "显化" }));
        }"""
    )
    expect(page.get_by_role("option").first).to_be_visible()
    assert len(asked) == 1


def test_recent_searches_stay_on_the_device_and_can_be_forgotten(open_page: Opener) -> None:
    page = open_page("/en")
    page.locator("#q").fill("face down")
    page.locator("#q").press("Enter")
    page.wait_for_url("**/search?q=face*")
    page.goto(page.url.split("/search")[0])
    page.locator("#q").focus()
    expect(page.get_by_role("option").filter(has_text="face down")).to_be_visible()
    page.get_by_role("option").last.click()
    expect(page.get_by_role("option")).to_have_count(0)
    assert page.evaluate("localStorage.getItem('recent-searches')") is None
    assert page.context.cookies() == []


def test_keys_move_among_rulings_and_copy(open_page: Opener) -> None:
    page = open_page("/en/search?q=manifest")
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.keyboard.press("j")
    page.keyboard.press("j")
    expect(page.locator(".hit-title a").nth(1)).to_be_focused()
    page.keyboard.press("k")
    expect(page.locator(".hit-title a").nth(0)).to_be_focused()
    page.keyboard.press("c")
    expect(page.locator("#status")).to_have_text("Citation copied")
    page.keyboard.press("?")
    expect(page.locator("#keys")).to_be_visible()
    page.keyboard.press("Escape")
    page.keyboard.press("/")
    expect(page.locator("#q")).to_be_focused()


def test_the_key_that_searches_works_where_no_field_is(open_page: Opener) -> None:
    page = open_page("/es/help")
    assert page.locator("input[name=q]").count() == 0
    page.keyboard.press("/")
    page.wait_for_url("**/es#q")
    expect(page.locator("#q")).to_be_focused()


def test_letters_typed_in_the_field_are_only_text(open_page: Opener) -> None:
    page = open_page("/en/search?q=manifest")
    page.locator("#q").fill("")
    page.locator("#q").press_sequentially("jack/?")
    expect(page.locator("#q")).to_have_value("jack/?")
    expect(page.locator("#keys")).not_to_be_visible()


@pytest.mark.parametrize(
    ("prefix", "typed", "name", "whole"),
    [
        ("/en", "what is a cloa", "cloak", "what is a cloak "),
        ("/es", "qué es manifesta", "manifestar", "qué es manifestar "),
        ("/zh", "这张牌能否显化", "显化", "这张牌能否显化"),
    ],
)
def test_a_suggestion_completes_the_end_of_a_question(
    open_page: Opener, prefix: str, typed: str, name: str, whole: str
) -> None:
    page = open_page(prefix)
    field = page.locator("#q")
    for by_mouse in (True, False):
        field.fill("")
        field.press_sequentially(typed)
        option = page.get_by_role("option").filter(has_text=name).first
        expect(option).to_be_visible()
        if by_mouse:
            option.click()
        else:
            field.press("ArrowDown")
            field.press("Enter")
        expect(field).to_have_value(whole)
        assert not re.search("/(cards|mechanics)/", page.url)
