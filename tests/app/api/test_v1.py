"""Every address of the API: what it answers, where it leads, how it fails."""

from __future__ import annotations

import pytest
from flask.testing import FlaskClient

from ingest.store.writer import Change
from tests.app.api.asking import get, problem
from tests.app.api.conftest import Services

RULING = {"id", "date", "family", "cards", "mechanics", "texts", "url"}


@pytest.mark.parametrize("path", ["/rulings", "/search", "/cards", "/mechanics", "/findings"])
def test_values_out_of_range_are_moved_and_said(client: FlaskClient, path: str) -> None:
    answer = get(client, path, per_page=1000, page=0)
    assert (answer["per_page"], answer["page"]) == (100, 1)
    warned = {(one["code"], one["param"], one["detail"]) for one in answer["warnings"]}
    assert warned == {("clamped", "per_page", "100"), ("clamped", "page", "1")}
    assert answer["warnings"][0]["message"].keys() == {"en", "es", "zh-Hans"}


def test_unknown_parameters_are_warnings_everywhere(client: FlaskClient) -> None:
    for path in ("/search", "/rulings", "/rulings/aaaa", "/families/bbbb", "/cards", "/suggest", "/findings"):
        answer = get(client, path, utm_source="x")
        assert [(one["code"], one["param"]) for one in answer["warnings"]] == [("unknown-parameter", "utm_source")]


def test_rulings_are_paged_in_one_order(client: FlaskClient) -> None:
    first = get(client, "/rulings")
    assert {"total", "page", "next", "rulings"} <= first.keys()
    assert (first["total"], len(first["rulings"])) == (47, 20)
    assert all(one.keys() >= RULING for one in first["rulings"])
    second = client.get(first["next"]).get_json()
    ids = [one["id"] for one in first["rulings"] + second["rulings"]]
    assert len(set(ids)) == 40
    assert ids == [one["id"] for one in get(client, "/rulings", per_page=40)["rulings"]]


def test_a_ruling_looks_the_same_wherever_it_stands(client: FlaskClient) -> None:
    listed = get(client, "/rulings")["rulings"][0]
    alone = get(client, "/rulings/aaaa")
    on_card = get(client, "/cards/lim-dul")["rulings"][0]
    assert listed == on_card == {key: alone[key] for key in listed}
    assert alone["relations"] == [{"ruling": "bbbb", "kind": "reworded", "reason": "scope", "url": "/rulings/bbbb"}]
    assert alone["cards"][0]["names"] == {"en": "Lim-Dûl", "es": "Lim-Dûl el nigromante", "zh-Hans": None}
    assert alone["cards"][0]["basis"] == "heading"


def test_a_ruling_without_a_date_says_null(client: FlaskClient) -> None:
    assert get(client, "/rulings/r000")["date"] is None
    assert get(client, "/search", q="Rule 0.")["hits"][0]["date"] is None


@pytest.mark.parametrize(
    ("path", "leads_to"),
    [
        ("/rulings/aazh", "/api/v1/rulings/aaaa"),
        ("/rulings/former", "/api/v1/rulings/aaaa"),
        ("/cards/Lim-Dûl", "/api/v1/cards/lim-dul"),
        ("/cards/limdul", "/api/v1/cards/lim-dul"),
        ("/families/aaaa", "/api/v1/families/f-bbbb"),
        ("/families/f-aaes", "/api/v1/families/f-bbbb"),
    ],
)
def test_other_ids_lead_to_the_one_that_answers(client: FlaskClient, path: str, leads_to: str) -> None:
    response = client.get(f"/api/v1{path}?page=1")
    assert (response.status_code, response.headers["Location"]) == (308, f"{leads_to}?page=1")
    assert client.get(response.headers["Location"]).status_code == 200


@pytest.mark.parametrize("id", ["bbbb", "f-bbbb"])
def test_a_family_goes_by_its_id_with_and_without_prefix(client: FlaskClient, id: str) -> None:
    answer = get(client, f"/families/{id}")
    assert answer["id"] == "f-bbbb"
    assert [one["id"] for one in answer["rulings"]] == ["bbbb", "aaaa"]


def test_cards_and_mechanics_give_their_names_and_rulings(client: FlaskClient) -> None:
    (card,) = get(client, "/cards")["cards"]
    assert (card["id"], card["rulings"], card["aliases"]) == ("lim-dul", 2, {"en": ["Limdul"]})
    (mechanic,) = get(client, "/mechanics")["mechanics"]
    assert (mechanic["id"], mechanic["rule"], mechanic["rulings"]) == ("manifest", "701.40", 2)
    alone = get(client, "/mechanics/manifest", per_page=1)
    assert [one["id"] for one in alone["rulings"]] == ["aaaa"]
    assert client.get(alone["next"]).get_json()["rulings"][0]["id"] == "bbbb"


def test_a_card_without_rulings_is_still_a_card(client: FlaskClient) -> None:
    answer = get(client, "/cards/bare")
    assert (answer["names"]["en"], answer["total"], answer["rulings"]) == ("Bare", 0, [])


def test_a_page_beyond_the_last_is_the_last(client: FlaskClient) -> None:
    answer = get(client, "/rulings", page=99)
    assert (answer["page"], len(answer["rulings"]), answer["next"]) == (3, 7, None)
    assert [(one["code"], one["detail"]) for one in answer["warnings"]] == [("clamped", "3")]


@pytest.mark.parametrize(
    ("path", "code"),
    [
        ("/rulings/nothing", "unknown-ruling"),
        ("/families/f-nothing", "unknown-family"),
        ("/cards/nothing", "unknown-card"),
        ("/mechanics/nothing", "unknown-mechanic"),
        ("/mechanics/face-down", "unknown-mechanic"),
        ("/nothing", "not-found"),
        ("/rulings/", "not-found"),
        ("/changes?since=never", "unknown-snapshot"),
    ],
)
def test_what_is_not_there_is_a_problem_with_a_code(client: FlaskClient, path: str, code: str) -> None:
    assert problem(client, path, 404)["code"] == code


@pytest.mark.parametrize("method", ["POST", "PUT", "PATCH", "DELETE", "TRACE", "PROPFIND"])
@pytest.mark.parametrize("path", ["/search", "/rulings/aaaa", "/nothing"])
def test_nothing_can_be_written(client: FlaskClient, method: str, path: str) -> None:
    response = client.open(f"/api/v1{path}", method=method)
    assert (response.status_code, response.get_json()["code"]) == (405, "method-not-allowed")
    assert response.headers["Allow"] == "GET, HEAD, OPTIONS"


def test_findings_say_what_where_and_in_which_words(client: FlaskClient) -> None:
    answer = get(client, "/findings", severity="warning")
    assert {"total", "page", "next", "findings"} <= answer.keys()
    (finding,) = answer["findings"]
    assert (finding["check"], finding["ruling"], finding["lang"], finding["span"]) == (
        "numerals",
        "aaaa",
        "es",
        [0, 3],
    )
    assert finding["sources"] == [{"file": "rulings.txt", "entry": 1}]
    assert finding["message"]["zh-Hans"] == "check.numerals.explain 2"
    assert finding["suggestion"] == "2"


def test_a_filter_value_nobody_knows_matches_nothing_and_is_said(client: FlaskClient) -> None:
    answer = get(client, "/findings", severity="fatal", lang="qya")
    assert answer["total"] == 0
    assert {one["code"] for one in answer["warnings"]} == {"unknown-value", "unknown-language"}


def test_changes_tell_what_builds_did_after_a_snapshot(client: FlaskClient, services: Services) -> None:
    assert get(client, "/changes", since="s2")["changes"] == []
    data = '{"text":"aaes","lang":"es","before":null,"after":"Haz daño.","files":["a.txt"]}'
    services.kept["s2"].store.past = [Change("s1", "added", "bbbb", data), Change("s2", "version-added", "aaaa", data)]
    answer = get(client, "/changes", since="s1")
    assert (answer["since"], answer["snapshot"], answer["total"]) == ("s1", "s2", 1)
    assert answer["changes"][0]["ruling"] == "aaaa"
    assert answer["changes"][0]["after"] == "Haz daño."
    assert problem(client, "/changes", 400)["param"] == "since"


def test_without_a_snapshot_the_api_is_not_ready(client: FlaskClient, services: Services) -> None:
    services.serving = None
    assert problem(client, "/search", 503, q="x")["code"] == "not-ready"
    assert client.get("/api/v1/rulings").headers["Retry-After"] == "5"
    assert client.get("/api/v1/openapi.json").status_code == 200


def test_a_fault_of_ours_is_a_problem_without_details(
    client: FlaskClient, services: Services, caplog: pytest.LogCaptureFixture
) -> None:
    services.kept["s2"].store.list_rulings = None
    found = problem(client, "/rulings", 500)
    assert found["code"] == "internal"
    assert "NoneType" not in str(found)
    assert "NoneType" in caplog.text


def test_json_is_utf8_as_it_stands_in_answers_and_errors(client: FlaskClient) -> None:
    for path in ("/search?q=显化", "/rulings/aaaa", "/rulings", "/cards/lim-dul", "/mechanics"):
        raw = client.get(f"/api/v1{path}", headers={"Accept-Charset": "gbk"}).data
        assert b"\\u" not in raw
        assert "显化".encode() in raw
    assert "daño".encode() in client.get("/api/v1/rulings/aaaa").data
    assert "🃏".encode() in client.get("/api/v1/rulings/aaaa").data
    assert "显化".encode() in client.get("/api/v1/rulings/显化").data
