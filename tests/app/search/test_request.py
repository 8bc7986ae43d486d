"""What parameters ask for, whatever they hold."""

from __future__ import annotations

from datetime import date as Date
from urllib.parse import parse_qs

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.present.urls import query_string
from app.search.arguments import Arguments
from app.search.request import PARAMETERS, SearchRequest, parse_request, unasked
from ingest.model import LANGUAGES, Filters


def read(query: str) -> tuple[SearchRequest, list[tuple[str, str, str]]]:
    """The request for a query string, and its notices as (code, parameter, detail)."""
    request, notices = parse_request(parse_qs(query, keep_blank_values=True))
    return request, [(one.code, one.param, one.detail) for one in notices]


@pytest.mark.parametrize("code", ["zh", "zh-Hans", "zh-CN", "zh_CN", "ZH-hans", "zhs"])
def test_every_usual_code_means_simplified_chinese(code: str) -> None:
    assert read(f"lang={code}") == (SearchRequest(filters=Filters(langs=("zh-Hans",))), [])


@pytest.mark.parametrize("code", ["es", "es-ES", "es-MX", "spa"])
def test_every_usual_code_means_spanish(code: str) -> None:
    assert read(f"lang={code}")[0].filters.langs == ("es",)


def test_traditional_chinese_is_itself() -> None:
    assert read("lang=zh-TW")[0].filters.langs == ("zh-Hant",)


def test_a_language_nobody_knows_matches_nothing_and_is_said() -> None:
    request, notices = read("lang=qya")
    assert request.filters.langs == ("qya",)
    assert notices == [("unknown-language", "lang", "qya")]


@pytest.mark.parametrize("query", ["lang=es&lang=zh", "lang=es,zh", "lang=es, zh-CN&lang=spa"])
def test_a_list_takes_repeats_and_commas_and_each_value_once(query: str) -> None:
    request, notices = read(query)
    assert request.filters.langs == ("es", "zh-Hans")
    assert notices == []


def test_names_of_cards_keep_their_comma() -> None:
    request, _ = read("card=Kozilek, the Broken Reality&card=lightform,cloudform")
    assert request.filters.cards == ("Kozilek, the Broken Reality", "lightform", "cloudform")


@pytest.mark.parametrize(
    ("query", "name", "used", "code"),
    [
        ("per_page=1000", "per_page", 100, "clamped"),
        ("per_page=0", "per_page", 1, "clamped"),
        ("per_page=-5", "per_page", 1, "clamped"),
        ("per_page=" + "9" * 150, "per_page", 100, "clamped"),
        ("per_page=many", "per_page", 20, "not-a-number"),
        ("page=1.5", "page", 1, "not-a-number"),
        ("page=0", "page", 1, "clamped"),
        ("sort=newest", "sort", "relevance", "unknown-choice"),
        ("collapse=all", "collapse", "family", "unknown-choice"),
    ],
)
def test_a_value_out_of_range_is_moved_and_said(query: str, name: str, used: object, code: str) -> None:
    request, notices = read(query)
    assert getattr(request, name) == used
    assert notices == [(code, name, str(used))]


@pytest.mark.parametrize(
    ("query", "since", "until"),
    [
        ("since=2024-06-07&until=2024-06-08", Date(2024, 6, 7), Date(2024, 6, 8)),
        ("since=2024&until=2024", Date(2024, 1, 1), Date(2024, 12, 31)),
        ("since=2024-02&until=2024-02", Date(2024, 2, 1), Date(2024, 2, 29)),
    ],
)
def test_days_months_and_years_are_dates(query: str, since: Date, until: Date) -> None:
    request, notices = read(query)
    assert (request.filters.since, request.filters.until, notices) == (since, until, [])


def test_a_day_that_does_not_exist_is_moved_and_said() -> None:
    request, notices = read("until=2023-02-31")
    assert request.filters.until == Date(2023, 2, 28)
    assert notices == [("clamped", "until", "2023-02-28")]


def test_what_is_no_date_and_a_range_without_days_are_said() -> None:
    assert read("since=yesterday")[1] == [("not-a-date", "since", "yesterday")]
    assert [code for code, _, _ in read("since=2024&until=2023")[1]] == ["empty-range"]


def test_a_long_query_is_cut_and_said() -> None:
    request, notices = read("q=" + "显" * 501)
    assert request.q == "显" * 500
    assert notices == [("too-long", "q", "500")]


def test_a_crowd_of_parameters_is_bounded() -> None:
    request, notices = read("&".join([f"p{n}=1" for n in range(500)] + [f"lang={n}" for n in range(500)]))
    assert len(request.filters.langs) == 20
    assert len(notices) == 20


def test_of_a_repeated_parameter_the_first_that_is_not_blank_counts() -> None:
    for query in ("q=a&q=b", "q=a&q=", "q=%20&q=a&q=b"):
        request, notices = read(query)
        assert request.q == "a"
        assert [code for code, _, _ in notices] == ["repeated-parameter"]


@pytest.mark.parametrize("query", ["Q=x", "q[]=x", "q%5B0%5D=x", "query=x", "q=&Q=x"])
def test_a_misspelt_question_is_no_question(query: str) -> None:
    request, notices = parse_request(parse_qs(query, keep_blank_values=True))
    assert unasked(request.q, notices) is not None


@pytest.mark.parametrize("query", ["", "utm_source=x", "Lang=es", "q=x&Q=y"])
def test_other_strange_parameters_leave_the_question_alone(query: str) -> None:
    request, notices = parse_request(parse_qs(query, keep_blank_values=True))
    assert unasked(request.q, notices) is None


def test_the_callers_own_parameters_are_not_strange() -> None:
    assert parse_request({"view": ["compact"]}, also=("view",))[1] == ()
    assert [one.code for one in parse_request({"view": ["compact"]})[1]] == ["unknown-parameter"]


def test_a_request_written_as_parameters_reads_back_the_same() -> None:
    full = read(
        "q=显化&lang=es&text_lang=en,zh&card=Kozilek, the Broken Reality&mechanic=manifest&origin=official"
        "&since=2020&until=2024&sort=date&collapse=none&page=3&per_page=50&snapshot=s1&ui=zh"
    )[0]
    assert len(full.params()) == len(PARAMETERS)
    assert read(query_string(full.params())[1:]) == (full, [])


names = st.sampled_from(PARAMETERS) | st.text(max_size=12)
values = st.lists(
    st.text(max_size=30) | st.integers().map(str) | st.sampled_from(["es", "2024-02-31", "x,y"]), max_size=4
)


@given(st.dictionaries(names, values, max_size=8))
def test_anything_reads_to_a_bounded_request_that_reads_back(parameters: dict[str, list[str]]) -> None:
    request, _ = parse_request(parameters)
    assert 1 <= request.per_page <= 100
    assert request.page >= 1
    assert len(request.q) <= 500
    assert request.ui in LANGUAGES
    again, _ = parse_request(
        {
            name: [str(value)] if not isinstance(value, tuple) else list(value)
            for name, value in request.params().items()
        }
    )
    assert again == request


def test_arguments_do_not_repeat_a_notice() -> None:
    given_ = Arguments({"page": ["x"]}, ("page",))
    assert (given_.number("page", 1, 1, 9), given_.number("page", 1, 1, 9)) == (1, 1)
    assert len(given_.notices) == 1
