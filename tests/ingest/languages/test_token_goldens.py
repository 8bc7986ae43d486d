"""What the index holds of a sentence, written so that a translator can read it."""

from __future__ import annotations

from collections.abc import Callable
from itertools import groupby

import pytest

from ingest.languages import language
from ingest.languages.detect import insertions

SENTENCES = {
    "en": (
        "Mira’s face-down creature isn’t a card named “Lim-Dûl”.",
        "Plot [cost]: pay {2}{U/R}, then it gets +1/+1 or -0/-2 and becomes a 2/2.",
        "Its controller chooses X; X can’t be 0.",
        "The Chinese text says 显化 here.",
    ),
    "es": (
        "¿Está girada la criatura del niño? ¡Sí, y no se enderezó!",
        "Paga {X} o el coste de metamorfosis (or a morph cost).",
        "Los contadores +1/+1 permanecen; es una 2/2.",
    ),
    "zh-Hans": (
        "牌面朝下的生物是２／２，没有名称。",
        "艾娜·索特的异能写作「设谋[费用]」，X不能为0。",
        "如果它離開戰場，則將其橫置🃏。",
        "Mira的触发式异能会先结算。",
    ),
}


@pytest.mark.parametrize("tag", SENTENCES)
def test_tokens_of_sentences(tag: str, golden: Callable[[str, str], None]) -> None:
    golden(f"tokens/{tag}.txt", "\n".join(readable(tag, text) for text in SENTENCES[tag]))


def readable(tag: str, text: str) -> str:
    """The text, then a line for each place in it: what stands there and its terms."""
    lines = [text]
    tokens = language(tag).tokens(text, insertions(text, tag))
    for position, here in groupby(tokens, key=lambda token: token.position):
        terms: dict[str, list[str]] = {}
        for token in here:
            terms.setdefault(text[token.start : token.end], []).append(token.term)
        shown = "   ".join(f"{piece}: {' '.join(held)}" for piece, held in terms.items())
        lines.append(f"  {position:>2}  {shown}")
    return "\n".join(lines) + "\n"
