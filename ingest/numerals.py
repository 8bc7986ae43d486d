"""Numbers and game symbols of a text, made comparable across languages.

A number is *firm* where it stands in digits, or is a word for three or more.
Smaller words are not: 两者 is `both`, and many words say one. It *counts* where
it stands in digits, or is a word for two or more that says how many there are:
`two cards`, 两张牌, but not `second`, `twice` or 两者.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from ingest.model import Span

SYMBOL = re.compile(r"\{[^{}\n]{1,12}\}")
RATIO = re.compile(r"(?<![0-9A-Za-z/+-])[+-]?(?:\d{1,4}|[XY*])/[+-]?(?:\d{1,4}|[XY*])(?![0-9A-Za-z/])")
ITEM = re.compile(r"(?:[(（]|(?<=[\s:：;；,，。.]))(\d{1,2})[)）]")
DIGITS = re.compile(r"\d{1,3}(?:,\d{3})+|\d{1,9}")
LOCAL_SYMBOLS = {
    "白": "W", "蓝": "U", "黑": "B", "红": "R", "绿": "G", "无": "C", "雪": "S", "能": "E",
    "横置": "T", "重置": "Q", "混沌": "CHAOS", "藍": "U", "紅": "R", "綠": "G", "橫置": "T",
}  # fmt: skip
"""Symbols that printed Chinese texts write in words."""

FIRM, SEVERAL = 3, 2
MEASURES = frozenset("张个点次倍位种名项份枚只件轮")
"""What follows a Chinese numeral that counts."""
POINTERS = frozenset("第这那前其")
"""What stands before one that doesn't, but says which."""

MINUSES = str.maketrans("−–‒", "---")
HAN_NUMERAL = re.compile("[零〇一二两三四五六七八九十百千]+")
HAN_DIGITS = {han: value for value, han in enumerate("零一二三四五六七八九")} | {"〇": 0, "两": 2}
HAN_UNITS = {"十": 10, "百": 100, "千": 1000}

ENGLISH = """
0 zero no none nothing neither nor
1 one once first single
2 two twice second double doubled doubles doubling both half
3 three third thrice triple tripled triples
4 four fourth quadruple
5 five fifth
6 six sixth
7 seven seventh
8 eight eighth
9 nine ninth
10 ten tenth
11 eleven eleventh
12 twelve twelfth
13 thirteen thirteenth
14 fourteen
15 fifteen
16 sixteen
17 seventeen
18 eighteen
19 nineteen
20 twenty twentieth
30 thirty
40 forty
50 fifty
60 sixty
100 hundred
1000 thousand
"""
SPANISH = """
0 cero ningún ninguno ninguna nada ni
1 un uno una primer primera primero único única vez
2 dos segundo segunda doble doblar ambos ambas mitad
3 tres tercer tercera tercero triple
4 cuatro cuarto cuarta
5 cinco quinto quinta
6 seis sexto sexta
7 siete séptimo séptima
8 ocho octavo octava
9 nueve noveno novena
10 diez décimo décima
11 once
12 doce
13 trece
14 catorce
15 quince
16 dieciséis
17 diecisiete
18 dieciocho
19 diecinueve
20 veinte
30 treinta
40 cuarenta
50 cincuenta
100 cien ciento cientos
1000 mil
"""


def _words(table: str) -> dict[str, tuple[int, ...]]:
    values: dict[str, tuple[int, ...]] = {}
    for line in table.strip().splitlines():
        number, *words = line.split()
        for word in words:
            values[word] = (*values.get(word, ()), int(number))
    return values


def _cardinals(table: str) -> frozenset[str]:
    return frozenset(line.split()[1] for line in table.strip().splitlines())


WORDS = {"en": _words(ENGLISH), "es": _words(SPANISH)}
CARDINALS = {"en": _cardinals(ENGLISH), "es": _cardinals(SPANISH)}
"""The words that count: the first of each line."""
LETTERS = re.compile(r"[^\W\d_]+")


def _compound(words: Mapping[str, tuple[int, ...]], joint: str) -> re.Pattern[str]:
    tens = "|".join(word for word, values in words.items() if values[0] in range(20, 100, 10))
    units = "|".join(word for word, values in words.items() if values[0] in range(1, 10))
    return re.compile(rf"(?<![^\W_])({tens}){joint}({units})(?![^\W_])", re.IGNORECASE)


COMPOUNDS = {"en": _compound(WORDS["en"], "-"), "es": _compound(WORDS["es"], " y ")}
"""Numbers of two words: `twenty-one`, `treinta y cinco`."""


@dataclass(frozen=True, slots=True)
class Amount:
    """A number or symbol of a text: its comparable value and where it stands."""

    value: str
    span: Span
    firm: bool = True
    counts: bool = True


def symbols(text: str) -> list[Amount]:
    """The game symbols in braces, printed Chinese ones in the notation all share.

    >>> [amount.value for amount in symbols("支付{二}{红}或{X}")]
    ['{2}', '{R}', '{X}']
    """
    return [Amount(_symbol(found.group()), found.span()) for found in SYMBOL.finditer(text)]


def _symbol(raw: str) -> str:
    parts = unicodedata.normalize("NFKC", raw)[1:-1].strip("()").split("/")
    return "{" + "/".join(sorted(_symbol_part(part) for part in parts)) + "}"


def _symbol_part(part: str) -> str:
    if HAN_NUMERAL.fullmatch(part):
        return str(han_value(part))
    return LOCAL_SYMBOLS.get(part, part.upper())


def han_value(numeral: str) -> int:
    """The value of a Chinese numeral.

    >>> han_value("二十一"), han_value("两"), han_value("十")
    (21, 2, 10)
    """
    total = digit = 0
    for character in numeral:
        if character in HAN_UNITS:
            total += (digit or 1) * HAN_UNITS[character]
            digit = 0
        else:
            digit = HAN_DIGITS[character]
    return total + digit


def ratios(text: str) -> list[Amount]:
    """Power and toughness, counters and bonuses: `2/2`, `+1/+1`, `X/X`.

    >>> [amount.value for amount in ratios("它得+1/+1成为2/2的生物")]
    ['+1/+1', '2/2']
    """
    return [Amount(found.group(), found.span()) for found in RATIO.finditer(plain(text))]


def plain(text: str) -> str:
    """The text with full-width digits and every kind of minus made plain, same length.

    >>> plain("－１/−１")
    '-1/-1'
    """
    if text.isascii():
        return text
    return "".join(map(_plain_character, text))


def _plain_character(character: str) -> str:
    folded = unicodedata.normalize("NFKC", character) if character > "\uff00" else character
    return folded.translate(MINUSES) if len(folded) == 1 else character


def numbers(text: str, lang: str) -> list[Amount]:
    """Every other number of a text, in digits or words; a word may stand for several.

    >>> [(amount.value, amount.firm) for amount in numbers("Draw two cards, lose 3 life.", "en")]
    [('3', True), ('2', False)]
    >>> [amount.value for amount in numbers("抓两张牌", "zh-Hans")]
    ['2']
    >>> [amount.value for amount in numbers("treinta y cinco cartas", "es")]
    ['35']
    """
    blank = _unlisted(_blank(_blank(plain(text), SYMBOL), RATIO))
    written = [Amount(found.group().replace(",", ""), found.span()) for found in DIGITS.finditer(blank)]
    return written + list(_spelt(blank, lang))


def _unlisted(text: str) -> str:
    """The text without the numbers of a list, which count up from one.

    >>> _unlisted("Choose: (1) this; (2) that."), _unlisted("It has power (3).")
    ('Choose:     this;     that.', 'It has power (3).')
    """
    items = [int(found.group(1)) for found in ITEM.finditer(text)]
    return _blank(text, ITEM) if len(items) > 1 and items == list(range(1, len(items) + 1)) else text


def _blank(text: str, pattern: re.Pattern[str]) -> str:
    return pattern.sub(lambda found: " " * len(found.group()), text)


def _spelt(text: str, lang: str) -> Iterator[Amount]:
    if lang.startswith("zh"):
        for found in HAN_NUMERAL.finditer(text):
            yield _han(found, text)
        return
    words = WORDS.get(lang, {})
    for found in COMPOUNDS[lang].finditer(text) if words else ():
        tens, unit = (words[found.group(part).lower()][0] for part in (1, 2))
        yield Amount(str(tens + unit), found.span())
    for found in LETTERS.finditer(_blank(text, COMPOUNDS[lang]) if words else ""):
        word = found.group().lower()
        for value in words.get(word, ()):
            yield Amount(str(value), found.span(), value >= FIRM, value >= SEVERAL and word in CARDINALS[lang])


def _han(found: re.Match[str], text: str) -> Amount:
    value, (start, end) = han_value(found.group()), found.span()
    measured = text[end : end + 1] in MEASURES
    pointing = text[start - 1 : start] in POINTERS
    return Amount(str(value), (start, end), value >= FIRM and measured, value >= SEVERAL and measured and not pointing)
