"""A search over the API: the contract's shape, its pages, and requests that ask in odd ways."""

from __future__ import annotations

import pytest
from flask.testing import FlaskClient

from tests.app.api.asking import get, problem
from tests.app.api.conftest import Services

CONTRACT = ["query", "total", "page", "per_page", "next", "warnings", "facets", "hits"]


def test_a_search_answers_in_the_shape_of_the_contract(client: FlaskClient) -> None:
    answer = get(client, "/search", q="显化")
    assert list(answer) == CONTRACT
    assert answer["query"] == {
        "q": "显化",
        "language": "zh-Hans",
        "concepts": ["manifest"],
        "explanation": "显化 (en)",
    }
    assert answer["facets"]["mechanics"] == [
        {"value": "manifest", "count": 1, "label": {"en": "manifest", "es": None, "zh-Hans": "显化"}}
    ]
    assert answer["facets"]["languages"] == []
    assert answer["warnings"] == []
    (hit,) = answer["hits"]
    assert (hit["id"], hit["family"], hit["url"]) == ("aaaa", "f-bbbb", "/rulings/aaaa")
    assert (hit["date"], hit["score"]) == ("2024-06-07", 12.3457)
    assert hit["reasons"] == [{"kind": "word", "detail": "显化"}]


def test_texts_that_match_come_first_with_their_marks(client: FlaskClient) -> None:
    (hit,) = get(client, "/search", q="显化")["hits"]
    first, *others = hit["texts"]
    assert (first["lang"], first["marks"], first["origin"], first["label"]) == (
        "zh-Hans",
        [[0, 2]],
        "official",
        "official",
    )
    assert [(one["id"], one["relation"], one["date"]) for one in others] == [
        ("aaaa", "same", "2024-06-07"),
        ("aaes", "same", "2024-06-07"),
        ("bbbb", "reworded", "2015-01-01"),
    ]
    assert others[1]["insertions"] == [{"start": 9, "end": 19, "lang": "en"}]
    assert first["sources"] == [
        {"file": "rulings.txt", "entry": 1, "first_line": 3, "last_line": 3, "label": None, "publisher": None}
    ]
    assert hit["texts_total"] == 4


def test_text_lang_narrows_what_is_shown_and_nothing_else(client: FlaskClient) -> None:
    answer = get(client, "/search", q="显化", text_lang="spa")
    (hit,) = answer["hits"]
    assert [one["lang"] for one in hit["texts"]] == ["es"]
    assert (answer["total"], hit["texts_total"]) == (1, 1)


def test_next_leads_through_every_hit_once_and_pins_the_snapshot(client: FlaskClient) -> None:
    seen: list[str] = []
    url = "/api/v1/search?q=Rule&per_page=20"
    for _ in range(3):
        answer = client.get(url).get_json()
        seen += [hit["id"] for hit in answer["hits"]]
        url = answer["next"]
        assert url is None or "snapshot=s2" in url
    assert url is None
    assert len(seen) == len(set(seen)) == answer["total"] == 45


def test_a_snapshot_that_is_gone_says_so(client: FlaskClient, services: Services) -> None:
    url = get(client, "/search", q="Rule", per_page=20)["next"]
    services.kept["s3"] = services.kept.pop("s2")
    services.kept["s3"].snapshot, services.serving = "s3", "s3"
    found = client.get(url)
    assert found.status_code == 410
    assert found.get_json()["code"] == "snapshot-gone"
    assert found.get_json()["hint"]


@pytest.mark.parametrize("spelling", ["Q", "q[]", "query", "ｑ", "Search"])
def test_a_misspelt_q_is_refused_and_never_everything(client: FlaskClient, spelling: str) -> None:
    found = problem(client, "/search", 400, **{spelling: "显化", "lang": "zh"})
    assert found["code"] == "misspelt-parameter"
    assert found["param"] == spelling
    assert "q" in found["hint"]


def test_a_misspelt_parameter_beside_a_real_question_is_a_warning(client: FlaskClient) -> None:
    answer = get(client, "/search", q="显化", Q="x", Lang="es")
    assert {(one["param"], one["detail"]) for one in answer["warnings"]} == {("Q", "q"), ("Lang", "lang")}
    assert answer["total"] == 1


@pytest.mark.parametrize(
    ("query", "echoed", "page"),
    [
        ("q=Rule&q=x", "Rule", 1),
        ("q=Rule&q=", "Rule", 1),
        ("q=&q=Rule", "Rule", 1),
        ("q=Rule&page=2&page=1", "Rule", 2),
    ],
)
def test_of_a_repeated_parameter_the_first_counts_everywhere(
    client: FlaskClient, query: str, echoed: str, page: int
) -> None:
    answer = client.get(f"/api/v1/search?{query}").get_json()
    assert (answer["query"]["q"], answer["page"], answer["total"]) == (echoed, page, 45)
    assert [one["code"] for one in answer["warnings"]] == ["repeated-parameter"]
    assert answer["next"].count("q=") == 1
    assert f"page={page + 1}" in answer["next"]


def test_only_an_ampersand_separates_parameters(client: FlaskClient) -> None:
    answer = client.get("/api/v1/search?q=显化;page=2").get_json()
    assert (answer["query"]["q"], answer["page"]) == ("显化;page=2", 1)
