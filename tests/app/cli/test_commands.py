"""`rosetta search`, `check`, `export`, `eval` as a person or a script meets them."""

from __future__ import annotations

import json
import os
import re
from concurrent.futures import ThreadPoolExecutor

import pytest

from app.cli import main


@pytest.fixture
def rosetta(capfdbinary, home):
    """Runs the command over the five documents; its exit code, its output, its standard error."""

    def run(*arguments):
        with pytest.raises(SystemExit) as ended:
            main(["--home", str(home), *map(str, arguments)])
        printed = capfdbinary.readouterr()
        return ended.value.code or 0, printed.out.decode(), printed.err.decode()

    return run


@pytest.mark.parametrize("query", ["face down tapped", "牌面朝下 横置", "boca abajo girado"])
def test_search_finds_the_ruling_whatever_the_language(rosetta, query):
    code, out, _ = rosetta("search", query, "--limit", 1)
    assert code == 0
    assert "未横置" in out and "untapped" in out and "enderezado" in out


def test_search_as_json_is_the_very_answer_of_the_web_api(rosetta, client):
    code, out, _ = rosetta("search", "显化", "--json", "--limit", 2)
    web = client.get("/api/v1/search", query_string={"q": "显化", "per_page": 2}).get_json()
    assert code == 0 and web["hits"]
    assert json.loads(out)["hits"] == web["hits"]


def test_check_exits_with_0_where_no_error_is_found_and_names_file_and_line(rosetta):
    code, out, err = rosetta("check")
    lines = out.splitlines()
    assert lines and all(".txt:" in line for line in lines)
    assert code == (1 if any(": error: " in line for line in lines) else 0)
    assert f"{len(lines)} findings" in err


def test_check_speaks_three_languages(rosetta):
    said = {lang: rosetta("check", "--lang", lang, "--check", "wrong-language")[1] for lang in ("en", "es", "zh")}
    assert all(said.values()) and len(set(said.values())) == 3


def test_check_as_json_gives_every_finding_as_the_web_api_does(rosetta, client):
    _, out, _ = rosetta("check", "--json")
    found = json.loads(out)
    web = client.get("/api/v1/findings?per_page=5").get_json()
    assert found["total"] == len(found["findings"]) == web["total"] > 5
    assert found["findings"][:5] == web["findings"]


@pytest.mark.parametrize("words", [["serch"], ["search"], ["search", "x", "--limit", "many"], ["build", "--nope"]])
def test_a_word_that_is_not_understood_is_one_line_and_exit_code_2(rosetta, words):
    code, out, err = rosetta(*words)
    assert (code, out) == (2, "")
    assert len(err.splitlines()) == 1 and "--help" in err


def test_check_without_a_knowledge_base_could_not_run(capsys, tmp_path):
    with pytest.raises(SystemExit) as ended:
        main(["check", "--home", str(tmp_path / "none")])
    assert ended.value.code == 2
    assert "run rosetta build" in capsys.readouterr().err


@pytest.mark.parametrize("format", ["tmx", "tbx", "xliff", "csv", "jsonl"])
def test_export_writes_a_whole_file(rosetta, tmp_path, format):
    target = tmp_path / f"rulings.{format}"
    code, out, err = rosetta("export", format, "-o", target, "--languages", "en,zh")
    assert (code, out, len(err.splitlines())) == (0, "", 1)
    text = target.read_text(encoding="utf-8")
    assert "显化" in text and "manifest" in text
    assert [path.name for path in tmp_path.iterdir()] == [target.name]


@pytest.mark.parametrize(
    ("arguments", "mark", "said"),
    [
        (["tmx"], "<tu ", "left out for having fewer than two of en, es, zh-Hans"),
        (["tmx", "--languages", "zh,es"], "<tu ", "left out for having fewer than two of zh-Hans, es"),
        (["xliff", "--languages", "en,zh"], "<unit ", "left out for having no en"),
        (["jsonl", "--languages", "es"], '"lang": "es"', "left out for having none of es"),
        (["csv", "--languages", "en,es"], "\r\n", "of those written lack one or more of en, es"),
    ],
)
def test_export_says_what_went_out_and_what_did_not(rosetta, arguments, mark, said):
    code, out, err = rosetta("export", *arguments)
    written = out.count(mark) - (arguments[0] == "csv")
    tally = re.fullmatch(rf"{arguments[0]}: (\d+) of (\d+) rulings(.*)\n", err)
    left = sum(map(int, re.findall(r"(\d+) left out", tally[3])))
    assert code == 0 and written == int(tally[1]) > 0
    assert written + left == int(tally[2]) == 67
    assert said in tally[3]


def test_export_of_terms_leaves_none_out(rosetta):
    code, out, err = rosetta("export", "tbx")
    written = out.count("<conceptEntry ")
    assert code == 0 and written > 1000
    assert err.startswith(f"tbx: {written} of {written} terms")


def test_export_takes_what_a_query_leaves(rosetta, client):
    found = client.get("/api/v1/search", query_string={"q": "card:lightform", "collapse": "none"}).get_json()
    code, out, err = rosetta("export", "csv", "--query", "card:lightform")
    assert code == 0 and err.startswith(f"csv: {found['total']} of {found['total']} rulings")
    assert 0 < found["total"] == out.count("\r\n") - 1 < 67


def test_export_writes_a_language_under_the_code_that_is_asked_for(rosetta):
    code, out, _ = rosetta("export", "tmx", "--codes", "zh=zh-CN,es=es-ES", "--query", "card:lightform")
    assert code == 0 and 'xml:lang="es-ES"' in out and 'xml:lang="es"' not in out


@pytest.mark.parametrize("place", ["nowhere/x.csv", "a-file/x.csv", "loop"])
def test_export_to_where_nothing_can_be_written_is_one_line(rosetta, tmp_path, place):
    (tmp_path / "a-file").write_text("", encoding="utf-8")
    (tmp_path / "loop").symlink_to("loop")
    code, out, err = rosetta("export", "csv", "-o", tmp_path / place)
    assert (code, out, len(err.splitlines())) == (2, "", 1)
    assert err.startswith("rosetta: ") and place in err


def test_export_into_a_link_or_pipe_leaves_it_what_it_is(rosetta, tmp_path):
    (tmp_path / "link.csv").symlink_to("real.csv")
    assert rosetta("export", "csv", "-o", tmp_path / "link.csv")[0] == 0
    assert (tmp_path / "link.csv").is_symlink() and (tmp_path / "real.csv").stat().st_size > 1000
    os.mkfifo(tmp_path / "pipe")
    with ThreadPoolExecutor() as pool:
        read = pool.submit((tmp_path / "pipe").read_bytes)
        assert rosetta("export", "csv", "-o", tmp_path / "pipe")[0] == 0
    assert read.result() == (tmp_path / "real.csv").read_bytes()
    assert (tmp_path / "pipe").is_fifo()


@pytest.mark.parametrize(
    ("words", "query"),
    [
        (["-plot"], "-plot"),
        (["--", "-plot"], "-plot"),
        (["-hand", "--limit", "3"], "-hand"),
        (["plot", "-twist"], "plot -twist"),
        (["--", "plot", "--limit"], "plot --limit"),
        (['"face down"', "-tapped"], '"face down" -tapped'),
    ],
)
def test_a_query_may_begin_with_a_minus(rosetta, client, words, query):
    code, out, err = rosetta("search", "--json", *words)
    assert (code, err) == (0, "")
    assert json.loads(out)["total"] == client.get("/api/v1/search", query_string={"q": query}).get_json()["total"]


def test_an_option_that_search_has_not_says_how_to_look_for_it(rosetta):
    code, _, err = rosetta("search", "--plot")
    assert code == 2 and "no such option --plot" in err and "after a lone --" in err


def test_export_goes_to_standard_output_for_a_pipe(rosetta):
    code, out, _ = rosetta("export", "jsonl")
    rows = [json.loads(line) for line in out.splitlines()]
    assert code == 0 and len(rows) == 107


def test_export_refuses_what_it_does_not_know(rosetta):
    code, _, err = rosetta("export", "csv", "--languages", "en,tlh")
    assert code == 2 and "tlh" in err and len(err.splitlines()) == 1


def test_eval_gives_figures_for_graded_queries(rosetta, tmp_path):
    queries = tmp_path / "queries.jsonl"
    queries.write_text('{"id": "a", "lang": "en", "q": "same name", "relevant": {"000#05": 3}}\n', encoding="utf-8")
    code, out, _ = rosetta("eval", queries, "--json")
    assert code == 0
    assert json.loads(out)["recall"] == 1.0


def test_eval_says_which_line_of_the_queries_is_wrong(rosetta, tmp_path):
    queries = tmp_path / "queries.jsonl"
    queries.write_text('\n{"id": "a"}\n', encoding="utf-8")
    code, _, err = rosetta("eval", queries)
    assert code == 2 and "queries.jsonl:2" in err
