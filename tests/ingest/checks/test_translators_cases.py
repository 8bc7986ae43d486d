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
    ("english", "lang", "translation", "wrong", "right"),
    [
        ("You lose 2 life, then gain 1 life.", "zh-Hans", "你失去2点生命，然后获得2点生命。", (12, 13), "1"),
        ("Pay 3 life, gain 2.", "es", "Paga 2 vidas y gana 2.", (5, 6), "3"),
        ("It gets +2/+2, the other +1/+1.", "zh-Hans", "它得+2/+2，另一个得+2/+2。", (12, 17), "+1/+1"),
        ("Pay {1} or {2}.", "zh-Hans", "支付{2}或{2}。", (2, 5), "{1}"),
    ],
)
def test_a_number_in_the_place_of_another_that_the_text_says_too(context, english, lang, translation, wrong, right):
    found = [one for one in run_checks([ruling(("en", english), (lang, translation))], context) if one.suggestion]
    assert [(one.severity, one.span, one.suggestion) for one in found] == [("error", wrong, right)]


def test_where_the_wrong_one_of_several_alike_cannot_be_told_no_fix_is_proposed(context):
    texts = ("en", "Pay 1, 2 or 3 life."), ("zh-Hans", "支付2、1或2点生命。")
    found = [one for one in run_checks([ruling(*texts)], context) if one.check == "numbers"]
    assert [(one.severity, one.suggestion) for one in found] == [("error", None)]


def test_a_counter_that_goes_without_saying_is_no_alarm_but_one_that_no_card_has_is(context):
    english = ("en", "It gets a counter.")
    assert loud(context, english, ("zh-Hans", "在其上放置一个+1/+1指示物。")) == []
    assert ("power-toughness", {"missing": "", "extra": "+9/+1"}) in loud(
        context, english, ("zh-Hans", "在其上放置一个+9/+1指示物。")
    )


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
