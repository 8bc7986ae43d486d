"""What translators were bitten by in comparable tools."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest

from ingest.catalogue import load_catalogue
from ingest.checks import CHECKS, run_checks
from ingest.checks.base import CollectionCheck
from ingest.checks.data import check_context
from ingest.checks.dismissed import Dismissals, Dismissed
from ingest.model import Ruling, SourceRef, Text

LOUD = ("error", "warning")


@pytest.fixture(scope="module")
def context():
    return check_context(load_catalogue(Path(__file__).parents[3] / "data/catalogue"))


def ruling(*texts, id="r"):
    made = (Text(f"{id}-{lang}", lang, body, sources=(SourceRef("page.txt", 1, 1, 1),)) for lang, body in texts)
    return Ruling(id, date(2024, 4, 12), tuple(made))


def loud(context, *texts):
    found = run_checks([ruling(*texts)], context)
    return [(one.check, one.params) for one in found if one.severity in LOUD]


@pytest.mark.parametrize(
    ("english", "spanish"),
    [
        ("Create two tokens.", "Crea dos fichas."),
        ("Exile it.", "Exílialo."),
        ("Face-down creatures have ward.", "Las criaturas boca abajo tienen rebatir."),
        ("Move toward the end afterward.", "Avanza hacia el final después."),
        ("Players manage their own clock.", "Los jugadores manejan su reloj."),
        ("Counter target spell.", "Contrarresta el hechizo objetivo."),
    ],
)
def test_inflected_forms_are_the_term(context, english, spanish):
    assert loud(context, ("en", english), ("es", spanish)) == []


@pytest.mark.parametrize(
    ("english", "spanish", "term"),
    [("Create a token.", "Crea una moneda.", "ficha"), ("Exile the creature.", "Destruye la criatura.", "exiliar")],
)
def test_another_word_for_a_term_is_named_with_the_expected_form(context, english, spanish, term):
    found = loud(context, ("en", english), ("es", spanish))
    assert ("terminology", term) in [(check, params.get("expected")) for check, params in found]


@pytest.mark.parametrize(
    ("english", "chinese", "spanish"),
    [
        ("Draw a card.", "抓一张牌。", "Roba una carta."),
        ("Why not?", "为什么不？", "¿Por qué no?"),
        ('It means "Plot [cost]."', "意指「设谋[费用]」。", "Significa «Tramar [coste]»."),
        ("Choose one:", "选择一项～", "Elige uno:"),
        ("Wait...", "等等……", "Espera…"),
        ("It gets +1/+1 and costs {2}{U}.", "它得+1/+1且费用为{2}{U}。", "Obtiene +1/+1 y cuesta {2}{U}."),
        ("Draw 3 cards.", "抓三张牌。", "Roba tres cartas."),
    ],
)
def test_each_language_keeps_its_own_punctuation_and_numerals(context, english, chinese, spanish):
    assert loud(context, ("en", english), ("zh-Hans", chinese), ("es", spanish)) == []


@pytest.mark.parametrize(
    ("english", "chinese", "check"),
    [
        ("It gets +1/+1.", "它得+2/+1。", "power-toughness"),
        ("Pay {2}.", "支付{3}。", "symbols"),
        ("Draw two cards.", "抓两张牌，", "final-mark"),
    ],
)
def test_what_changes_the_game_stands_out(context, english, chinese, check):
    assert [found for found, _ in loud(context, ("en", english), ("zh-Hans", chinese))] == [check]


def test_a_dismissed_finding_stays_away_until_the_text_changes(context):
    from dataclasses import replace

    wrong = ruling(("en", "Pay {2}."), ("zh-Hans", "支付{3}。"))
    dismissed = Dismissals((Dismissed("r-zh-Hans", "symbols", "the errata says so"),))
    told = replace(context, dismissed=dismissed)
    each = [check for check in CHECKS if not isinstance(check, CollectionCheck)]
    assert [finding.check for finding in run_checks([wrong], context, each)] == ["symbols"]
    assert run_checks([wrong], told, each) == []
    changed = ruling(("en", "Pay {2}."), ("zh-Hans", "支付{4}。"), id="other")
    assert [finding.check for finding in run_checks([changed], told, each)] == ["symbols"]


@pytest.mark.parametrize(
    ("english", "other", "translation", "fix"),
    [
        ("It gets +1/+1.", "zh-Hans", "它得+2/+1。", "+1/+1"),
        ("It deals 3 damage.", "es", "Hace 4 puntos de daño.", "3"),
        ("Draw four cards.", "zh-Hans", "抓五张牌。", None),
    ],
)
def test_an_amount_that_is_wrong_alone_is_mended_where_it_is_written_alike(context, english, other, translation, fix):
    found = [
        one for one in run_checks([ruling(("en", english), (other, translation))], context) if one.severity in LOUD
    ]
    assert [one.suggestion for one in found] == [fix]
    if fix:
        start, end = found[0].span
        mended = translation[:start] + fix + translation[end:]
        assert loud(context, ("en", english), (other, mended)) == []


@pytest.mark.parametrize(
    ("english", "spanish"),
    [
        ("You can't untap that creature.", "Puedes enderezar esa criatura."),
        ("The creature can attack this turn.", "La criatura no puede atacar este turno."),
    ],
)
def test_a_negation_dropped_or_added_in_spanish_is_named(context, english, spanish):
    assert [check for check, _ in loud(context, ("en", english), ("es", spanish))] == ["negation"]


def test_no_negation_is_named_where_both_deny(context):
    for english, spanish in [
        ("You can't untap that creature.", "No puedes enderezar esa criatura."),
        ("It can't be blocked unless it's tapped.", "No puede ser bloqueada a menos que esté girada."),
        ("No player may cast spells.", "Ningún jugador puede lanzar hechizos."),
    ]:
        assert "negation" not in [check for check, _ in loud(context, ("en", english), ("es", spanish))], spanish
