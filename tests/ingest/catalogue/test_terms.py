"""The catalogue's terms: complete, unambiguous where they claim to be, and right where a wrong pair misled."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from ingest.catalogue import load_catalogue, load_terms
from ingest.catalogue.terms import build_term
from ingest.catalogue.validate import flaws
from ingest.errors import CatalogueError
from ingest.paths import resource_dir

CATALOGUE = resource_dir("data") / "catalogue"


@pytest.fixture(scope="module")
def terms():
    return load_terms(CATALOGUE)


def test_the_catalogue_is_sound():
    catalogue = load_catalogue(CATALOGUE)
    assert len(catalogue.terms) > 1000
    assert flaws(catalogue.terms, catalogue.contexts) == []


def test_all_keywords_of_the_game_are_there(terms):
    kinds = Counter(term.kind for term in terms.values())
    assert kinds["keyword ability"] >= 190
    assert kinds["keyword action"] >= 68
    assert kinds["ability word"] >= 60
    assert kinds["word"] >= 180


def test_keywords_have_a_rule_number_and_are_filed_under(terms):
    abilities = [term for term in terms.values() if term.kind == "keyword ability"]
    numbered = [term for term in abilities if term.rule and term.rule.startswith("702.")]
    assert len(numbered) >= 185
    assert all(term.mechanic for term in abilities)


@pytest.mark.parametrize(
    ("term", "rule"),
    [
        ("cipher", "702.99"),
        ("disguise", "702.168"),
        ("plot", "702.170"),
        ("mutate", "702.140"),
        ("daybound", "702.145"),
        ("nightbound", "702.145"),
        ("manifest", "701.40"),
        ("cloak", "701.58"),
        ("tap", "701.26"),
        ("untap", "701.26"),
    ],
)
def test_rule_numbers(terms, term, rule):
    assert terms[term].rule == rule


@pytest.mark.parametrize(
    ("term", "es", "zh"),
    [
        ("manifest", "manifestar", "显化"),
        ("cloak", "enmascarar", "匿伏"),
        ("cipher", "cifrar", "暗码"),
        ("plot", "tramar", "设谋"),
        ("ward", "rebatir", "守护"),
        ("kicker", "estímulo", "增幅"),
        ("flash", "destello", "闪现"),
        # Pairs that lists of terms have wrong.
        ("snow", "nevado", "雪境"),
        ("ongoing", "continuo", "长效"),
        ("ally", "Aliado", "伙伴"),
        ("legend-rule", "regla de las leyendas", "传奇规则"),
        ("state-based-action", "acción basada en estado", "状态动作"),
        ("keyword-counter", "contador de palabra clave", "关键字指示物"),
        ("connive", "confabular", "筹谋"),
        ("fateseal", "predestinar", "论命"),
    ],
)
def test_pairs_that_rulings_turn_on(terms, term, es, zh):
    assert (terms[term].names["es"], terms[term].names["zh-Hans"]) == (es, zh)


@pytest.mark.parametrize(
    ("term", "lang", "form"),
    [
        ("mana-value", "en", "converted mana cost"),
        ("mana-value", "zh-Hans", "转换法术力费用"),
        ("mana-value", "es", "coste de maná convertido"),
        ("encode", "zh-Hans", "编码"),
        ("umbra-armor", "en", "totem armor"),
        ("umbra-armor", "zh-Hans", "替身甲"),
        ("keyrune", "zh-Hans", "钥符"),
    ],
)
def test_outdated_forms_are_known_as_such(terms, term, lang, form):
    assert form in terms[term].deprecated[lang]
    assert form not in terms[term].forms[lang]


def test_a_spanish_name_nobody_is_sure_of_is_left_out(terms):
    missing = [term.id for term in terms.values() if term.kind == "keyword ability" and "es" not in term.names]
    assert "banding" in missing
    assert len(missing) < 30


def test_twins_name_each_other(terms):
    assert "cloak" in terms["manifest"].siblings
    assert "manifest" in terms["cloak"].siblings


def test_inflections_are_worked_out_and_irregular_ones_given():
    term = build_term("x", {"kind": "word", "en": {"name": "foretell", "verb": ["foretell"], "forms": ["foretold"]}})
    assert {"foretell", "foretells", "foretelling", "foretold"} <= set(term.forms["en"])


def test_the_undoing_of_a_verb_is_known_in_every_form_as_what_people_type():
    cells = {"en": {"name": "turn face up", "undo": ["manifest"]}, "es": {"name": "mostrar", "undo": ["manifestar"]}}
    term = build_term("x", {"kind": "word", **cells})
    assert {"unmanifest", "unmanifests", "unmanifested", "unmanifesting"} == set(term.slang["en"])
    assert {"desmanifestar", "desmanifestando"} <= set(term.slang["es"])
    assert "unmanifest" not in term.forms["en"]


@pytest.mark.parametrize(
    ("written", "says"),
    [
        ('[a]\nen.name = "a"', "no kind"),
        ('[a]\nkind = "word"\nes.name = "a"', "no English name"),
        ('[a]\nkind = "word"\nen.name = "a"\nen.nouns = ["a"]', "unknown key nouns"),
        ('[a]\nkind = "word"\nen.name = "a"\nfr.name = "a"', "unknown key fr"),
        ('[a]\nkind = "word"\nen.name = "a"\nen.forms = "a"', "forms is not a list"),
        ('[a]\nkind = "word"\nen.name = ""', "no name"),
        ('[a]\nkind = "word"\nen.name = "a"\nzh-Hans.name = "显化"\nzh-Hans.undo = ["显化"]', "undo in a language"),
        ("[a", "Expected"),
    ],
)
def test_a_slip_is_told_with_its_file(tmp_path: Path, written: str, says: str):
    (tmp_path / "terms").mkdir()
    (tmp_path / "terms" / "mine.toml").write_text(written, "utf-8")
    with pytest.raises(CatalogueError, match=says) as caught:
        load_terms(tmp_path)
    assert "mine.toml" in str(caught.value)


def test_an_id_may_stand_in_one_file_only(tmp_path: Path):
    (tmp_path / "terms").mkdir()
    for name in ("one", "two"):
        (tmp_path / "terms" / f"{name}.toml").write_text('[a]\nkind = "word"\nen.name = "a"', "utf-8")
    with pytest.raises(CatalogueError, match=r"also in one\.toml"):
        load_terms(tmp_path)


def test_two_terms_may_not_own_a_form_unless_it_is_marked_ambiguous():
    tables = {name: {"kind": "word", "en": {"name": name, "forms": ["same"]}} for name in ("one", "two")}
    terms = {name: build_term(name, table) for name, table in tables.items()}
    assert flaws(terms) == ["en same: owned by one, two; mark it ambiguous"]
    tables["two"]["en"] = {"name": "two", "ambiguous": ["same"]}
    terms["two"] = build_term("two", tables["two"])
    assert flaws(terms) == []
