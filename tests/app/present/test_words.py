"""Citations, dates, orders and pages as people of each language expect them."""

from __future__ import annotations

from datetime import date
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app import i18n
from app.present.citation import Cited, citation, frame
from app.present.dates import long_date, number
from app.present.explanation import parts, sentence
from app.present.ordering import initial, sort_key
from app.present.pager import Pager, clamped
from app.present.urls import Urls, anchored, api, strip_prefix
from ingest.model import LANGUAGES, ORIGINS, Branch, Filters, Query
from ingest.paths import resource_dir

WORDS = i18n.load(Path(resource_dir("data") / "messages"))
DAY = date(2013, 4, 15)


@pytest.mark.parametrize(
    ("lang", "expected"),
    [
        ("en", "“Body.” (Stolen Identity, ruling of April 15, 2013, official)\nhttps://r.test/rulings/a"),
        ("es", "«Body.» (Stolen Identity, aclaración del 15 de abril de 2013, oficial)\nhttps://r.test/rulings/a"),
        ("zh-Hans", "“Body.” （Stolen Identity，释疑，2013年4月15日，官方）\nhttps://r.test/rulings/a"),
    ],
)
def test_a_citation_says_text_card_date_origin_and_link(lang: str, expected: str) -> None:
    cited = Cited("Stolen Identity", DAY, "official", "https://r.test/rulings/a")
    assert citation("Body.", cited, lang, WORDS[lang].plain) == expected


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("origin", ORIGINS)
def test_a_citation_never_makes_an_origin_better_than_it_is(lang: str, origin: str) -> None:
    say = WORDS[lang].plain
    after = frame(Cited(None, None, origin, "u"), lang, say).after
    assert say(f"origin.{origin}") in after
    assert (say("origin.official") in after) == (origin == "official")
    assert {"en": "undated", "es": "sin fecha", "zh-Hans": "日期不详"}[lang] in after


def test_dates_and_numbers_are_written_as_each_language_does() -> None:
    assert [long_date(DAY, lang) for lang in LANGUAGES] == ["April 15, 2013", "15 de abril de 2013", "2013年4月15日"]
    assert [number(68570, lang) for lang in LANGUAGES] == ["68,570", "68.570", "68,570"]


def test_chinese_names_stand_in_pinyin_order_under_their_initial() -> None:
    names = ["显化", "暗码", "伪装", "变身", "设谋"]
    assert sorted(names, key=lambda name: sort_key(name, "zh-Hans")) == ["暗码", "变身", "设谋", "伪装", "显化"]
    assert [initial(name, "zh-Hans") for name in names] == ["X", "A", "W", "B", "S"]


def test_spanish_names_ignore_accents_and_give_enye_its_place() -> None:
    names = ["ñu", "oda", "nuca", "última", "ópalo", "usar"]
    assert sorted(names, key=lambda name: sort_key(name, "es")) == ["nuca", "ñu", "oda", "ópalo", "última", "usar"]
    assert [initial(name, "es") for name in ("ópalo", "ñu", "nuca")] == ["O", "Ñ", "N"]


PARAMS = st.dictionaries(st.sampled_from(["q", "lang", "card"]), st.text(min_size=1, max_size=20), max_size=3)


@given(PARAMS)
def test_what_goes_into_a_url_comes_out_of_it(params: dict[str, str]) -> None:
    url = Urls("/zh").search(params)
    read = parse_qs(urlsplit(url).query, keep_blank_values=True)
    assert read == {name: [value.encode("utf-8", "replace").decode()] for name, value in params.items()}
    assert urlsplit(url).path == "/zh/search"


def test_an_id_can_only_ever_be_one_segment_of_a_path() -> None:
    assert Urls("/es").ruling("../a?b#c d") == "/es/rulings/..%2Fa%3Fb%23c%20d"
    assert anchored("/rulings/a", 'x"y') == "/rulings/a#t-x%22y"
    assert api("/search", {"q": "é", "lang": ("en", "es"), "page": None}) == "/api/v1/search?q=%C3%A9&lang=en&lang=es"


@pytest.mark.parametrize("path", ["/", "/cards/lightform", "/zhuge", "/essays"])
@pytest.mark.parametrize("prefix", ["/en", "/es", "/zh"])
def test_a_page_keeps_its_path_under_every_language(path: str, prefix: str) -> None:
    assert strip_prefix(Urls(prefix).at(path)) == path


@given(st.integers(0, 500), st.integers(1, 50), st.text(max_size=12))
def test_any_page_number_leads_to_a_page_there_is(total: int, per_page: int, wanted: str) -> None:
    pager = clamped(wanted, total, per_page)
    assert 1 <= pager.page <= pager.last
    assert pager.offset < max(total, 1)
    shown = [n for n in pager.shown if n]
    assert shown[0] == 1
    assert shown[-1] == pager.last
    assert pager.page in shown


def test_the_offered_pages_cover_the_list_without_overlap() -> None:
    stretches = [range(Pager(n, 45, 20).offset, min(Pager(n, 45, 20).offset + 20, 45)) for n in (1, 2, 3)]
    assert [at for stretch in stretches for at in stretch] == list(range(45))


QUERY = Query(
    raw="…",
    language="es",
    branches=(Branch("boca abajo", ("girar",), ("ficha",)),),
    concepts=("face-down",),
    cards=("lightform",),
    corrections=(("manifset", "manifest"),),
    filters=Filters(
        langs=("es",),
        not_langs=("en",),
        origins=("official",),
        not_origins=("machine",),
        cards=("clone",),
        not_cards=("opt",),
        mechanics=("manifest",),
        not_mechanics=("cloak",),
        has=("zh-Hans",),
        lacks=("es",),
        checks=("numbers",),
        not_checks=("symbols",),
        since=DAY,
        until=DAY,
    ),
)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_query_is_said_back_whole_in_every_language(lang: str) -> None:
    words = WORDS[lang]
    said = parts(QUERY, lang, words.plain, lambda kind, value: (f"{kind}:{value}", None))
    assert len(said) == 20
    assert all(words.has(f"part.{part.key}") for part in said)
    line = sentence(QUERY, lang, words.plain, lambda kind, value: (f"{kind}:{value}", None))
    for shown in ("boca abajo", "girar", "ficha", "card:lightform", "mechanic:cloak", words.plain("origin.machine")):
        assert shown in line


def test_an_empty_query_says_nothing() -> None:
    assert sentence(Query(""), "en", WORDS["en"].plain, lambda kind, value: (value, None)) == ""
