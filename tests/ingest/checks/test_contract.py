"""What every check keeps, over the whole registry."""

from __future__ import annotations

import re
from datetime import date
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

from ingest.catalogue import load_catalogue
from ingest.checks import CHECKS, PairCheck, TextCheck, run_checks
from ingest.checks.base import SEVERITIES
from ingest.checks.data import check_context
from ingest.model import LANGUAGES, Ruling, Text

ROOT = Path(__file__).parents[3]
ALONE = [check for check in CHECKS if isinstance(check, TextCheck)]
PAIRED = [check for check in CHECKS if isinstance(check, PairCheck)]


def named(check):
    return check.id


@pytest.fixture(scope="session")
def context():
    folder = ROOT / "data/catalogue"
    return check_context(load_catalogue(folder))


@pytest.fixture(scope="session")
def messages():
    catalogues = {}
    for lang in LANGUAGES:
        with (ROOT / f"data/messages/checks/{lang}.po").open("rb") as stream:
            catalogues[lang] = {entry.id: entry.string for entry in read_po(stream) if entry.id}
    return catalogues


def ruling(*texts):
    return Ruling(
        "r", date(2024, 4, 12), tuple(Text(f"t{place}", lang, body) for place, (lang, body) in enumerate(texts))
    )


def findings(check, texts, context):
    return run_checks([ruling(*texts)], context, [check])


@pytest.mark.parametrize("check", CHECKS, ids=named)
def test_explains_itself_in_three_languages(check, messages):
    assert re.fullmatch(r"[a-z]+(-[a-z]+)*", check.id) and check.severity in SEVERITIES
    for lang in LANGUAGES:
        name, explain = messages[lang][f"check.{check.id}.name"], messages[lang][f"check.{check.id}.explain"]
        assert name and explain.endswith((".", "。"))
        assert set(re.findall(r"\{(\w+)\}", explain)) <= set(check.params), lang


def test_ids_are_unique_and_no_message_is_left_over(messages):
    ids = [check.id for check in CHECKS]
    assert len(set(ids)) == len(ids)
    for lang in LANGUAGES:
        said = {key.split(".")[1] for key in messages[lang] if key.startswith("check.")}
        assert said == set(ids), lang


@pytest.mark.parametrize("check", ALONE, ids=named)
def test_finds_its_bad_texts_and_leaves_the_good(check, context):
    assert check.bad and check.good
    for lang, body in check.bad:
        found = findings(check, [(lang, body)], context)
        assert found, body
        assert all(set(finding.params) <= set(check.params) for finding in found)
        assert all(0 <= finding.span[0] < finding.span[1] <= len(body) for finding in found)
    for lang, body in check.good:
        assert not findings(check, [(lang, body)], context), body


@pytest.mark.parametrize("check", PAIRED, ids=named)
def test_finds_its_bad_pairs_and_leaves_the_good(check, context):
    assert check.bad and check.good
    for lang, source, other, target in check.bad:
        found = findings(check, [(lang, source), (other, target)], context)
        assert found, target
        assert {finding.text for finding in found} == {"t1"}, "the translation is what is judged"
        assert all(set(finding.params) <= set(check.params) for finding in found)
    for lang, source, other, target in check.good:
        assert not findings(check, [(lang, source), (other, target)], context), target


@pytest.mark.parametrize("check", CHECKS, ids=named)
def test_empty_and_odd_texts_break_nothing(check, context):
    odd = ("", " ", "\U0001f3b2", "(((", "」「", "{", "+/+", "a" * 5000, "。" * 500)
    for body in odd:
        for lang in (*LANGUAGES, "zh-Hant", "und"):
            findings(check, [("en", body), (lang, body)], context)
