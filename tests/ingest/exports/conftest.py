"""Rulings in our own words that hold whatever has ever broken an export."""

from __future__ import annotations

import io
from datetime import date

import pytest

from ingest.exports import EXPORTS, ExportOptions, Statement
from ingest.model import Card, Link, Ruling, Term, Text

NASTY = {
    "plus": ("+1/+1 counters stay on it.", "+1/+1指示物留在其上。"),
    "minus": ("-2: Draw a card.", "-2：抓一张牌。"),
    "equals": ('=1 is allowed, "quoted", comma', "＝1"),
    "at": ("@ll", "x"),
    "break": ("First line.\nSecond line\twith a tab.", "第一行。\n第二行。"),
    "markup": ("If <power> & toughness > 2, ]]> stop.", "若<力量>&防御力>2，停止。"),
    "spaces": ("Two  spaces,\u00a0one that doesn't break.", "全角\u3000空格。"),
    "apostrophe": ("'Tis its owner's.", "'引号开头。"),
    "astral": ("A die \U0001f3b2 and e\u0301.", "骰子\U0001f3b2。"),
}


@pytest.fixture(scope="session")
def rulings():
    made = []
    for name, (english, chinese) in NASTY.items():
        texts = (
            Text(f"en-{name}", "en", english),
            Text(f"zh-{name}", "zh-Hans", chinese, origin="machine", label="gpt"),
        )
        made.append(Ruling(name, date(2024, 4, 12), texts, (Link("card", "some-card", "heading", "subject"),)))
    spanish = Text("es-1", "es", "¿Por qué no? Obtiene +1/+1.", origin="community")
    made.append(
        Ruling(
            "three", None, (Text("en-1", "en", "Why not?"), Text("zh-1", "zh-Hans", "为什么不？", "official"), spanish)
        )
    )
    made.append(Ruling("alone", date(2013, 1, 24), (Text("en-2", "en", "Nobody translated this."),)))
    return tuple(made)


@pytest.fixture(scope="session")
def terms():
    names = {"en": "face down", "es": "boca abajo", "zh-Hans": "牌面朝下"}
    return (
        Term("face-down", "word", names, deprecated={"zh-Hans": ("翻成背面",)}, rule="708"),
        Term("ward", "keyword ability", {"en": "ward", "es": "rebatir", "zh-Hans": "守护"}),
        Term("only-english", "word", {"en": "a < b & c"}),
    )


@pytest.fixture(scope="session")
def cards():
    return {"some-card": Card("some-card", {"en": "Some Card", "zh-Hans": "某牌"}, oracle_id="0-1")}


@pytest.fixture(scope="session")
def statements(rulings):
    """The rulings as statements, each alone in its family."""
    return tuple(map(Statement, rulings))


@pytest.fixture(scope="session")
def export(statements, terms, cards):
    """Runs an export over the rulings, or over the statements given; gives its bytes."""

    def run(name, given=None, **choices):
        out = io.BytesIO()
        EXPORTS[name].write(statements if given is None else given, terms, out, ExportOptions(cards=cards, **choices))
        return out.getvalue()

    return run
