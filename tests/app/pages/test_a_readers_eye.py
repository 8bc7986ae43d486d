"""What readers stumble over: names that hold commas, marks that say nothing, doubtful terms, odd addresses."""

from __future__ import annotations

import pytest
from flask.testing import FlaskClient

from app.present.citation import Cited, frame
from app.present.urls import PREFIXES
from app.search.telling import is_small, is_telling
from app.services import Knowledge
from ingest.model import LANGUAGES
from tests.app.pages.conftest import Reader
from tests.app.test_messages import FOLDER, i18n

PREFIX = list(PREFIXES.values())


@pytest.mark.parametrize("prefix", PREFIX)
def test_names_of_cards_are_not_parted_by_commas(read: Reader, prefix: str) -> None:
    several = [
        hit for hit in read(f"{prefix}/search", q="permanent", per_page="100").select(".hit") if hit.select(".fold a")
    ]
    assert several
    for hit in several:
        between = "".join(text for text in hit.select_one(".fold").find_all(string=True, recursive=False))
        assert "," not in between
        assert "、" not in between


@pytest.mark.parametrize("prefix", PREFIX)
@pytest.mark.parametrize(
    "q", ["a qué se refiere si de la criatura", "what happens if a face-down creature", "把它翻下的时候"]
)
def test_neither_marks_nor_reasons_are_words_that_say_nothing(read: Reader, prefix: str, q: str) -> None:
    page = read(f"{prefix}/search", q=q)
    marks = [mark.get_text() for hit in page.select(".hit") for mark in hit.select("mark")]
    telling = [mark for mark in marks if not is_small(mark)]
    assert len(telling) > 3
    for hit in page.select(".hit"):
        held = [mark.get_text() for mark in hit.select("mark")]
        assert all(map(is_small, held)) or not any(map(is_small, held)), held
    reasons = [part.strip() for why in page.select(".why") for part in why.get_text().split(" ", 1)[-1].split(";")]
    assert reasons
    assert not {"a", "que", "de", "si", "下的", "它翻", "谋的"} & {one.casefold() for one in reasons}


@pytest.mark.parametrize(
    ("word", "telling"),
    [
        ("的", False),
        ("谋的", False),
        ("下的", False),
        ("反击", True),
        ("生物", True),
        ("de", False),
        ("carta", True),
        ("X", True),
        ("2/2", True),
    ],
)
def test_a_word_is_telling_where_a_dictionary_or_a_reader_knows_it(held: Knowledge, word: str, telling: bool) -> None:
    assert is_telling(held.languages, word) is telling


@pytest.mark.parametrize("lang", LANGUAGES)
def test_an_undated_ruling_is_called_undated(lang: str) -> None:
    say = i18n.load(FOLDER)[lang].plain
    for card in ("Stolen Identity", None):
        after = frame(Cited(card, None, "official", "u"), lang, say).after
        assert {"en": "undated ruling", "es": "aclaración sin fecha", "zh-Hans": "日期不详"}[lang] in after
        assert "of no date" not in after
        assert "del sin" not in after


@pytest.mark.parametrize("prefix", PREFIX)
def test_the_glossary_shows_the_term_itself_first_and_whole_words_only(read: Reader, prefix: str) -> None:
    names = [tag.get_text() for tag in read(f"{prefix}/glossary", q="ward").select('tbody a[lang="en"]')]
    assert names[0] == "ward"
    assert not any("reward" in name or "toward" in name for name in names)
    inside = [tag.get_text() for tag in read(f"{prefix}/glossary", q="up").select('tbody a[lang="en"]')]
    assert "turn face up" in inside
    assert not any("upkeep" in name for name in inside[: inside.index("turn face up")])
    first = read(f"{prefix}/glossary", q="counter").select_one("tbody a[lang='en']").get_text()
    assert first == "counter"
    nothing = read(f"{prefix}/glossary", q="zzzz")
    assert f"{prefix}/search?q=zzzz" in [link["href"] for link in nothing.select("main p a")]


@pytest.mark.parametrize("prefix", PREFIX)
@pytest.mark.parametrize(
    ("given", "found"),
    [
        ("/cards/Lightform", "/cards/lightform"),
        ("/mechanics/Manifest", "/mechanics/manifest"),
        ("/mechanics/显化", "/mechanics/manifest"),
    ],
)
def test_a_name_in_an_address_leads_to_what_it_names(client: FlaskClient, prefix: str, given: str, found: str) -> None:
    response = client.get(prefix + given)
    assert response.status_code == 308
    assert response.headers["Location"] == prefix + found


@pytest.mark.parametrize(
    ("given", "found"),
    [
        ("/api/v1", "/api/v1/openapi.json"),
        ("/api/v1/", "/api/v1/openapi.json"),
        ("/api/v1/search/?q=x", "/api/v1/search?q=x"),
    ],
)
def test_an_address_of_the_api_a_little_off_leads_on(client: FlaskClient, given: str, found: str) -> None:
    response = client.get(given)
    assert response.status_code == 308
    assert response.headers["Location"] == found
    assert client.get(found).status_code == 200


@pytest.mark.parametrize("prefix", PREFIX)
def test_a_text_with_a_doubtful_term_says_so(read: Reader, held: Knowledge, prefix: str) -> None:
    _, found = held.store.findings(check="deprecated-term", limit=100)
    doubted = {one.text for one in found if one.severity == "warning"}
    assert doubted
    marked = set()
    for version in read(f"{prefix}/search", q="lang:en|es|zh", per_page="100").select(".hit .version"):
        id = version.select_one("div[id]")["id"].removeprefix("t-")
        link = version.select_one(".doubt")
        if link:
            marked.add(id)
            assert read(link["href"]).select(".finding")
        assert link or id not in doubted
    assert marked


@pytest.mark.parametrize("prefix", PREFIX)
def test_the_filter_by_language_finds_what_lacks_it_too(
    client: FlaskClient, read: Reader, held: Knowledge, prefix: str
) -> None:
    own, _ = held.store.findings(lang="es", limit=0)
    _, absent = held.store.findings(check="wrong-language", limit=-1)
    lacking = [one for one in absent if one.params["expected"] == "es"]
    assert lacking
    page = read(f"{prefix}/quality", lang="es", page="1")
    assert str(own + len(lacking)) in page.select_one(".total").get_text()
    only = read(f"{prefix}/quality", lang="es", check="wrong-language")
    assert len(only.select(".finding")) == min(20, len(lacking))
    assert client.get("/api/v1/findings?lang=es").get_json()["total"] == own + len(lacking)


@pytest.mark.parametrize("prefix", PREFIX)
def test_translators_are_led_to_machine_translations_and_exports(read: Reader, prefix: str) -> None:
    link = read(f"{prefix}/compare").select_one('a[href*="origin%3Amachine"]')
    rows = read(link["href"]).select(".row")
    assert rows
    assert all(row.select(".standing.machine") for row in rows)
    page = read(f"{prefix}/help")
    assert "rosetta export xliff" in page.get_text()
    assert page.select('a[href*="origin%3Amachine"]')
