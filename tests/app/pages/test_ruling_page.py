"""A ruling's page: versions, provenance, what stands beside it; cards and mechanics with theirs."""

from __future__ import annotations

from flask.testing import FlaskClient

from app.services import Knowledge
from ingest.model import LANGUAGES, Ruling
from tests.app.pages.conftest import Reader


def every(held: Knowledge) -> list[Ruling]:
    rulings = held.store.list_rulings(0, 500)
    assert len(rulings) == held.store.count_rulings() > 0
    return rulings


def test_every_version_stands_there_with_source_and_origin(read: Reader, held: Knowledge) -> None:
    for ruling in every(held):
        page = read(f"/en/rulings/{ruling.id}")
        for text in ruling.texts:
            shown = page.select_one(f"#t-{text.id}")
            assert shown.select_one(".body").get_text() == text.body
            assert shown.select_one(".body")["lang"] == text.lang
            article = shown.find_parent("article", class_="version")
            assert article.select_one(f".standing.{text.origin}")
            provenance = article.select_one(".sources").get_text()
            for source in text.sources:
                assert source.file in provenance
                assert f"entry {source.entry}" in provenance
                assert str(source.first_line) in provenance


def test_insertions_say_their_language(read: Reader, held: Knowledge) -> None:
    inserted = [(ruling, text) for ruling in every(held) for text in ruling.texts if text.insertions]
    assert len(inserted) >= 3
    for ruling, text in inserted:
        spans = read(f"/zh/rulings/{ruling.id}").select(f"#t-{text.id} .body span[lang]")
        assert [(span["lang"], span.get_text()) for span in spans] == [
            (one.lang, text.body[one.start : one.end]) for one in text.insertions
        ]


def test_the_id_of_any_text_leads_to_its_ruling_for_good(client: FlaskClient, held: Knowledge) -> None:
    others = [(ruling, text) for ruling in every(held) for text in ruling.texts if text.id != ruling.id]
    assert others
    for ruling, text in others:
        response = client.get(f"/es/rulings/{text.id}?x=1")
        assert response.status_code == 308
        assert response.headers["Location"] == f"/es/rulings/{ruling.id}?x=1#t-{text.id}"


def test_a_citation_can_be_read_without_scripts(read: Reader, held: Knowledge) -> None:
    ruling = every(held)[0]
    citation = read(f"/zh/rulings/{ruling.id}").select_one(".citation").get_text()
    assert any(text.body in citation for text in ruling.texts)
    assert f"http://localhost/rulings/{ruling.id}#t-" in citation


def test_parallel_rulings_of_a_sibling_mechanic_stand_beside(read: Reader, held: Knowledge) -> None:
    parallel = [
        (ruling, one) for ruling in every(held) for one in held.store.relations(ruling.id) if one.kind == "parallel"
    ]
    assert parallel
    ruling, relation = parallel[0]
    page = read(f"/en/rulings/{ruling.id}")
    assert page.select(f'.beside a[href="/en/rulings/{relation.b}"]')


def test_missing_languages_are_named(read: Reader, held: Knowledge) -> None:
    lacking = [ruling for ruling in every(held) if len(ruling.texts) < len(LANGUAGES)]
    assert lacking
    assert read(f"/en/rulings/{lacking[0].id}").select_one(".missing, .worded")


def test_a_card_shows_its_names_and_its_rulings_newest_first(read: Reader, held: Knowledge) -> None:
    page = read("/zh/cards/lightform")
    assert [tag["lang"] for tag in page.select(".names dd span[lang]")] == [
        lang for lang in LANGUAGES if held.store.card("lightform").names.get(lang)
    ]
    shown = [link["href"].split("/")[-1] for link in page.select(".hit-title a")]
    assert shown == held.store.card_rulings("lightform")[: len(shown)]
    assert shown


def test_the_index_of_mechanics_is_in_the_visitors_order(read: Reader) -> None:
    letters = [tag.get_text() for tag in read("/zh/mechanics").select("h2.letter")]
    assert len(letters) > 5
    assert letters == sorted(letters)
    names = [tag.get_text() for tag in read("/es/mechanics").select(".index > li > a")]
    assert len(names) > 5


def test_a_mechanic_links_its_siblings_and_rule(read: Reader, held: Knowledge) -> None:
    page = read("/en/mechanics/manifest")
    term = held.store.term("manifest")
    assert term.rule in page.select_one(".facts").get_text()
    for sibling in term.siblings:
        assert page.select(f'.facts a[href="/en/mechanics/{sibling}"]')
    assert page.select(".hit")


def test_findings_are_listed_and_filtered(read: Reader, held: Knowledge) -> None:
    total, found = held.store.findings(limit=1)
    assert total > 0
    page = read("/es/quality", check=found[0].check)
    assert page.select(".finding")
    names = {tag.get_text(strip=True) for tag in page.select(".finding .hit-title")}
    assert len(names) == 1
    assert page.select_one(f'option[value="{found[0].check}"][selected]')


def test_the_glossary_finds_a_term_in_any_language(read: Reader, held: Knowledge) -> None:
    names = held.store.term("manifest").names
    for name in names.values():
        links = read("/en/glossary", q=name).select('.terms a[href="/en/mechanics/manifest"]')
        assert names["en"] in {link.get_text() for link in links}


def test_a_choice_of_the_checks_page_says_how_many_findings_it_leaves(read: Reader) -> None:
    """A language's findings are those of its texts and those of pages that lack it: both are counted."""
    for choice in read("/en/quality").select('select[name="lang"] option[value]:not([value=""])'):
        promised = choice.get_text().rpartition("(")[2].rstrip(")")
        total = read("/en/quality", lang=choice["value"]).select_one(".total").get_text()
        assert total.split()[0] == promised != "0"
