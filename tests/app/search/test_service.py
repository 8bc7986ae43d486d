"""The search as a whole: what answers, in what order, why, and how much of it there is."""

from __future__ import annotations

import pytest

from app.knowledge import Knowledge
from app.search.request import SearchRequest
from app.search.service import search
from ingest.evaluate.retrieval import entry_names
from ingest.model import Filters, ResultPage


def ask(knowledge: Knowledge, q: str, **more) -> ResultPage:
    return search(knowledge, SearchRequest(q=q, **more))


def entries(page: ResultPage) -> list[list[str]]:
    return [entry_names(hit.rulings) for hit in page.hits]


@pytest.mark.parametrize("q", ["cloak ward", "匿伏 守护", "encubrir rebatir"])
def test_a_mechanic_in_any_language_finds_the_one_ruling(knowledge: Knowledge, q: str) -> None:
    assert entries(ask(knowledge, q))[0] == ["002#11"]


def test_words_of_one_language_find_versions_in_others(knowledge: Knowledge) -> None:
    hit = ask(knowledge, "same name face-down creatures").hits[0]
    assert {text.lang for ruling in hit.rulings for text in ruling.texts} == {"en", "es", "zh-Hans"}


def test_face_up_in_quotes_finds_nothing_that_is_only_face_down(knowledge: Knowledge) -> None:
    page = ask(knowledge, '"face up"', per_page=50)
    assert page.hits
    bodies = [[t.body.replace("-", " ").lower() for r in hit.rulings for t in r.texts] for hit in page.hits]
    assert all(any("face up" in body for body in texts) for texts in bodies)


def test_a_card_named_has_its_rulings_first(knowledge: Knowledge) -> None:
    page = ask(knowledge, "Lightform", per_page=50)
    of_lightform = [any(name.startswith("004") for name in names) for names in entries(page)]
    assert of_lightform[:8] == [True] * 8
    assert page.query.cards == ("lightform",)


def test_reasons_say_why(knowledge: Knowledge) -> None:
    reasons = {(reason.kind, reason.detail) for reason in ask(knowledge, 'cloak "ward {2}"').hits[0].reasons}
    assert {("concept", "cloak"), ("phrase", "ward {2}"), ("word", "cloak")} <= reasons


def test_nothing_asked_lists_everything_newest_first(knowledge: Knowledge) -> None:
    page = ask(knowledge, "", per_page=100)
    dates = [hit.rulings[0].date for hit in page.hits]
    assert page.total == len(page.hits) == knowledge.counts["families"]
    assert dates == sorted(dates, reverse=True)


def test_single_rulings_on_request(knowledge: Knowledge) -> None:
    page = ask(knowledge, "", collapse="none", per_page=100)
    assert page.total == knowledge.store.count_rulings()
    assert all(len(hit.rulings) == 1 for hit in page.hits)


@pytest.mark.parametrize("q", ["", "manifest", "生物"])
def test_pages_follow_each_other_without_gap_or_overlap(knowledge: Knowledge, q: str) -> None:
    whole = [hit.id for hit in ask(knowledge, q, per_page=100).hits]
    paged = [
        hit.id
        for page in range(1, 20)
        if (page - 1) * 7 < len(whole)
        for hit in ask(knowledge, q, page=page, per_page=7).hits
    ]
    assert len(whole) > 7
    assert paged == whole


def test_a_page_beyond_the_last_is_the_last(knowledge: Knowledge) -> None:
    page = ask(knowledge, "cloak", page=99, per_page=2)
    assert page.hits
    assert page.page == -(-page.total // 2)
    assert "clamped" in {notice.code for notice in page.notices}


@pytest.mark.parametrize("q", ["*", "**", "?", "。。。", "？！", "[", "—", "...", "*:*"])
def test_signs_alone_find_nothing_and_say_so(knowledge: Knowledge, q: str) -> None:
    page = ask(knowledge, q)
    assert (page.total, page.hits) == (0, ())
    assert "no-words" in {notice.code for notice in page.notices}


def test_excluding_only_lists_the_rest(knowledge: Knowledge) -> None:
    without, whole = ask(knowledge, "-morph"), ask(knowledge, "")
    assert 0 < without.total < whole.total


def test_filters_leave_only_what_they_say(knowledge: Knowledge) -> None:
    page = ask(knowledge, "manifest", filters=Filters(origins=("machine",)))
    everything = ask(knowledge, "copy", filters=Filters(origins=("machine",)), per_page=50)
    assert everything.total > page.total
    assert all(any(t.origin == "machine" for r in hit.rulings for t in r.texts) for hit in everything.hits)


def test_the_newest_wording_is_shown_first(knowledge: Knowledge) -> None:
    for hit in ask(knowledge, "manifest double-faced").hits:
        dates = [ruling.date for ruling in hit.rulings]
        assert dates == sorted(dates, reverse=True)


def test_facets_count_every_answer_not_only_the_page(knowledge: Knowledge) -> None:
    page = ask(knowledge, "face down", per_page=1)
    whole = ask(knowledge, "face down", per_page=100)
    assert page.facets == whole.facets
    held = sum("es" in {t.lang for r in hit.rulings for t in r.texts} for hit in whole.hits)
    assert dict(page.facets["languages"])["es"] == held > 0
