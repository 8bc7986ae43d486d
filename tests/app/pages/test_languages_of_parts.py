"""Every part in another language says so: three languages are never read by one voice."""

from __future__ import annotations

import re

import pytest
from bs4 import BeautifulSoup, Tag

from app.services import Knowledge
from tests.app.pages.conftest import Reader
from tests.app.test_messages import FOLDER, i18n, messages

HAN = re.compile(r"[\u3400-\u9fff]")


def lang_of(text: object) -> str:
    """The language that a piece of text is in, as its nearest element says."""
    return next(parent["lang"] for parent in text.parents if isinstance(parent, Tag) and parent.get("lang"))


def unmarked_chinese(page: BeautifulSoup) -> list[str]:
    pieces = page.body.find_all(string=HAN)
    assert pieces
    return [str(piece).strip() for piece in pieces if not lang_of(piece).startswith("zh")]


@pytest.mark.parametrize(
    "path",
    [
        "/es/search?q=%E6%98%BE%E5%8C%96",
        "/es/search?q=%E6%97%A0%E6%AD%A4%E7%89%A9",
        "/es/mechanics/manifest",
        "/es/cards/lightform",
        "/es/help",
    ],
)
def test_chinese_is_marked_on_a_spanish_page(read: Reader, path: str) -> None:
    page = read(path)
    assert page.html["lang"] == "es"
    assert unmarked_chinese(page) == []


def test_every_version_of_every_ruling_is_in_its_language(read: Reader, held: Knowledge) -> None:
    for ruling in held.store.list_rulings(0, 20):
        page = read(f"/es/rulings/{ruling.id}")
        if any(text.lang.startswith("zh") for text in ruling.texts):
            assert unmarked_chinese(page) == []


def test_the_switch_is_in_the_language_it_leads_to(read: Reader) -> None:
    for link in read("/es/search", q="显化").select(".switch a"):
        assert link["lang"] == link["hreflang"]


@pytest.mark.parametrize("path", ["/es", "/es/search?q=manifest", "/es/mechanics", "/es/quality"])
def test_labels_that_are_only_heard_are_in_the_interface_language(read: Reader, path: str) -> None:
    words = i18n.load(FOLDER)["es"]
    said = {words.plain(key) for key, message in messages("es").items() if "{" not in str(message.string)}
    labels = {tag["aria-label"] for tag in read(path).select("[aria-label]")}
    assert labels
    assert labels <= said
