"""What every page owes its readers, in each language and without one."""

from __future__ import annotations

import json
from base64 import b64encode
from hashlib import sha256

import pytest
from bs4 import BeautifulSoup
from flask.testing import FlaskClient

from app.pages import PAGES
from app.present.urls import PREFIXES
from app.services import Knowledge
from ingest.model import LANGUAGES
from tests.app.pages.conftest import Reader

SAMPLES = {
    "/rulings/<id>": "/rulings/{ruling}",
    "/cards/<id>": "/cards/lightform",
    "/mechanics/<id>": "/mechanics/manifest",
}
PATHS = [SAMPLES.get(page.rule, page.rule) for page in PAGES]


def path_of(path: str, held: Knowledge) -> str:
    return path.format(ruling=held.store.list_rulings(0, 1)[0].id)


@pytest.mark.parametrize("path", PATHS)
@pytest.mark.parametrize(("lang", "prefix"), PREFIXES.items())
def test_a_page_speaks_the_language_of_its_address(
    read: Reader, held: Knowledge, path: str, lang: str, prefix: str
) -> None:
    page = read(prefix + path_of(path, held).rstrip("/"))
    assert page.html["lang"] == lang
    assert page.h1.get_text(strip=True)
    own = [link["href"] for link in page.find_all("a", href=True) if link["href"].startswith("/")]
    elsewhere = [url for url in own if not url.startswith((prefix, "/api/v1/")) and "hreflang" not in str(url)]
    switch = [link["href"] for link in page.select(".switch a")]
    assert set(elsewhere) <= set(switch) | {url for url in own if url.startswith("/rulings/")}


@pytest.mark.parametrize("prefix", PREFIXES.values())
@pytest.mark.parametrize("path", ["/compare", "/concordance", "/coverage", "/quality"])
def test_the_translators_pages_are_one_group_of_the_menu_and_say_where_one_is(
    read: Reader, prefix: str, path: str
) -> None:
    group = read(prefix + path).select_one(".nav [role=group]")
    assert read(prefix).find(id=group["aria-labelledby"]).get_text(strip=True)
    places = [link["href"] for link in group.find_all("a")]
    assert places == [prefix + page for page in ("/compare", "/concordance", "/coverage", "/quality")]
    assert [link["href"] for link in group.select("[aria-current=page]")] == [prefix + path]


@pytest.mark.parametrize("path", PATHS)
def test_a_page_has_a_json_twin_that_answers(client: FlaskClient, held: Knowledge, path: str) -> None:
    response = client.get(path_of(path, held))
    twin = next(link for link in response.headers.getlist("Link") if 'type="application/json"' in link)
    url = twin.split(">")[0].lstrip("<")
    assert f'href="{url.replace("&", "&amp;")}"' in response.get_data(as_text=True)
    answer = client.get(url)
    assert answer.status_code == 200
    assert json.loads(answer.data)


@pytest.mark.parametrize("path", PATHS)
def test_a_page_without_a_language_is_negotiated_in_place(client: FlaskClient, held: Knowledge, path: str) -> None:
    asked = path_of(path, held)
    for header, lang in (("es-MX,en;q=0.5", "es"), ("zh-TW", "zh-Hans"), ("fr", "en")):
        response = client.get(asked, headers={"Accept-Language": header})
        assert response.status_code == 200
        assert response.headers["Content-Language"] == lang
        assert {"accept-language", "cookie"} <= {name.lower() for name in response.vary}
    client.set_cookie("interface", "zh-Hans")
    assert client.get(asked, headers={"Accept-Language": "es"}).headers["Content-Language"] == "zh-Hans"


@pytest.mark.parametrize("path", PATHS)
def test_the_switch_keeps_page_and_query(read: Reader, held: Knowledge, path: str) -> None:
    asked = path_of(path, held)
    page = read(f"/es{asked.rstrip('/')}", q="显化 <b>", page="2")
    links = page.select(".switch a")
    assert [link["hreflang"] for link in links] == list(LANGUAGES)
    assert [link["lang"] for link in links] == list(LANGUAGES)
    for link, prefix in zip(links, PREFIXES.values(), strict=True):
        assert link["href"] == f"{prefix}{asked.rstrip('/')}?q=%E6%98%BE%E5%8C%96%20%3Cb%3E&page=2"


@pytest.mark.parametrize("path", PATHS)
def test_nothing_on_a_page_needs_what_the_policy_forbids(
    client: FlaskClient, read: Reader, held: Knowledge, path: str
) -> None:
    response = client.get(path_of(path, held))
    policy = response.headers["Content-Security-Policy"]
    assert "'unsafe" not in policy
    page = read(path_of(path, held))
    assert page.select("[style], iframe") == []
    sheets = [sheet.string for sheet in page.select("style")]
    assert sheets
    assert all(b64encode(sha256(sheet.encode()).digest()).decode() in policy for sheet in sheets)
    scripts = page.find_all("script")
    assert scripts
    assert all(script.get("src", "").startswith("/static/") and not script.string for script in scripts)
    assert [tag for tag in page.find_all(True) for name in tag.attrs if name.startswith("on")] == []


@pytest.mark.parametrize("path", PATHS)
def test_style_sheets_are_written_in_for_who_arrives_and_linked_for_who_walks_on(
    client: FlaskClient, held: Knowledge, path: str
) -> None:
    written = {}
    for came_from in ("none", "cross-site", "same-origin"):
        response = client.get(path_of(path, held), headers={"Sec-Fetch-Site": came_from})
        assert "Sec-Fetch-Site" in response.headers["Vary"]
        page = BeautifulSoup(response.get_data(as_text=True), "html.parser")
        linked = [link["href"] for link in page.select("link[rel=stylesheet]") if "bench.css" not in link["href"]]
        written[came_from] = bool(page.select("style"))
        assert written[came_from] != bool(linked)
    assert written == {"none": True, "cross-site": True, "same-origin": False}


@pytest.mark.parametrize("path", PATHS)
@pytest.mark.parametrize("prefix", PREFIXES.values())
def test_no_message_key_shows(client: FlaskClient, held: Knowledge, path: str, prefix: str) -> None:
    from tests.app.test_messages import messages

    text = client.get(prefix + path_of(path, held).rstrip("/")).get_data(as_text=True)
    shown = [key for key in messages("en") if "." in key and f">{key}" in text]
    assert shown == []


def test_every_page_says_that_it_is_unofficial(read: Reader, held: Knowledge) -> None:
    for path in PATHS:
        notice = read(path_of(path, held)).select_one("footer .notice").get_text()
        assert "Fan Content Policy" in notice
        assert "Wizards of the Coast" in notice


def test_static_files_are_stamped_and_kept(client: FlaskClient, read: Reader) -> None:
    page = read("/")
    files = [tag.get("src") or tag["href"] for tag in page.select("script[src], link[rel=stylesheet]")]
    assert len(files) >= 4
    for file in files:
        response = client.get(file)
        assert response.status_code == 200
        assert "immutable" in response.headers["Cache-Control"]
        response.close()


def test_an_unchanged_page_is_not_sent_twice(client: FlaskClient) -> None:
    first = client.get("/en/cards")
    again = client.get("/en/cards", headers={"If-None-Match": first.headers["ETag"]})
    assert (again.status_code, again.data) == (304, b"")


@pytest.mark.parametrize(
    ("path", "status"),
    [("/nope", 404), ("/es/nope", 404), ("/cards/nope", 404), ("/mechanics/nope", 404), ("/zh/rulings/nope", 404)],
)
def test_what_is_not_there_offers_a_search(client: FlaskClient, path: str, status: int) -> None:
    response = client.get(path)
    assert response.status_code == status
    assert 'role="search"' in response.get_data(as_text=True)
    assert response.headers["Content-Language"] == {"es": "es", "zh": "zh-Hans"}.get(path.split("/")[1], "en")


def test_a_method_no_page_takes_is_refused_with_a_page(client: FlaskClient) -> None:
    response = client.post("/search")
    assert response.status_code == 405
    assert "<h1" in response.get_data(as_text=True)
    assert "GET" in response.headers["Allow"]
