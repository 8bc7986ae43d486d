"""The witness sees what it must: a check that never complains would prove nothing."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, Page

from tests.browser.conftest import Witness

ELSEWHERE = "http://127.0.0.1:9/pixel.png"


def seen_on(browser: Browser, html: str, policy: str = "default-src *") -> str:
    """What a witness says about a page that holds this."""
    witness, context = Witness("http://rosetta.test"), browser.new_context()
    page = context.new_page()
    witness.watch(page)
    # Answered by the test itself: nothing leaves the browser but what the page asks for elsewhere.
    page.route(
        "http://rosetta.test/",
        lambda route: route.fulfill(content_type="text/html", headers={"Content-Security-Policy": policy}, body=html),
    )
    page.goto("http://rosetta.test/")
    page.wait_for_timeout(100)
    context.close()
    return "\n".join(witness.unexpected())


@pytest.mark.parametrize(
    ("html", "policy", "complaint"),
    [
        (f"<img src='{ELSEWHERE}'>", "default-src *", "third party"),
        ("<script>nothing()</script>", "script-src 'unsafe-inline'", "page error"),
        ("<script>console.error('broken')</script>", "script-src 'unsafe-inline'", "console error: broken"),
        ("<script>let fine = 1</script>", "script-src 'self'", "Content Security Policy"),
        ("<p style='color: red'>red</p>", "style-src 'self'", "Content Security Policy"),
    ],
)
def test_the_witness_sees(browser: Browser, html: str, policy: str, complaint: str) -> None:
    assert complaint in seen_on(browser, html, policy)


def test_the_witness_is_silent_about_a_clean_page(browser: Browser) -> None:
    assert seen_on(browser, "<link rel=icon href='data:,'><p>fine</p>", "default-src * data:") == ""


def test_the_accessibility_rules_see_a_picture_without_words(
    browser: Browser, accessibility_faults: Callable[[Page], list[str]]
) -> None:
    page = browser.new_page()
    page.set_content("<html lang=en><title>t</title><main><h1>t</h1><img src='data:,'></main></html>")
    assert any(fault.startswith("image-alt:") for fault in accessibility_faults(page))
    page.close()


def test_the_first_page_is_clean(page: Page, witness: Witness) -> None:
    assert page.title()
    assert page.evaluate("document.characterSet") == "UTF-8"
