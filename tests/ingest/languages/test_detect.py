"""Which language a paragraph is in, and which parts of it are in another."""

from __future__ import annotations

import gzip
import json
from collections import Counter
from pathlib import Path

import pytest

from ingest.languages.detect import detect, insertions


@pytest.mark.parametrize(
    ("lang", "text"),
    [
        ("en", "Choose a creature you don't control."),
        ("en", "Reveal it."),
        ("en", "If Juzám Djinn is exiled, nothing happens."),
        ("en", "The card 显化 is called manifest in English."),
        ("es", "¿Puedo usar disfraz? ¡Sí! — pero solo una vez…"),
        ("es", "Sí."),
        ("es", "Crea dos fichas."),
        ("es", "Exílialo."),
        ("es", "Otro mana\u0301 aparece."),
        ("es", "Cuando Lightning Bolt se resuelve, hace 3 puntos de daño."),
        ("es", "Debes mostrarla si deja la pila. (This is also true of morph, disguise and a few other abilities.)"),
        ("es", "Debes mostrarla si deja la pila. If it leaves the stack, you must show it. Luego baraja."),
        ("zh-Hans", "它离开堆叠时，你必须展示它。"),
        ("zh-Hans", "牌"),
        ("zh-Hans", "显化 (manifest)"),
        ("zh-Hans", "Mira, the Very Long Name的触发式异能会先结算。"),
        ("zh-Hant", "你可以將它翻為正面。"),
        ("zh-Hant", "橫置"),
        ("und", "2/2."),
        ("und", "{2}{U}"),
        ("und", ""),
        ("und", "…"),
        ("und", "Vous pouvez lancer cette carte depuis votre cimetière."),
        ("und", "Du kannst diese Karte nicht wirken, wenn sie getappt ist."),
        ("und", "Você pode conjurar esta mágica sem pagar seu custo."),
        ("und", "このカードを唱えてもよい。"),
        ("und", "이 카드를 발동할 수 있다."),
        ("und", "Вы можете разыграть эту карту."),
    ],
)
def test_the_language_of_a_paragraph(lang: str, text: str) -> None:
    assert detect(text) == lang


@pytest.mark.parametrize(
    ("lang", "text", "expected"),
    [
        ("es", "Tiene disfraz (or morph).", [("or morph", "en")]),
        ("es", "Tiene disfraz (si aún está girada).", []),
        ("es", "Es una copia (Lord of the Pit).", []),
        ("es", "Su texto dice «as though it had flash» y nada más.", [("as though it had flash", "en")]),
        (
            "es",
            "Debes mostrarla. If it leaves the stack, you must show it. It isn't cast. Luego baraja.",
            [("If it leaves the stack, you must show it. It isn't cast.", "en")],
        ),
        ("es", "Esto usa 显化 como término.", [("显化", "zh-Hans")]),
        ("en", "Its text says “si está boca abajo” and more.", [("si está boca abajo", "es")]),
        ("en", "This works the same way (it isn't cast).", []),
        ("zh-Hans", "它有变身。You may turn it up at any time. 好", [("You may turn it up at any time.", "en")]),
        ("zh-Hans", "Mira, the Very Long Name的异能", []),
        ("und", "2/2.", []),
    ],
)
def test_parts_in_another_language(lang: str, text: str, expected: list[tuple[str, str]]) -> None:
    assert [(text[part.start : part.end], part.lang) for part in insertions(text, lang)] == expected


@pytest.mark.shared
@pytest.mark.parametrize(
    ("file", "key", "expected", "most_wrong"),
    [
        ("rulings_en", "text", "en", 0.001),
        ("card_texts", "en", "en", 0.004),
        ("card_texts", "es", "es", 0.004),
        ("card_texts", "zh", "zh-Hans", 0.001),
        ("rulings_zh", "zh", "zh-Hans", 0.001),
    ],
)
def test_error_rate_on_the_corpus(shared: Path, file: str, key: str, expected: str, most_wrong: float) -> None:
    with gzip.open(shared / "corpus" / f"{file}.jsonl.gz", "rt", encoding="utf-8") as stream:
        texts = {record[key] for record in map(json.loads, stream) if record.get(key)}
    found = Counter(map(detect, texts))
    assert sum(found.values()) > 10_000
    assert 1 - found[expected] / sum(found.values()) <= most_wrong


@pytest.mark.shared
def test_few_false_alarms_in_the_corpus_spanish(shared: Path) -> None:
    with gzip.open(shared / "corpus" / "card_texts.jsonl.gz", "rt", encoding="utf-8") as stream:
        texts = [record["es"] for record in map(json.loads, stream) if record.get("es")]
    mixed = [text for text in texts if insertions(text, "es")]
    assert len(texts) > 20_000
    assert 0 < len(mixed) < 20  # a handful of card texts do hold English lines


@pytest.mark.shared
def test_the_english_asides_of_the_spanish_page(shared: Path) -> None:
    page = next((shared / "seeds").glob("002_*.txt")).read_text(encoding="utf-8")
    asides = [
        paragraph[part.start : part.end].split(",")[0]
        for paragraph in page.split("\n\n")
        if detect(paragraph) == "es"
        for part in insertions(paragraph, "es")
    ]
    assert asides == ["or morph", "or morph", "or a disguise cost", "This includes disguise"]
