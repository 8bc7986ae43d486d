"""Failures people reported of pages like these: one voice for three languages, input methods, marks nobody sees."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import PHONE, Opener
from tests.browser.test_everyone import BROAD, CONTRAST
from tests.browser.test_search_field import asked_of

SCRIPTS = {"zh-Hans": re.compile(r"[\u4e00-\u9fff]"), "en": re.compile(r"[a-z]{4}"), "es": re.compile(r"[a-z]{4}")}
SEARCH = "/es/search?q=%E6%98%BE%E5%8C%96"

SPOKEN = """() => {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const found = [];
  while (walker.nextNode()) {
    const { textContent, parentElement } = walker.currentNode;
    if (/[\\u4e00-\\u9fff]/u.test(textContent) && parentElement.checkVisibility())
      found.push([parentElement.closest("[lang]").lang, textContent.trim()]);
  }
  return found;
}"""


def first_hit_in(page: Page, lang: str) -> str:
    hit = page.locator(".hit").filter(has=page.locator(f'.body[lang="{lang}"]')).first
    return hit.locator(".hit-title a").get_attribute("href") or ""


class TestOneVoiceForThreeLanguages:
    """A11Y-01: every part says its language, and the interface keeps to its own."""

    @pytest.fixture(
        params=[SEARCH, "ruling", SEARCH + "zzqq%20%E9%BE%98%E9%BE%98"], ids=["results", "ruling", "nothing"]
    )
    def page(self, open_page: Opener, request: pytest.FixtureRequest) -> Page:
        if request.param != "ruling":
            return open_page(request.param)
        page = open_page(SEARCH)
        page.goto(page.url.split("/es")[0] + first_hit_in(page, "zh-Hans"))
        return page

    def test_chinese_is_never_left_to_a_spanish_voice(self, page: Page) -> None:
        assert page.locator("html").get_attribute("lang") == "es"
        spoken = page.evaluate(SPOKEN)
        assert spoken
        assert [text for lang, text in spoken if not lang.startswith("zh")] == []

    def test_every_version_is_in_the_language_it_says(self, page: Page) -> None:
        for body in page.locator("main .body").all():
            lang = body.get_attribute("lang") or ""
            assert SCRIPTS[lang].search(body.text_content() or ""), lang
        fonts = page.locator("[lang=zh-Hans]").first.evaluate("(one) => getComputedStyle(one).fontFamily")
        assert "SC" in fonts
        assert not re.search("JP|Hiragino Kaku|Meiryo", fonts)

    def test_the_switch_names_each_language_in_itself(self, page: Page) -> None:
        for link in page.locator(".switch a").all():
            assert link.get_attribute("lang") == link.get_attribute("hreflang")
        assert page.locator(".switch").get_attribute("aria-label") == "Idioma de la interfaz"
        labels = page.locator("main [aria-label]").evaluate_all("(all) => all.map((one) => one.ariaLabel)")
        assert not re.search("Results|Filters|Suggestions|Pages", " ".join(labels))

    def test_english_inside_a_spanish_text_says_so(self, open_page: Opener) -> None:
        page = open_page("/es/search?q=lang:es%20metamorfosis")
        inside = page.locator('.body[lang="es"] span[lang="en"]')
        expect(inside.first).to_be_attached()


class TestAnInputMethodLeftInPeace:
    """A11Y-03: nothing is sent while composing, nor by the Enter that ends it, whichever event comes first."""

    EARLY = """(field) => {
      const key = (name, more = {}) => field.dispatchEvent(
        new KeyboardEvent("keydown", { key: name, bubbles: true, cancelable: true, ...more }));
      const composition = (type, data = "") => field.dispatchEvent(new CompositionEvent(type, { bubbles: true, data }));
      field.focus();
      composition("compositionstart");
      field.value = "xian hua";
      field.dispatchEvent(new InputEvent("input", { bubbles: true, isComposing: true }));
      const arrows = ["ArrowDown", "ArrowUp", "Escape"].map((one) => key(one, { isComposing: true, keyCode: 229 }));
      const finish = () => { field.value = "显化"; composition("compositionend", "显化"); };
      let enter;
      if (EARLY) { finish(); enter = key("Enter"); } else { enter = key("Enter", { isComposing: true, keyCode: 229 }); finish(); }
      return { arrows, enter };
    }"""

    @pytest.mark.parametrize("early", ["true", "false"], ids=["end-before-key", "key-before-end"])
    def test_the_enter_that_confirms_submits_nothing_and_the_next_submits_once(
        self, open_page: Opener, early: str
    ) -> None:
        page = open_page("/zh", size=PHONE)
        sent = asked_of(page, "/zh/search?")
        field = page.locator("#q")
        went_on = field.evaluate(self.EARLY.replace("EARLY", early))
        assert went_on == {"arrows": [True, True, True], "enter": False}
        page.wait_for_timeout(60)
        assert sent == []
        field.press("Enter")
        page.wait_for_url("**/zh/search?q=%E6%98%BE%E5%8C%96")
        assert len([url for url in sent if url == page.url]) == 1


class TestMarksAndColumnsForEveryone:
    """A11Y-04: a match can be seen in every theme and on paper; nothing is wider than a small phone."""

    @pytest.mark.parametrize(
        "media",
        [{"color_scheme": "light"}, {"color_scheme": "dark"}, {"forced_colors": "active"}, {"media": "print"}],
        ids=str,
    )
    def test_a_match_is_read_and_seen_without_its_colour(self, open_page: Opener, media: dict[str, str]) -> None:
        page = open_page("/zh/search?q=%E6%98%BE%E5%8C%96")
        page.emulate_media(**media)
        seen = page.evaluate(CONTRAST)
        assert seen["ratio"] >= 4.5 or "media" in media
        assert seen["weight"] >= 600
        assert seen["line"] == "underline"

    @pytest.mark.parametrize("path", [SEARCH, "/es/compare"], ids=["results", "compare"])
    def test_a_small_phone_stacks_labelled_columns_and_wraps_long_runs(self, open_page: Opener, path: str) -> None:
        page = open_page(path, size=(320, 640))
        page.locator(".body").first.evaluate(
            "(one) => { one.textContent = `${'x'.repeat(200)} https://r.test/${'y'.repeat(180)}`; }"
        )
        assert page.evaluate(BROAD) == 0
        page.evaluate("document.documentElement.style.fontSize = '200%'")
        assert page.evaluate(BROAD) == 0
        named = page.locator(".version .tongue, tbody td[data-label]")
        labels = named.evaluate_all("(all) => all.map((one) => one.dataset.label ?? one.textContent)")
        assert labels
        assert all(label.strip() for label in labels)
        assert float(page.locator("#q").evaluate("(one) => parseFloat(getComputedStyle(one).fontSize)")) >= 16
