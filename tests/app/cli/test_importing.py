"""A translator's day: find what is wrong, fix it at home, bring it back, see the finding gone."""

from __future__ import annotations

import csv
import io
import json
import shutil
from contextlib import closing

import pytest

from ingest.collect import remember
from ingest.paths import resource_dir
from ingest.pipeline import build
from ingest.snapshot import RECORD, Home
from ingest.store import Store

WRONG, RIGHT = "置入战场", "设谋"


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    """A knowledge base of card 003's page, in folders of its own, built once."""
    folder = tmp_path_factory.mktemp("desk")
    sources, data = folder / "sources", resource_dir("data")
    sources.mkdir()
    shutil.copy(next((data / "sources").glob("003_*.txt")), sources)
    build(Home(folder / "home"), [sources], data / "catalogue")
    return folder


@pytest.fixture
def desk(built, tmp_path, rosetta):
    """A copy of that knowledge base to work on, and the command over it."""
    for part in ("sources", "home"):
        shutil.copytree(built / part, tmp_path / part)
    remember(tmp_path / "home", [tmp_path / "sources"])

    def run(*arguments):
        return rosetta("--home", tmp_path / "home", *arguments)

    run.sources, run.home, run.folder = tmp_path / "sources", tmp_path / "home", tmp_path
    return run


def record(desk):
    return Store(Home(desk.home).sound().path / RECORD)


def findings(desk):
    """All that the checks find."""
    with closing(record(desk)) as store:
        return store.findings(limit=-1)[1]


def exported(desk, format, *more):
    path = desk.folder / f"home.{format if format != 'xliff' else 'xlf'}"
    assert desk("export", format, "-o", path, "--languages", "en,zh", *more)[0] == 0
    return path


def corrected(desk, format, *more):
    """What a translator does at home: the machine's entry taken along, its wrong term put right."""
    path = exported(desk, format, *more, "--query", "origin:machine")
    path.write_text(path.read_text("utf-8").replace(WRONG, RIGHT), encoding="utf-8", newline="")
    return path


@pytest.mark.parametrize(
    ("format", "more"), [("tmx", ()), ("xliff", ()), ("csv", ("--dialect", "excel")), ("csv", ()), ("jsonl", ())]
)
def test_a_correction_is_shown_as_a_difference_before_anything_is_written(desk, format, more):
    code, out, err = desk("import", corrected(desk, format, *more))
    assert code == 0
    assert "003_" in out and "machine → community" in out
    assert f"{{+{RIGHT}+}}" in out and "[-置" in out
    assert err.startswith("1 changed, ") and "--by" in err
    assert not list(desk.folder.glob("**/*-*.jsonl"))


def test_a_machine_s_entry_is_found_fixed_brought_back_and_no_longer_found(desk):
    found = findings(desk)
    assert RIGHT in {one.params.get("expected") for one in found}
    old = found[0].text
    assert desk("import", corrected(desk, "xliff"), "--by", "Ana", "--accept", "Li Wei")[0] == 0
    (source,) = desk.sources.glob("proposals/*.jsonl")
    code, out, _ = desk("build")
    assert code == 0 and "1 corrected" in out
    assert findings(desk) == []

    with closing(record(desk)) as store:
        ruling = store.ruling(store.resolve(old))
    texts = [text for text in ruling.texts if text.lang == "zh-Hans"]
    assert [(text.origin, text.label) for text in texts] == [("community", "Ana / Li Wei")]
    assert RIGHT in texts[0].body and WRONG not in texts[0].body
    assert json.loads(source.read_text("utf-8").splitlines()[-1])["replaces"] == old


def test_whether_a_correction_is_one_is_told_before_it_is_brought_in(desk):
    right, half = corrected(desk, "csv"), desk.folder / "half.csv"
    half.write_text(right.read_text("utf-8").replace(RIGHT, "放逐"), encoding="utf-8", newline="")
    code, out, err = desk("import", right)
    assert code == 0 and "terminology" not in out and "the checks find 0 in what is changed" in err
    code, out, err = desk("import", half)
    assert code == 0 and "warning: terminology: The source says “plotted”" in out
    assert "find 0" not in err and not list(desk.folder.glob("**/*-*.jsonl"))


def test_what_is_wrong_goes_along_in_the_translator_s_language(desk):
    taken = exported(desk, "xliff", "--query", "check:terminology").read_text("utf-8")
    told = [line for line in taken.splitlines() if 'category="finding"' in line]
    assert len(told) == 1 and "缺少术语" in told[0] and "plotted" in told[0] and RIGHT in told[0]


def test_what_comes_back_as_it_went_changes_nothing(desk):
    for format in ("tmx", "xliff", "csv", "xlsx", "jsonl"):
        code, out, err = desk("import", exported(desk, format), "--by", "Ana")
        assert (code, out) == (0, ""), format
        assert err.startswith("0 changed, 18 as they were, 0 not taken"), format
    assert not (desk.home / "proposals").exists()


def test_a_proposal_waits_until_somebody_else_accepts_it(desk):
    assert desk("import", corrected(desk, "tmx"), "--by", "Ana")[0] == 0
    (proposal,) = (desk.home / "proposals").iterdir()
    shutil.copy(proposal, desk.sources)
    desk("build")
    assert findings(desk), "a proposal alone changes nothing"
    (desk.sources / proposal.name).unlink()
    assert desk("import", proposal, "--accept", "Li Wei")[0] == 0
    desk("build")
    assert findings(desk) == []
    with closing(record(desk)) as store:
        texts = [text for ruling in store.list_rulings(0, 50) for text in ruling.texts if text.label]
    assert "Ana / Li Wei" in {text.label for text in texts}


def test_a_new_translation_stands_beside_what_there_is(desk):
    path = exported(desk, "csv", "--query", "origin:machine", "--dialect", "excel")
    rows = list(csv.DictReader(io.StringIO(path.read_text("utf-8-sig"), newline="")))
    rows[0]["text:es"] = "Si una carta con destello se trama de esta manera, solo puedes lanzarla en tu fase principal."
    with path.open("w", encoding="utf-8-sig", newline="") as file:
        writer = csv.DictWriter(file, rows[0].keys())
        writer.writeheader()
        writer.writerows(rows)
    code, out, _ = desk("import", path, "--by", "Ana", "--accept", "Ana")
    assert code == 0 and "es: added" in out
    desk("build")
    with closing(record(desk)) as store:
        ruling = store.ruling(rows[0]["ruling"])
    assert {text.lang: text.origin for text in ruling.texts} == {
        "en": "unstated",
        "es": "community",
        "zh-Hans": "machine",
    }


def test_a_text_that_has_moved_on_is_not_overwritten(desk):
    first = exported(desk, "tmx")
    written = first.read_text("utf-8")
    first.write_text(written.replace(WRONG, RIGHT), encoding="utf-8")
    desk("import", first, "--by", "Ana", "--accept", "Ana")
    desk("build")
    late = desk.folder / "late.tmx"
    late.write_text(written.replace(WRONG, "放逐"), encoding="utf-8")
    code, out, err = desk("import", late, "--by", "Bo", "--accept", "Bo")
    assert code == 0 and "changed since it went out" in out and "0 changed" in err
    again = desk("import", first, "--by", "Ana")
    assert again[2].startswith("0 changed"), "what is there already is no change"


def test_what_is_not_ours_and_what_is_empty_is_told_and_not_taken(desk):
    path = exported(desk, "csv", "--query", "origin:machine")
    head, row = path.read_text("utf-8").splitlines()[:2]
    cells = next(csv.reader([row]))
    strange = ["nobody", "", "", "", "A text.", "", "", "", "", "一段。", "", "", "", ""]
    cells[4] = ""
    out = io.StringIO(newline="")
    csv.writer(out).writerows([next(csv.reader([head])), cells, strange])
    path.write_text(out.getvalue(), encoding="utf-8")
    code, said, err = desk("import", path, "--by", "Ana")
    assert code == 0 and "no such ruling" in said and "came back empty" in said
    assert err.startswith("0 changed, 1 as they were, 3 not taken")
