"""A statement is worded in several rulings: pages say where, and never that a version is missing that is there."""

from __future__ import annotations

from urllib.parse import unquote

import pytest

from app.present.urls import PREFIXES
from app.services import Knowledge
from ingest.model import LANGUAGES, Ruling
from tests.app.pages.conftest import Reader

INTERFACES = list(PREFIXES.items())


def families(held: Knowledge) -> list[list[Ruling]]:
    """The families of more than one ruling, at least one."""
    found = [held.store.rulings(one.rulings) for one in held.store.families() if len(one.rulings) > 1]
    assert found
    return found


def lacking(held: Knowledge, worded: bool) -> list[tuple[Ruling, str, list[Ruling]]]:
    """Rulings that lack a language their family has, or that no ruling of it has, with that family."""
    found = [
        (ruling, lang, family)
        for family in families(held)
        for ruling in family
        for lang in LANGUAGES
        if not ruling.text_in(lang) and any(other.text_in(lang) for other in family) is worded
    ]
    assert found
    return found


@pytest.mark.parametrize(("lang", "prefix"), INTERFACES)
def test_a_version_of_another_ruling_is_named_with_a_link(
    read: Reader, held: Knowledge, lang: str, prefix: str
) -> None:
    for ruling, missing, family in lacking(held, worded=True)[:8]:
        page = read(f"{prefix}/rulings/{ruling.id}")
        link = page.select_one(f'.worded a[data-language="{missing}"]')
        texts = {text.id for other in family for text in other.texts if text.lang == missing}
        place, _, anchor = unquote(link["href"]).partition("#t-")
        assert anchor in texts
        shown = page if not place else read(place)
        assert shown.select_one(f"#t-{anchor} .body")["lang"] == missing
        said = page.select_one(".missing.muted")
        name = page.select_one(f'.worded a[data-language="{missing}"]').get_text().split(",")[0].split("，")[0].strip()
        assert not said or name not in said.get_text()


@pytest.mark.parametrize(("lang", "prefix"), INTERFACES)
def test_what_no_ruling_of_a_family_has_is_missing(read: Reader, held: Knowledge, lang: str, prefix: str) -> None:
    ruling, missing, _ = lacking(held, worded=False)[0]
    page = read(f"{prefix}/rulings/{ruling.id}")
    assert page.select_one(".missing.muted")
    assert not page.select(f'.worded a[data-language="{missing}"]')


@pytest.mark.parametrize(("lang", "prefix"), INTERFACES)
def test_compare_shows_the_familys_version_and_says_whose_it_is(
    read: Reader, held: Knowledge, lang: str, prefix: str
) -> None:
    page = read(f"{prefix}/compare", q="has:es", text_lang="es", collapse="none", per_page="100")
    rows = page.select(".row")
    assert rows
    borrowed = 0
    for row in rows:
        id = row.select_one(".hit-title a")["href"].rsplit("/", 1)[-1]
        has = held.store.ruling(id).text_in("es")
        assert row.select_one('td[lang="es"]'), id
        origin = row.select("th")[1].select_one(".elsewhere a")
        assert bool(origin) == (not has)
        assert row.select("th")[1].select_one(".standing")
        if origin:
            borrowed += 1
            assert f"/rulings/{id}" not in origin["href"]
    assert borrowed


@pytest.mark.parametrize(("lang", "prefix"), INTERFACES)
def test_a_row_is_a_statement_unless_every_ruling_is_asked_for(
    read: Reader, held: Knowledge, lang: str, prefix: str
) -> None:
    page = read(f"{prefix}/compare", per_page="100")
    other = page.select_one(".sorts a:not([aria-current])")["href"]
    assert len(page.select(".row")) == min(100, len(held.store.families()))
    every = read(other)
    assert held.store.count_rulings() > len(page.select(".row"))
    assert str(held.store.count_rulings()) in every.select_one(".total").get_text()


@pytest.mark.parametrize(("lang", "prefix"), INTERFACES)
def test_a_hit_is_headed_by_the_ruling_of_the_text_that_is_read_first(
    read: Reader, held: Knowledge, lang: str, prefix: str
) -> None:
    hits = read(f"{prefix}/search", q="lang:en|es|zh", per_page="100").select(".hit")
    assert hits
    placed = 0
    for hit in hits:
        url, _, text = unquote(hit.select_one(".hit-title a")["href"]).partition("#t-")
        ruling = held.store.ruling(url.rsplit("/", 1)[-1])
        assert text in {one.id for one in ruling.texts}
        assert hit.select_one(".version > div")["id"] == f"t-{text}"
        day = hit.select_one(".hit-title time")
        assert (day["datetime"] if day else None) == (ruling.date.isoformat() if ruling.date else None)
        for version in hit.select(".version")[1:]:
            id = version.select_one("div[id]")["id"].removeprefix("t-")
            owner = held.store.ruling(held.store.resolve(id))
            if owner.date != ruling.date:
                placed += 1
                assert version.select_one(".from time")["datetime"] == owner.date.isoformat()
                assert unquote(version.select_one(".from a")["href"]).endswith(f"/rulings/{owner.id}#t-{id}")
    assert placed


@pytest.mark.parametrize(("lang", "prefix"), INTERFACES)
def test_another_wording_is_marked_and_nothing_else_is(read: Reader, held: Knowledge, lang: str, prefix: str) -> None:
    kinds = {"reworded": 0, "other": 0}
    for hit in read(f"{prefix}/search", q="lang:en|es|zh", per_page="100").select(".hit"):
        lead = hit.select_one(".hit-title a")["href"].rsplit("/", 1)[-1].split("#")[0]
        related = {one.b: one.kind for one in held.store.relations(lead)}
        for version in hit.select(".version"):
            owner = held.store.resolve(version.select_one("div[id]")["id"].removeprefix("t-"))
            reworded = related.get(owner) == "reworded"
            kinds["reworded" if reworded else "other"] += 1
            assert bool(version.select_one(".reworded")) == reworded
    assert kinds["other"]
    assert kinds["reworded"]
