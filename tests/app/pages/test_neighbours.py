"""What browsers and crawlers look for beside the pages."""

from __future__ import annotations

import re
from xml.etree import ElementTree as ET

import pytest
from flask.testing import FlaskClient

from app.pages import neighbours
from app.services import Knowledge
from ingest.model import LANGUAGES
from tests.app.pages.conftest import Reader


def places(client: FlaskClient, path: str) -> list[str]:
    tree = ET.fromstring(client.get(path).data)  # noqa: S314 - our own answer
    return [place.text or "" for place in tree.iter("{http://www.sitemaps.org/schemas/sitemap/0.9}loc")]


def test_the_map_lists_every_page_once_with_its_languages(
    client: FlaskClient, held: Knowledge, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(neighbours, "IN_A_MAP", 50)
    maps = places(client, "/sitemap.xml")
    assert len(maps) > 2
    pages = [place for url in maps for place in places(client, url.removeprefix("http://localhost"))]
    assert len(pages) == len(set(pages))
    store = held.store
    assert sum("/rulings/" in page for page in pages) == store.count_rulings() > 0
    assert sum("/cards/" in page for page in pages) == store.count_cards() > 0
    assert sum("/mechanics/" in page for page in pages) == len(store.mechanics()) > 0
    text = client.get("/sitemap-1.xml").get_data(as_text=True)
    assert all(f'hreflang="{lang}"' in text for lang in LANGUAGES)
    assert client.get("/sitemap-999.xml").status_code == 404
    assert client.get("/sitemap-0.xml").status_code == 404


def test_robots_are_shown_the_map(client: FlaskClient) -> None:
    text = client.get("/robots.txt").get_data(as_text=True)
    assert "Sitemap: http://localhost/sitemap.xml" in text


@pytest.mark.parametrize("prefix", ["/en", "/es", "/zh"])
def test_a_browser_can_take_the_search_up(client: FlaskClient, read: Reader, prefix: str) -> None:
    link = read(prefix).select_one('link[rel="search"]')["href"]
    response = client.get(link)
    assert response.mimetype == "application/opensearchdescription+xml"
    tree = ET.fromstring(response.data)  # noqa: S314 - our own answer
    templates = [node.get("template", "") for node in tree if node.tag.endswith("Url")]
    assert templates[0] == f"http://localhost{prefix}/search?q={{searchTerms}}"
    assert (
        client.get(templates[0].removeprefix("http://localhost").replace("{searchTerms}", "a%26b")).status_code == 200
    )


def test_pages_name_their_other_languages_and_themselves(read: Reader) -> None:
    page = read("/es/cards/lightform")
    others = {link["hreflang"]: link["href"] for link in page.select('link[rel="alternate"][hreflang]')}
    assert others == {
        "en": "http://localhost/en/cards/lightform",
        "es": "http://localhost/es/cards/lightform",
        "zh-Hans": "http://localhost/zh/cards/lightform",
        "x-default": "http://localhost/cards/lightform",
    }
    assert page.select_one('link[rel="canonical"]')["href"] == others["es"]


def test_a_shared_link_tells_what_it_leads_to(read: Reader, held: Knowledge) -> None:
    ruling = held.store.list_rulings(0, 1)[0]
    page = read(f"/zh/rulings/{ruling.id}")
    description = page.select_one('meta[property="og:description"]')["content"]
    assert any(text.body.startswith(description[:200]) for text in ruling.texts)
    assert page.select_one('meta[property="og:title"]')["content"]


def test_the_worker_keeps_files_that_there_are(client: FlaskClient) -> None:
    response = client.get("/sw.js")
    assert response.mimetype == "text/javascript"
    code = response.get_data(as_text=True)
    shell = re.search(r"const SHELL = (\[.*?\]);", code)
    files = re.findall(r'"([^"]+)"', shell.group(1))
    assert len(files) > 8
    for file in files:
        answer = client.get(file)
        assert answer.status_code == 200, file
        answer.close()


def test_an_icon_is_found_without_reading_the_page(client: FlaskClient) -> None:
    response = client.get("/favicon.ico")
    assert (response.status_code, response.mimetype) == (200, "image/svg+xml")
    response.close()
